// expect: unreachable-tribe 6:9
// expect: unreachable-tribe 11:9
import Nomad

func f() {
  class Base: Tribe {
    class var target: TribeTarget { .always }
    required init() {}
    func migrate() async throws {}
  }
  class A: Base {}
}
