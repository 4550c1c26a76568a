// expect: unreadable-target 5:56
import Nomad

struct A: Tribe {
  nonisolated(unsafe) static var target: TribeTarget = .literal("1.0.0") {
    didSet { print(target) }
  }
  func migrate() async throws {}
}
