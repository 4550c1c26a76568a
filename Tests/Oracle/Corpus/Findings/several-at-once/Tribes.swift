// expect: illegal-target 8:45
// expect: unreadable-target 13:45
// expect: unreachable-tribe 17:16
// expect: duplicate-target 23:45
import Nomad

struct A: Tribe {
  static let target: TribeTarget = .literal("1")
  func migrate() async throws {}
}

struct B: Tribe {
  static let target: TribeTarget = .literal("2." + "0.0")
  func migrate() async throws {}
}

private struct C: Tribe {
  static let target: TribeTarget = .literal("3.0.0")
  func migrate() async throws {}
}

struct D: Tribe {
  static let target: TribeTarget = .literal("3.0.0")
  func migrate() async throws {}
}

struct E: Tribe {
  static let target: TribeTarget = .literal("5.0.0")
  func migrate() async throws {}
}
