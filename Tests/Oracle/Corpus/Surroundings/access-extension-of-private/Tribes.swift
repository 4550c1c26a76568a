// expect: unreachable-tribe 7:10
import Nomad

private enum Outer {}

extension Outer {
  struct A: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }
}
