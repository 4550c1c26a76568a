// expect: unreachable-tribe 6:10
// expect: unreachable-tribe 14:12
import Nomad

private enum Outer {
  struct A: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }
}

enum Other {
  fileprivate enum Inner {
    struct B: Tribe {
      static let target: TribeTarget = .literal("2.0.0")
      func migrate() async throws {}
    }
  }
}
