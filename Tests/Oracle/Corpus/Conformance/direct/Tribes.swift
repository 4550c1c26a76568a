import Nomad

struct A: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

final class B: Tribe {
  static let target: TribeTarget = .literal("1.1.0")
  func migrate() async throws {}
}

actor C: Tribe {
  static let target: TribeTarget = .literal("1.2.0")
  func migrate() async throws {}
}

enum D: Tribe {
  case only

  init() { self = .only }

  static let target: TribeTarget = .literal("1.3.0")
  func migrate() async throws {}
}
