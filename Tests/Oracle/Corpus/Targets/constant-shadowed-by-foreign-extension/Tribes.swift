// expect: unreadable-target 7:45
import Nomad

let release = "1.0.0"

struct A: Tribe, Hashable {
  static let target: TribeTarget = .literal(release)
  func migrate() async throws {}
}

enum B: Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  case only
  init() { self = .only }
  func migrate() async throws {}
}
