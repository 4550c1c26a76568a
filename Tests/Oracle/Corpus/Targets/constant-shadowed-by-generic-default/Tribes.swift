// expect: unreadable-target 11:45
import Nomad

let version = "1.0.0"

extension Tribe {
  static var version: String { "2.0.0" }
}

struct A: Tribe {
  static let target: TribeTarget = .literal(version)
  func migrate() async throws {}
}
