import Nomad

#if os(Linux) || os(Windows)
  struct A: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }
#elseif os(macOS)
  struct B: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate() async throws {}
  }
#else
  struct C: Tribe {
    static let target: TribeTarget = .literal("3.0.0")
    func migrate() async throws {}
  }
#endif

#if canImport(Foundation) && !canImport(NoSuchModule)
  struct D: Tribe {
    static let target: TribeTarget = .literal("4.0.0")
    func migrate() async throws {}
  }
#endif

#if arch(x86_64)
  struct E: Tribe {
    static let target: TribeTarget = .literal("5.0.0")
    func migrate() async throws {}
  }
#elseif arch(arm64)
  struct E: Tribe {
    static let target: TribeTarget = .literal("5.0.0")
    func migrate() async throws {}
  }
#endif

#if targetEnvironment(simulator) || targetEnvironment(macCatalyst)
  struct F: Tribe {
    static let target: TribeTarget = .literal("6.0.0")
    func migrate() async throws {}
  }
#endif
