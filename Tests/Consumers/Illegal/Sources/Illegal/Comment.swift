import Nomad

// nomad:ignored
struct NotIgnored: Tribe {
  static let target: TribeTarget = .literal("10.0.0")
  func migrate() async throws {}
}
