#if canImport(Nomad)
  import Nomad

  struct One: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }
#endif
