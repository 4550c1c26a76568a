// builds: | -D A
import Nomad

#if (
  A
  || swift(>=99)
)
  struct One: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }
#endif

#if /* a comment */ !A // another
  struct Two: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate() async throws {}
  }
#endif
