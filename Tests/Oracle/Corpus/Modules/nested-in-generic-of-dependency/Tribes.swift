// expect: unreachable-tribe 6:10
import Base
import Nomad

extension Box {
  struct A: Tribe {
    static var target: TribeTarget { .literal("1.0.0") }
    func migrate() async throws {}
  }
}
