// builds: | -D A
import Nomad

struct One: Tribe {
  func migrate() async throws {}
}

#if A
  extension One {
    static let target: TribeTarget = .literal("1.0.0")
  }
#else
  extension One {
    static let target: TribeTarget = .literal("2.0.0")
  }
#endif
