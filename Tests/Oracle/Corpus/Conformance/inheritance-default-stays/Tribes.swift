import Nomad

protocol Step: Tribe {}

extension Step {
  static var target: TribeTarget { .always }
}

class Base: Step {
  required init() {}
  func migrate() async throws {}
}

final class A: Base {}
