// expect: unreadable-target 16:45
import Nomad

protocol Step: Tribe {}

extension Step {
  static var target: TribeTarget { .literal("1.0.0") }
}

class Base: Step {
  required init() {}
  func migrate() async throws {}
}

final class A: Base {
  static var target: TribeTarget { .literal("2.0.0") }
}
