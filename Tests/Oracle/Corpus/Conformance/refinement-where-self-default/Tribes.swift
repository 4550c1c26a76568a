import Nomad

protocol Late {}

protocol Step: Tribe {}

extension Step {
  static var target: TribeTarget { .literal("1.0.0") }
}

extension Step where Self: Late {
  static var target: TribeTarget { .literal("2.0.0") }
}

struct A: Step {
  func migrate() async throws {}
}

struct B: Step, Late {
  func migrate() async throws {}
}
