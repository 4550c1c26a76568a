import Nomad

@MainActor
final class A:
  @unchecked Sendable,
  @preconcurrency @MainActor Nomad.Tribe
{
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}
