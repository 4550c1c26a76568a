import Nomad

struct `2026`: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}
