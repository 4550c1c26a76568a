import Nomad

@available(iOS 15.0.1, macOS 12.0, tvOS 15, watchOS 8, *)
@MainActor
final class A: @MainActor Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}
