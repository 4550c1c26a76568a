import Nomad

struct A: Tribe {
  static let target: TribeTarget = .literal(Versions.Old.one)
  func migrate() async throws {}
}

struct B: Tribe {
  static let target: TribeTarget = .literal(App.Versions.Old.two)
  func migrate() async throws {}
}

struct C: Tribe {
  static let target: TribeTarget = .literal(Versions.three)
  func migrate() async throws {}
}
