// expect: unreadable-target 6:45
// expect: unreadable-target 12:45
import Nomad

struct A: Tribe {
  static let target: TribeTarget = .literal("1." + "0.0")
  func migrate() async throws {}
}

struct B: Tribe {
  static let version = "2" + ".0.0"
  static let target: TribeTarget = .literal(version)
  func migrate() async throws {}
}
