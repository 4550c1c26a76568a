import Nomad

struct A: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

struct B: Tribe {
  nonisolated(unsafe) static var target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}

struct C: Tribe {
  static let target = TribeTarget.literal("3.0.0")
  func migrate() async throws {}
}

struct D: Tribe {
  public static let target: Nomad.TribeTarget = .literal("4.0.0")
  func migrate() async throws {}
}

struct E: Tribe {
  static let target: (TribeTarget) = .literal("5.0.0")
  func migrate() async throws {}
}
