import Nomad

struct A: Tribe {
  static let target: TribeTarget = .first
  func migrate() async throws {}
}

struct B: Tribe {
  static let target: TribeTarget = .literal("1.0.0-beta.1+build.5")
  func migrate() async throws {}
}

struct C: Tribe {
  static let target: TribeTarget = .dotted("2.0.3.9.6-1")
  func migrate() async throws {}
}

struct D: Tribe {
  static let target: TribeTarget = .once("2026-11-move-token")
  func migrate() async throws {}
}

struct E: Tribe {
  static let target: TribeTarget = .always
  func migrate() async throws {}
}

struct F: Tribe {
  static let target: TribeTarget = .whenChanged("search-index")
  func migrate() async throws {}
}
