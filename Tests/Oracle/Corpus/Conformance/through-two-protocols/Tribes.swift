import Nomad

protocol P: Tribe {}

protocol Q: Tribe {}

struct A: P, Q, Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

struct B: P {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}

extension B: Q {}
