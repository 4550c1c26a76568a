// does not compile
// expect: unreadable-target 10:36
import Nomad

protocol P: Tribe {}

protocol Q: Tribe {}

extension P {
  static var target: TribeTarget { .first }
}

extension Q {
  static var target: TribeTarget { .always }
}

struct A: P, Q {
  func migrate() async throws {}
}
