import Nomad

protocol `a step`: Tribe {}

struct A: `a step` {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}
