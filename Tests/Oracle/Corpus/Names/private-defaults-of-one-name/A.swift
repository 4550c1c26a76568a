import Nomad

private protocol Step: Tribe {}

extension Step {
  static var target: TribeTarget { .always }
  func migrate() async throws {}
}

struct A: Step {}
