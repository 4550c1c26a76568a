import Nomad

protocol Early {}

protocol Step: Tribe {}

extension Step {
  static var target: TribeTarget { .literal("9.0.0") }
}

extension Step where Self: Early {
  static var target: TribeTarget { .literal("1.0.0") }
}

struct A: Step, Early {
  func migrate() async throws {}
}

struct B: Step {
  func migrate() async throws {}
}
