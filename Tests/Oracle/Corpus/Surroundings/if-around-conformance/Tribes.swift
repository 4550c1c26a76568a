// builds: | -D A
import Nomad

protocol Step: Tribe {}

struct One {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

#if A
  extension One: Step {}
#else
  extension One: Tribe {}
#endif
