import Nomad

struct Late: Tribe {
  // The same place in the order, in another spelling.
  static let target: TribeTarget = .dotted("1.0")
  func migrate() async throws {}
}

struct LateOnce: Tribe {
  static let target: TribeTarget = .once("import")
  func migrate() async throws {}
}

// First and always may be shared.
struct OneOfMany: Tribe {
  static let target: TribeTarget = .first
  func migrate() async throws {}
}

struct AnotherOfMany: Tribe {
  static let target: TribeTarget = .first
  func migrate() async throws {}
}
