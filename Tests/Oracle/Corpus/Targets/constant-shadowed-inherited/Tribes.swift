// expect: unreadable-target 12:45
import Nomad

let version = "1.0.0"

class Base {
  static let version = "2.0.0"
  required init() {}
}

final class A: Base, Tribe {
  static let target: TribeTarget = .literal(version)
  func migrate() async throws {}
}
