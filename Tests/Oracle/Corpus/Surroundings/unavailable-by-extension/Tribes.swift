// left out: Outer.A, B
import Nomad

enum Outer {}

@available(*, unavailable)
extension Outer {
  struct A: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }
}

struct B {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}

@available(*, unavailable)
extension B: Tribe {}
