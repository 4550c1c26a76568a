import Nomad

private protocol Step: Tribe {}

struct A: Step {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}
