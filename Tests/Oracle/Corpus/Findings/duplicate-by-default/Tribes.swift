// expect: duplicate-target 14:8
import Nomad

protocol Step: Tribe {}

extension Step {
  static var target: TribeTarget { .literal("1.0.0") }
}

struct A: Step {
  func migrate() async throws {}
}

struct B: Step {
  func migrate() async throws {}
}
