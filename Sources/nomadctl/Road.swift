#if Nomadctl
  import Nomad
  import NomadGenCore
  import NomadTesting

  /// The tribes of a package on their way through the versions, and what a user would run on it.
  struct Road {
    /// A tribe, and what a plan decides about it.
    struct Step {
      let tribe: TribeSummary
      let decision: MigrationPlan.Decision
    }

    /// The tribes in migration order.
    let tribes: [TribeSummary]

    /// The ids of the `.once` on it, in migration order.
    var ids: [String] {
      tribes.compactMap { if case .once(let id) = $0.order { id } else { nil } }
    }

    /// The newest version at or below another that has a tribe; nil if none has.
    func newestVersion(upTo version: TribeVersion) -> TribeVersion? {
      tribes.compactMap { if case .version(let version) = $0.order { version } else { nil } }.filter { $0 <= version }
        .max()
    }

    private let registry: TribeRegistry
    private let keys: [String]

    /// Makes the road of tribes that are all legal.
    init(_ tribes: [TribeSummary]) {
      self.tribes = tribes.filter { $0.order != nil }
      var (entries, keys) = ([TribeRegistry](), [String]())
      for tribe in self.tribes {
        guard let target = tribe.target, let order = tribe.order else { continue }
        let registry = TribeRegistry(module: tribe.module) { $0.add(tribe.name, target: target, order: order) {} }
        let key = registry.entries[0].key
        // Two may have one place if no build has both of them: what is true of one is true of the other.
        if !keys.contains(key) { entries.append(registry) }
        keys.append(key)
      }
      registry = TribeRegistry(combining: entries)
      self.keys = keys
    }

    /// What a user runs who comes from one version to another.
    ///
    /// - Parameters:
    ///   - from: The version that the user has; nil for a fresh install.
    ///   - to: The version that the user gets; nil for the newest.
    ///   - ids: The ids of the `.once` that ran already.
    /// - Returns: The tribes in migration order, each with what is decided about it.
    /// - Throws: `NomadError` if a version cannot be read.
    func steps(from: String?, to: String?, ran ids: [String]) throws -> [Step] {
      let ledger = try from.map { try InMemoryLedger.seeded(with: registry, at: $0, once: Set(ids)) }
      let version = to.map(CurrentVersion.exactly) ?? .unlimited
      let plan = try Nomad(registry, ledger: ledger ?? InMemoryLedger(), currentVersion: version).plan()
      let decisions = Dictionary(plan.steps.map { ($0.entry.key, $0.decision) }) { first, _ in first }
      return zip(tribes, keys).compactMap { tribe, key in
        decisions[key].map { Step(tribe: tribe, decision: $0) }
      }
    }
  }
#endif
