import Nomad

struct Überführung: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

enum 移行 {
  struct 最初: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate() async throws {}
  }
}

struct Ελλάδα: Tribe {
  static let target: TribeTarget = .literal("3.0.0")
  func migrate() async throws {}
}
