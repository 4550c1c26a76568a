// builds: | -D A
import Nomad

protocol Step: Tribe {}

extension Step {
  #if A
    static var target: TribeTarget { .literal("1.0.0") }
  #else
    static var target: TribeTarget { .literal("2.0.0") }
  #endif
}

struct One: Step {
  func migrate() async throws {}
}
