// builds: | -D A | -D B | -D A -D B | -D C
import Nomad

#if A && !B || C
  struct One: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }
#else
  struct Two: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate() async throws {}
  }
#endif

#if !(A || B) && (C || !C)
  struct Three: Tribe {
    static let target: TribeTarget = .literal("3.0.0")
    func migrate() async throws {}
  }
#elseif A
  struct Four: Tribe {
    static let target: TribeTarget = .literal("4.0.0")
    func migrate() async throws {}
  }
#endif
