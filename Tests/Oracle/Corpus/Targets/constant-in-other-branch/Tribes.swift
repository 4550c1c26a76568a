// builds: | -D OLD
import Nomad

#if OLD
let version = "1.0.0"
#else
let version = "2.0.0"
#endif

struct A: Tribe {
  static let target: TribeTarget = .literal(version)
  func migrate() async throws {}
}
