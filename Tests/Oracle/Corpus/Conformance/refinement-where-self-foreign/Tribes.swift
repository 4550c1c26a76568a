// expect: unreadable-target 12:44
import Nomad

protocol Step: Tribe {}

extension Step {
  static var target: TribeTarget { .literal("1.0.0") }
  func migrate() async throws {}
}

extension Step where Self: Equatable {
  static var target: TribeTarget { .literal("2.0.0") }
}

struct A: Step, Hashable {}

enum B: String, Step {
  case only
  init() { self = .only }
}

enum C: Step {
  case only
  init() { self = .only }
}

struct D: Step {}
