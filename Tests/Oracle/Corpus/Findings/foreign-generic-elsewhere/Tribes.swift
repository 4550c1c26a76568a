// known: a generic type of an unseen module is not known to be generic, and the registry does not compile
// expect: unreachable-tribe 7:10
import Base
import Nomad

extension Box {
  struct A: Tribe {
    static var target: TribeTarget { .literal("1.0.0") }
    func migrate() async throws {}
  }
}
