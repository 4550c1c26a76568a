// expect: unreadable-target 9:45
import Nomad

enum Version: String {
  case one = "1.0.0"
}

struct A: Tribe {
  static let target: TribeTarget = .literal(Version.one.rawValue)
  func migrate() async throws {}
}
