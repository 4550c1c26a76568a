// expect: unreachable-tribe 8:10
// expect: unreachable-tribe 15:10
import Nomad

public enum Outer {}

private extension Outer {
  struct A: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }
}

fileprivate extension Outer {
  struct B: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate() async throws {}
  }
}

package extension Outer {
  struct C: Tribe {
    package static let target: TribeTarget = .literal("3.0.0")
    package init() {}
    package func migrate() async throws {}
  }
}

extension Outer {
  struct D: Tribe {
    static let target: TribeTarget = .literal("4.0.0")
    func migrate() async throws {}
  }
}
