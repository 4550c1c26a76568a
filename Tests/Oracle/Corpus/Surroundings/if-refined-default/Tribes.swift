// builds: | -D X
import Nomad

protocol Step: Tribe {}
extension Step {
  static var target: TribeTarget { .literal("1.0.0") }
  func migrate() async throws {}
}

protocol More: Step {}
#if X
  extension More {
    static var target: TribeTarget { .literal("2.0.0") }
  }
#endif

struct A: More {}
