// expect: unreadable-target 6:45
import Base
import Nomad

struct A: Tribe {
  static let target: TribeTarget = .literal(Versions.one)
  func migrate() async throws {}
}
