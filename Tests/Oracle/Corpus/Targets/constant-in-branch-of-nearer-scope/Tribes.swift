// builds: | -D BETA
import Nomad

let version = "1.0.0"

struct A: Tribe {
  #if BETA
    static let version = "1.1.0"
  #endif
  static let target: TribeTarget = .literal(version)
  func migrate() async throws {}
}
