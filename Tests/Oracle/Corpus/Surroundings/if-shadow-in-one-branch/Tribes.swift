// builds: | -D A
import Nomad

#if A
  protocol Tribe {}
#endif

struct One: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

struct Two: Nomad.Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}
