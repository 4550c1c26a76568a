import Nomad

private protocol Step: Tribe {}

extension Step {
  static var target: TribeTarget { .first }
  func migrate() async throws {}
}

struct B: Step {}
