import Nomad

#if swift(>=5.9) && compiler(>=6.0)
  struct A: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }
#else
  struct A: Tribe {
    static let target = TribeTarget.literal("0.9.0")
  }
#endif

#if swift(<4.2)
  struct B: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate() async throws {}
  }
#endif

#if hasFeature(StrictConcurrency) || hasAttribute(retroactive)
  struct C: Tribe {
    static let target: TribeTarget = .literal("3.0.0")
    func migrate() async throws {}
  }
#endif

#if _endian(little)
  struct D: Tribe {
    static let target: TribeTarget = .literal("4.0.0")
    func migrate() async throws {}
  }
#endif
