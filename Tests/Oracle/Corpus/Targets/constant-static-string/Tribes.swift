// expect: unreadable-target 7:45
import Nomad

let version: Substring = "1.0.0"

struct A: Tribe {
  static let target: TribeTarget = .literal(String(version))
  func migrate() async throws {}
}
