// builds: | -D A
import Nomad

struct One: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  #if A
    func migrate() async throws {}
  #else
    func migrate() {}
  #endif
}
