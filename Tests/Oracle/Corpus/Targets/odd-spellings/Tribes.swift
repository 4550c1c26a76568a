import Nomad

struct A: Tribe {
  static let `target`: TribeTarget = .`literal`("1.0.0")
  func migrate() async throws {}
}

struct B: Tribe {
  static let target = .literal("2.0.0") as TribeTarget
  func migrate() async throws {}
}

struct C: Tribe {
  static let target: TribeTarget = (.literal(("3.0.0")))
  func migrate() async throws {}
}

struct D: Tribe {
  static let other = 1, target: TribeTarget = .literal("4.0.0"), last = 2
  func migrate() async throws {}
}

struct E: Tribe {
  static let target: TribeTarget = .literal(
    "5.0.0",
  )
  func migrate() async throws {}
}
