// expect: unreadable-target 5:15
import Nomad

struct A: Tribe {
  static let (target, other): (TribeTarget, Int) = (.literal("1.0.0"), 1)
  func migrate() async throws {}
}
