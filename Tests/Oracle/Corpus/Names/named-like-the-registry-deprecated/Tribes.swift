import Nomad

@available(*, deprecated)
struct NomadDeprecatedTribes: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}
