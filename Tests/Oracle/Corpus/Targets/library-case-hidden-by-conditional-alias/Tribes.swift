// expect: unreadable-target 5:42
import Nomad

struct A: Tribe {
  static let target = TribeTarget.dotted("1.0")
  func migrate() async throws {}
}

struct B: Tribe {
  static let target = TribeTarget.literal("2.0.0")
  func migrate() async throws {}
}
