import Nomad

protocol Step: Nomad.Tribe {}

struct A: App.Step {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

struct B: App::Step {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}
