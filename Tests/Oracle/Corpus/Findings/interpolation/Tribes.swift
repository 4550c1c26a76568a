// expect: unreadable-target 5:45
import Nomad

struct A: Tribe {
  static let target: TribeTarget = .literal("\(1).0.0")
  func migrate() async throws {}
}
