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
