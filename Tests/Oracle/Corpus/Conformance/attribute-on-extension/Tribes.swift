import Nomad

@MainActor
final class A {
  init() {}
}

extension A: @MainActor Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}
