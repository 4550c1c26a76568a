// expect: unreadable-target 6:36
// expect: unreadable-target 11:45
import Nomad

struct A: Tribe {
  static let target: TribeTarget = Bool.random() ? .first : .always
  func migrate() async throws {}
}

struct B: Tribe {
  static let target: TribeTarget = .literal(true ? "1.0.0" : "2.0.0")
  func migrate() async throws {}
}
