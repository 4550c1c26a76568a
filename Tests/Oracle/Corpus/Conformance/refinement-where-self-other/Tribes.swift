import Nomad

protocol Marked {}

protocol Step: Tribe where Self: Marked {}

struct A: Step, Marked {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}
