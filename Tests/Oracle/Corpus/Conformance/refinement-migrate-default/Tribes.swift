import Nomad

protocol Step: Tribe {}

extension Step {
  func migrate() {}
}

struct A: Step {
  static let target: TribeTarget = .literal("1.0.0")
}
