// expect: duplicate-target 10:42
import Nomad

struct A: Tribe {
  static let target: TribeTarget = .once("id")
  func migrate() async throws {}
}

struct B: Tribe {
  static let target: TribeTarget = .once("i\u{64}")
  func migrate() async throws {}
}
