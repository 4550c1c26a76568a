// builds: | -D A
import Nomad

enum Outer {}

extension Outer {
  #if A
    struct One: Tribe {
      #if !B
        static let target: TribeTarget = .literal("1.0.0")
      #else
        static let target: TribeTarget = .literal("2.0.0")
      #endif
      func migrate() async throws {}
    }
  #else
    #if B
    #else
      enum Inner {
        struct Two: Tribe {
          static let target: TribeTarget = .literal("3.0.0")
          func migrate() async throws {}
        }
      }
    #endif
  #endif
}
