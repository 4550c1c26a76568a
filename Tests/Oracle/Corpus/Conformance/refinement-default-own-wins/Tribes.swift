import Nomad

protocol Step: Tribe {}

extension Step {
  static var target: TribeTarget { .first }
}

struct A: Step {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

struct B: Step {
  func migrate() async throws {}
}

extension B {
  static var target: TribeTarget { .always }
}
