// expect: illegal-target 5:20
import Nomad

enum Versions {
  static let one = "1.0"
}

struct A: Tribe {
  static let target: TribeTarget = .literal(Versions.one)
  func migrate() async throws {}
}
