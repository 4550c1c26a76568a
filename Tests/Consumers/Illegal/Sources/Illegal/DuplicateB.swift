import Nomad

struct Late: Tribe {
  // The same position in the order, spelled differently.
  static let target: TribeTarget = .dotted("1.0")
  func migrate() async throws {}
}

struct LateOnce: Tribe {
  static let target: TribeTarget = .once("import")
  func migrate() async throws {}
}

// Several tribes may have `.first` or `.always`.
struct OneOfMany: Tribe {
  static let target: TribeTarget = .first
  func migrate() async throws {}
}

struct AnotherOfMany: Tribe {
  static let target: TribeTarget = .first
  func migrate() async throws {}
}
