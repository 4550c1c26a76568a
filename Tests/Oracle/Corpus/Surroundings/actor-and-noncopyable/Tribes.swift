import Nomad

actor A: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

nonisolated struct B: Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}

nonisolated final class C: Tribe {
  static let target: TribeTarget = .literal("3.0.0")
  func migrate() async throws {}
}

// It cannot conform to Tribe, which asks for a copyable type.
struct D: ~Copyable {
  static let target: TribeTarget = .literal("4.0.0")
  func migrate() async throws {}
}
