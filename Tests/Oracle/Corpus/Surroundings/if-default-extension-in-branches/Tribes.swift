// builds: | -D A
import Nomad

protocol Step: Tribe {}

#if A
  extension Step {
    static var target: TribeTarget { .literal("1.0.0") }
  }
#else
  extension Step {
    static var target: TribeTarget { .literal("2.0.0") }
  }
#endif

struct One: Step {
  func migrate() async throws {}
}
