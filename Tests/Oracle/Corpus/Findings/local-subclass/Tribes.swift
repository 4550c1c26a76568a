// known: a subclass of a local class is not reported
// expect: unreachable-tribe 7:9
// expect: unreachable-tribe 12:9
import Nomad

func f() {
  class Base: Tribe {
    class var target: TribeTarget { .always }
    required init() {}
    func migrate() async throws {}
  }
  class A: Base {}
}
