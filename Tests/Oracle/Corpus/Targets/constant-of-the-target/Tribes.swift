// expect: unreadable-target 10:36
import Nomad

extension TribeTarget {
  static let second = TribeTarget.literal("2.0.0")
}

struct A: Tribe {
  // Only running the code tells what it is.
  static let target: TribeTarget = .second
  func migrate() async throws {}
}
