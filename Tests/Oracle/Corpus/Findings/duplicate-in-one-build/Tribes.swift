// builds: | -D A | -D A -D B
// expect: duplicate-target 14:47
import Nomad

#if A
  struct One: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }
#endif

#if B
  struct Two: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }
#endif
