import Nomad

protocol Step: Tribe {}
extension Step {
  static var target: TribeTarget { .literal("1.0.0") }
  func migrate() async throws {}
}

struct A: Step {}
