// builds: | -D A
import Nomad

#if A
  protocol Step: Tribe {}
#else
  protocol Step: Tribe, Sendable {}
#endif

struct One: Step {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}
