import Nomad

struct String: Tribe {
  static let target: TribeTarget = .first
  func migrate() async throws {}
}

struct Void_: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

struct Sendable: Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}
