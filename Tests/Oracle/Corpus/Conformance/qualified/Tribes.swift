import Nomad

struct A: Nomad.Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

struct B: Nomad::Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}

struct C: `Tribe` {
  static let target: TribeTarget = .literal("3.0.0")
  func migrate() async throws {}
}

struct D: Nomad . `Tribe` {
  static let target: TribeTarget = .literal("4.0.0")
  func migrate() async throws {}
}
