// expect: unreachable-tribe 7:10
// expect: unreachable-tribe 14:10
// expect: unreachable-tribe 23:17
import Nomad

func f() {
  struct A: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }
}

let count: Int = {
  struct B: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate() async throws {}
  }
  return 1
}()

struct Outer {
  var computed: Int {
    final class C: Tribe {
      static let target: TribeTarget = .literal("3.0.0")
      func migrate() async throws {}
    }
    return 1
  }
}
