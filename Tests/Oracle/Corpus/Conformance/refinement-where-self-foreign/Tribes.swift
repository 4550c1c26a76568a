// expect: unreadable-target 12:36
import Nomad

protocol Step: Tribe {}

extension Step {
  static var target: TribeTarget { .always }
  func migrate() async throws {}
}

extension Step where Self: Equatable {
  static var target: TribeTarget { .first }
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
