import Nomad

struct `class`: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

enum `default` {
  struct `init`: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate() async throws {}
  }
}

struct `A`: Tribe {
  static let target: TribeTarget = .literal("3.0.0")
  func migrate() async throws {}
}

struct `Self`: Tribe {
  static let target: TribeTarget = .literal("4.0.0")
  func migrate() async throws {}
}
