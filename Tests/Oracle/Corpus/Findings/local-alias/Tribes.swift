// known: an alias that is declared in a function is not looked up, and a tribe through it is not reported
// expect: unreachable-tribe 7:10
import Nomad

func f() {
  typealias Step = Tribe
  struct A: Step {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }
}
