import Nomad

protocol Step: Tribe {}

extension Step {
  static var target: TribeTarget { .literal("1.0.0") }
}

extension Step where Self: AnyObject {
  static var target: TribeTarget { .literal("2.0.0") }
}

struct A: Step {
  func migrate() async throws {}
}

final class B: Step {
  func migrate() async throws {}
}
