// expect: unreachable-tribe 12:10
import Nomad

protocol Step: Tribe {}

extension Step {
  static var target: TribeTarget { .always }
  func migrate() async throws {}
}

func f() {
  struct A: Step {}
}
