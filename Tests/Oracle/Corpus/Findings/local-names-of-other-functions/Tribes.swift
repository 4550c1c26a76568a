// expect: unreachable-tribe 13:10
// expect: unreachable-tribe 33:14
// expect: unreachable-tribe 37:13
import Nomad

func hidden() {
  protocol Tribe {}
  struct A: Tribe {}
  _ = A()
}

func seen() {
  struct B: Tribe {
    static let target: TribeTarget = .always
    func migrate() async throws {}
  }
  _ = B()
}

func base() {
  class Base {}
  class C: Base {}
  _ = C()
}

struct Outer {
  typealias Step = Tribe

  func outer() {
    typealias Tribe = Sendable
    struct D: Tribe {}
    func inner() {
      struct E: Step {
        static let target: TribeTarget = .first
        func migrate() async throws {}
      }
      class Base: Nomad.Tribe {
        class var target: TribeTarget { .literal("1.0.0") }
        required init() {}
        func migrate() async throws {}
      }
      _ = (E(), Base(), D())
    }
  }
}
