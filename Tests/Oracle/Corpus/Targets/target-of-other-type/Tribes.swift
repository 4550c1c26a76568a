import Nomad

enum Aim { case literal(String) }
typealias Goal = TribeTarget

protocol Step: Tribe {}
extension Step {
  static var target: TribeTarget { .literal("1.0.0") }
  func migrate() async throws {}
}

struct A: Step {
  static let target: Aim = .literal("2.0.0")
}

struct B: Step {
  static let target: Goal = .literal("3.0.0")
}

struct C: Step {
  static let target: (Nomad.TribeTarget) = .literal("4.0.0")
}
