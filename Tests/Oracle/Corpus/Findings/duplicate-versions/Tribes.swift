// expect: duplicate-target 11:44
// expect: duplicate-target 16:45
import Nomad

struct A: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

struct B: Tribe {
  static let target: TribeTarget = .dotted("1.0.0")
  func migrate() async throws {}
}

struct C: Tribe {
  static let target: TribeTarget = .literal("1.0.0+build")
  func migrate() async throws {}
}
