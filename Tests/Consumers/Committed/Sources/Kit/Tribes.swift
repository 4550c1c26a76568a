import Nomad

struct SplitNotes: Tribe {
  static let target: TribeTarget = .literal("1.0.0")

  func migrate() async throws {}
}

struct BuildIndex: Tribe {
  static let target: TribeTarget = .whenChanged("index")

  func migrate() async throws { _ = 1 }
}
