import Nomad

enum Outer {
  protocol Tribe {}

  struct A: Tribe {}
}

extension Outer {
  struct B: Tribe {}
}

struct C: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}
