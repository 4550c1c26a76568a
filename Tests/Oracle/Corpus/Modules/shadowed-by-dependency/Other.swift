import Nomad

struct B: Nomad.Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

struct C: Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}
