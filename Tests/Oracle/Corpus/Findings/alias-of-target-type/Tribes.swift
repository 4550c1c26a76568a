// expect: unreadable-target 12:23
import Nomad

typealias Goal = TribeTarget

struct A: Tribe {
  static let target: Goal = .literal("1.0.0")
  func migrate() async throws {}
}

struct B: Tribe {
  static let target = Goal.literal("2.0.0")
  func migrate() async throws {}
}
