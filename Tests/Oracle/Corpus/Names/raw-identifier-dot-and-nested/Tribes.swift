import Nomad

enum a {
  struct b: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }
}

struct `a.b`: Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}
