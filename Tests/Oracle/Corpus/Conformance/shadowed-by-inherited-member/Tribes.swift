import Nomad

class Outer {
  protocol Tribe {}
}

class Sub: Outer {
  struct A: Tribe {}
}

struct B: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}
