// expect: unreadable-target 11:45
import Nomad

enum Versions {
  static let one = "1.0.0"
}

typealias V = Versions

struct A: Tribe {
  static let target: TribeTarget = .literal(V.one)
  func migrate() async throws {}
}
