import Nomad

struct Hiding: Tribe {
  static let target: TribeTarget = .literal("11.0.0")
  @TribeDependency private var store: Store
  func migrate() async throws {}
}

private struct Store: Sendable {}

struct Helper {
  @TribeDependency var name: String
}
