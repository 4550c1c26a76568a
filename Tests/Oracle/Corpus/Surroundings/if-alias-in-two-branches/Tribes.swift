// builds: | -D A
import Nomad

#if A
  typealias Step = Tribe & Sendable
#else
  typealias Step = Tribe
#endif

struct One: Step {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}
