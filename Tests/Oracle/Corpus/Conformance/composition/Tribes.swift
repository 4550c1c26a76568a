import Nomad

struct A: Sendable & Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

struct B: (Hashable & Tribe), Sendable {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}
