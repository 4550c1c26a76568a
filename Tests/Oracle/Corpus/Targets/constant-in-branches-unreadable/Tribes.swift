// builds: | -D BETA
// expect: unreadable-target 12:45
import Nomad

#if BETA
  let version = ["1", "1", "0"].joined(separator: ".")
#else
  let version = "1.0.0"
#endif

struct A: Tribe {
  static let target: TribeTarget = .literal(version)
  func migrate() async throws {}
}
