import Nomad

protocol P: Tribe {}

protocol Q: P {}

extension P {
  static var target: TribeTarget { .literal("1.0.0") }
}

extension Q {
  static var target: TribeTarget { .literal("2.0.0") }
}

struct A: P {
  func migrate() async throws {}
}

struct B: Q {
  func migrate() async throws {}
}

struct C: Q, P {
  static let target: TribeTarget = .literal("3.0.0")
  func migrate() async throws {}
}
