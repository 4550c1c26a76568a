// expect: unreadable-target 8:5
import Nomad

let version = "1.0.0"

struct A: Tribe {
  static var target: TribeTarget {
    let version = "2.0.0"
    return .literal(version)
  }
  func migrate() async throws {}
}
