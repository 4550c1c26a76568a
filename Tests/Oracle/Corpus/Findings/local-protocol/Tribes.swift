// expect: unreachable-tribe 6:10
import Nomad

func f() {
  protocol Step: Tribe {}
  struct A: Step {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }
}
