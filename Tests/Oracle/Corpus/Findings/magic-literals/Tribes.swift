// expect: unreadable-target 5:42
import Nomad

struct A: Tribe {
  static let target: TribeTarget = .once(#function)
  func migrate() async throws {}
}
