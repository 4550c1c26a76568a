// expect: unreadable-target 5:56
import Nomad

struct A: Tribe {
  nonisolated(unsafe) static var target: TribeTarget = make()
  static func make() -> TribeTarget { .literal("1.0.0") }
  func migrate() async throws {}
}
