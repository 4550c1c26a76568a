import Nomad

protocol Tribe {}

struct A: Tribe {}

struct B: Nomad.Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

struct C: Nomad::Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}
