// expect: unreadable-target 13:45
import Nomad

protocol Step: Tribe {
  associatedtype Model
}

extension Step {
  static var target: TribeTarget { .literal("1.0.0") }
}

extension Step where Model == Int {
  static var target: TribeTarget { .literal("2.0.0") }
}

struct A: Step {
  typealias Model = Int
  func migrate() async throws {}
}
