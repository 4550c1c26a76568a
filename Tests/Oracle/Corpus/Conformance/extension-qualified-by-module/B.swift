import Nomad

extension App.A: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

extension App.Outer.B: Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}
