// module: App_2
import Nomad

struct A: App_2.Step {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

protocol Step: Tribe {}
