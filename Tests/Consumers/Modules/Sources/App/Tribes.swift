import Nomad

struct PlantNotes: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

/// The other module has a different tribe with the same name.
struct BuildIndex: Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}

struct CountLaunch: Tribe {
  static let target: TribeTarget = .always
  func migrate() async throws {}
}
