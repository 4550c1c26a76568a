import Nomad

typealias Tribe = Nomad.Tribe
typealias TribeTarget = Nomad.TribeTarget

struct A: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

struct B: App.Tribe {
  static let target = TribeTarget.literal("2.0.0")
  func migrate() async throws {}
}
