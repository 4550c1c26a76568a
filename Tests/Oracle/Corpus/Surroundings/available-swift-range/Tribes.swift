// left out: B
import Nomad

@available(swift, introduced: 5, obsoleted: 99)
struct A: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

@available(swift, introduced: 4, obsoleted: 5.0)
struct B: Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}
