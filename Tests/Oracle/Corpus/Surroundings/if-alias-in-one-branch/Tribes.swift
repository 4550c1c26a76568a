// known: the branch in which an alias stands for the protocol is not asked of the tribes through it
// builds: | -D A
import Nomad

#if A
  typealias Step = Tribe
#else
  typealias Step = Sendable
#endif

struct One: Step {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

struct Two: Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}
