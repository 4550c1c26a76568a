import Nomad

enum X {
  struct A: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }
}

enum Y {
  struct A: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate() async throws {}
  }
}

struct A: Tribe {
  static let target: TribeTarget = .literal("3.0.0")
  func migrate() async throws {}
}
