import Nomad

struct Early: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

struct EarlyOnce: Tribe {
  static let target: TribeTarget = .once("import")
  func migrate() async throws {}
}
