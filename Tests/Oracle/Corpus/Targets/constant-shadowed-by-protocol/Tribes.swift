// expect: unreadable-target 13:45
import Nomad

let version = "1.0.0"

protocol Versioned {}

extension Versioned {
  static var version: String { "2.0.0" }
}

struct A: Tribe, Versioned {
  static let target: TribeTarget = .literal(version)
  func migrate() async throws {}
}
