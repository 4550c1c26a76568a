import Nomad

func f() {
  class Tribe {}
  class A: Tribe {}
}

struct B: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}
