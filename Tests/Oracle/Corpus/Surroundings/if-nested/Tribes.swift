// builds: | -D A | -D B | -D A -D B
import Nomad

#if A
  #if B
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
  struct Three: Tribe {
    static let target: TribeTarget = .literal("3.0.0")
    func migrate() async throws {}
  }
#elseif B
  enum Outer {
    #if !A
      struct Four: Tribe {
        static let target: TribeTarget = .literal("4.0.0")
        func migrate() async throws {}
      }
    #endif
  }
#endif

struct Five: Tribe {
  static let target: TribeTarget = .literal("5.0.0")
  func migrate() async throws {}
}
