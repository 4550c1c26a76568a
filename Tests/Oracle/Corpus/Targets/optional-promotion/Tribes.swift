import Nomad

struct A: Tribe {
  static let target: Nomad.TribeTarget = TribeTarget.literal("1.0.0")
  static let optional: TribeTarget? = .first
  func migrate() async throws {}
}
