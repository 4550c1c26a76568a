// expect: unreadable-target 8:45
import Nomad

let major = 1
let version = "\(major).0.0"

struct A: Tribe {
  static let target: TribeTarget = .literal(version)
  func migrate() async throws {}
}
