import Nomad

protocol Step: Tribe {}

protocol Late {}

extension Step {
  static var target: TribeTarget { .literal("2.0.0") }
  func migrate() async throws { await Trace.note("\(Self.self)") }
}

extension Step where Self: Late {
  static var target: TribeTarget { .once("late") }
}

typealias Composed = Sendable & Step
