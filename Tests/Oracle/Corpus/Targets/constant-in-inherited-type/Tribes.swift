// expect: unreadable-target 17:45
import Nomad

enum Version {
  static let own = "1.0.0"
}

class Base {
  enum Version {
    static let own = "2.0.0"
  }

  required init() {}
}

final class A: Base, Tribe {
  static let target: TribeTarget = .literal(Version.own)
  func migrate() async throws {}
}
