import Nomad

struct actor: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

struct macro: Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}

struct open: Tribe {
  static let target: TribeTarget = .literal("3.0.0")
  func migrate() async throws {}
}

struct target: Tribe {
  static let target: TribeTarget = .literal("4.0.0")
  func migrate() async throws {}
}

struct final: Tribe {
  static let target: TribeTarget = .literal("5.0.0")
  func migrate() async throws {}
}
