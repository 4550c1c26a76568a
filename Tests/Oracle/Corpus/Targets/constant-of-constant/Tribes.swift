// expect: unreadable-target 8:45
import Nomad

let base = "1.0.0"
let version = base

struct A: Tribe {
  static let target: TribeTarget = .literal(version)
  func migrate() async throws {}
}
