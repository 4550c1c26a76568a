import Nomad

final class A: Tribe {
  private init(_ count: Int) {}
  init() {}
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}
