// expect: unreachable-tribe 6:12
import Nomad

func f() {
  enum Inner {
    struct A: Tribe {
      static let target: TribeTarget = .literal("1.0.0")
      func migrate() async throws {}
    }
  }
}
