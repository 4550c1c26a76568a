// known: a local type does not shadow the protocol, and what inherits from it is reported
import Nomad

func f() {
  class Tribe {}
  class A: Tribe {}
}

struct B: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}
