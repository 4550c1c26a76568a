import Nomad

struct A: Tribe {
  static let target: TribeTarget = .literal(Versions.one)
  func migrate() async throws {}
}

struct B: Tribe {
  static let target: TribeTarget = .literal(Versions.two)
  func migrate() async throws {}
}
