// builds: | -D A | -D B | -D C | -D A -D C
import Nomad

#if A
#elseif B
  struct One: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }
#elseif C
  struct Two: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate() async throws {}
  }
#else
#endif

struct Three: Tribe {
  static let target: TribeTarget = .literal("3.0.0")
  func migrate() async throws {}
}
