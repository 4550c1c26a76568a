import Nomad

@MainActor
final class A: @preconcurrency Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() {}
}
