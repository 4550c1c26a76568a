import Nomad

struct PlantDefaults: Tribe {
  static let target: TribeTarget = .first
  func migrate() async throws {}
}

/// A name that has to be escaped wherever it is used.
struct `default`: Tribe {
  static let target: TribeTarget = .first
  func migrate() async throws {}
}

struct WarmCaches: Tribe {
  static let target: TribeTarget = .always
  func migrate() async throws {}
}

struct CountLaunch: Tribe {
  static var target: TribeTarget { .always }
  func migrate() {}
}
