import Nomad

final class A: @unchecked Sendable, Tribe {
  var count = 0
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}
