import Nomad

struct BuildIndex: Tribe {
  static let target: TribeTarget = .literal("1.1.0")
  func migrate() async throws {}
}

struct DropIndex: Tribe {
  static let target: TribeTarget = .literal("3.0.0")
  func migrate() async throws {}
}

struct Prepare: Tribe {
  static let target: TribeTarget = .first
  func migrate() async throws {}
}
