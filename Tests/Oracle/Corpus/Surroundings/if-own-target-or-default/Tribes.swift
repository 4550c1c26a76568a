// builds: | -D A
import Nomad

protocol Step: Tribe {}

extension Step {
  static var target: TribeTarget { .always }
}

struct One: Step {
  #if A
    static let target: TribeTarget = .literal("1.0.0")
  #endif
  func migrate() async throws {}
}
