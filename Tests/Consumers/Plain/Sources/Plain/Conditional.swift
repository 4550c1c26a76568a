import Nomad

// The same name and target in two branches, of which only one is compiled.
#if os(macOS)
  struct MovePreferences: Tribe {
    static let target: TribeTarget = .literal("4.0.0")
    func migrate() async throws {}
  }
#else
  struct MovePreferences: Tribe {
    static let target: TribeTarget = .literal("4.0.0")
    func migrate() async throws {}
  }
#endif

#if NEW_STORE
  struct FillNewStore: Tribe {
    static let target: TribeTarget = .literal("4.1.0")
    func migrate() async throws {}
  }
#elseif OLD_STORE && !os(Windows)
  struct FillOldStore: Tribe {
    static let target: TribeTarget = .literal("4.1.0")
    func migrate() async throws {}
  }
#endif

#if DEBUG
  struct SeedSamples: Tribe {
    static let target: TribeTarget = .literal("4.2.0")
    func migrate() async throws {}
  }
#endif

struct PickStore: Tribe {
  #if NEW_STORE
    static let target: TribeTarget = .literal("4.3.0")
  #else
    static let target: TribeTarget = .literal("4.4.0")
  #endif
  func migrate() async throws {}
}
