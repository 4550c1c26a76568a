import Nomad

protocol Step: Tribe {}

extension Step {
  static var target: TribeTarget { .always }
  func migrate() async throws {}
  static func same() -> Self { Self() }
}

struct A: Step {}
