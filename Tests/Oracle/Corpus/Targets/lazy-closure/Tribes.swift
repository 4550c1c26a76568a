// expect: unreadable-target 5:36
import Nomad

struct A: Tribe {
  static let target: TribeTarget = { .literal("1.0.0") }()
  func migrate() async throws {}
}
