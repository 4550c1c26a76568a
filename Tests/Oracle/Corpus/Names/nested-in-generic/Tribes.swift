// expect: unreachable-tribe 6:10
// expect: unreachable-tribe 17:10
import Nomad

struct Box<Value> {
  struct A: Tribe {
    static var target: TribeTarget { .literal("1.0.0") }
    func migrate() async throws {}
  }
}

enum Outer {
  struct Pair<each Value> {}
}

extension Outer.Pair {
  struct B: Tribe {
    static var target: TribeTarget { .literal("2.0.0") }
    func migrate() async throws {}
  }
}
