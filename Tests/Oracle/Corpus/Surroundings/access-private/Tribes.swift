// expect: unreachable-tribe 5:16
// expect: unreachable-tribe 10:20
import Nomad

private struct A: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

fileprivate struct B: Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}
