// builds: | -D A
import Nomad

#if A
  protocol Step: Tribe {}
#else
  protocol Step {}
#endif

struct One: Step {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

struct Two: Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}
