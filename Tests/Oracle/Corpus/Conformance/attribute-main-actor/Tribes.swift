import Nomad

@MainActor
struct A: @MainActor Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

@MainActor
final class B: @MainActor Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() {}
}
