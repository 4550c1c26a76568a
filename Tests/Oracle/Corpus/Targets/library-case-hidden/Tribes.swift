// expect: unreadable-target 8:45
import Nomad

typealias Goal = TribeTarget

struct A: Tribe {
  // An extension in another file has a function that is called in place of the case.
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

struct B: Tribe {
  static let target: TribeTarget = .dotted("2.0.0")
  func migrate() async throws {}
}
