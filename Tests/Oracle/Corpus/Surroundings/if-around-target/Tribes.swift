// builds: | -D A
import Nomad

struct One: Tribe {
  #if A
    static let target: TribeTarget = .literal("1.0.0")
  #else
    static let target: TribeTarget = .literal("2.0.0")
  #endif
  func migrate() async throws {}
}
