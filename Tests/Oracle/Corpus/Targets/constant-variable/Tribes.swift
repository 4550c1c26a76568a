// expect: unreadable-target 11:45
// expect: unreadable-target 16:45
import Nomad

enum Versions {
  static var one: String { "1.0.0" }
  nonisolated(unsafe) static var two = "2.0.0"
}

struct A: Tribe {
  static let target: TribeTarget = .literal(Versions.one)
  func migrate() async throws {}
}

struct B: Tribe {
  static let target: TribeTarget = .literal(Versions.two)
  func migrate() async throws {}
}
