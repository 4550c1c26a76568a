// expect: unreadable-target 11:45
// expect: unreadable-target 16:36
// expect: unreadable-target 21:45
import Nomad

func version() -> String { "1.0.0" }

func make() -> TribeTarget { .literal("2.0.0") }

struct A: Tribe {
  static let target: TribeTarget = .literal(version())
  func migrate() async throws {}
}

struct B: Tribe {
  static let target: TribeTarget = make()
  func migrate() async throws {}
}

struct C: Tribe {
  static let target: TribeTarget = .literal("3.0.0".lowercased())
  func migrate() async throws {}
}
