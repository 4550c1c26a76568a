// expect: unreachable-tribe 5:10
import Nomad

extension Array {
  struct A: Tribe {
    static var target: TribeTarget { .literal("1.0.0") }
    func migrate() async throws {}
  }
}
