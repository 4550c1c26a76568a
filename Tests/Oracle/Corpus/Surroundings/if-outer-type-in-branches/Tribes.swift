// builds: | -D A
import Nomad

#if A
  enum Outer {
    struct One: Tribe {
      static let target: TribeTarget = .literal("1.0.0")
      func migrate() async throws {}
    }
  }
#else
  enum Outer {}

  extension Outer {
    struct One: Tribe {
      static let target: TribeTarget = .literal("2.0.0")
      func migrate() async throws {}
    }
  }
#endif
