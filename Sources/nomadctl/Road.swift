#if Nomadctl
  import Nomad
  import NomadCheck
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

    /// Those that came after later ones had shipped, each with when it came.
    let late: [TribeSummary: TribeLock.Arrival]

    /// The `.once` that have shipped, each with the release that brought it.
    private let once: [TribeSummary: TribeVersion]

    /// The releases that brought tribes, by version.
    let releases: [(text: String, version: TribeVersion)]

    /// The ids of the `.once` on it, in migration order.
    var ids: [String] {
      tribes.compactMap { if case .once(let id) = $0.order { id } else { nil } }
    }

    /// The newest version at or below another of whose tribes a user of that one has run any; nil if there is none.
    func newestVersion(upTo version: TribeVersion) -> TribeVersion? {
      let missed = Set(missed(by: version))
      return tribes.filter { !missed.contains($0) }
        .compactMap { if case .version(let version) = $0.order { version } else { nil } }.filter { $0 <= version }.max()
    }

    /// The tribes at or below a version that came later than it, so that its users have not run them.
    func missed(by version: TribeVersion) -> [TribeSummary] {
      tribes.filter { tribe in
        guard case .version(let place) = tribe.order, place <= version else { return false }
        return late[tribe]?.isAfter(version) == true
      }
    }

    /// The ids of the `.once` that users of a version have run, because that version or an earlier one brought them.
    private func ids(ranBy version: TribeVersion) -> [String] {
      once.compactMap { tribe, release in
        if case .once(let id) = tribe.order, release <= version { id } else { nil }
      }
    }

    /// A registry for each place that a tribe can have.
    private let entries: [TribeRegistry]
    private let keys: [String]

    /// Makes the road of tribes that are all legal.
    ///
    /// - Parameters:
    ///   - tribes: The tribes in migration order.
    ///   - late: Those of them that came after later ones had shipped, each with when it came.
    ///   - once: The `.once` that have shipped, each with the release that brought it.
    ///   - releases: The releases that brought tribes, by version.
    init(
      _ tribes: [TribeSummary],
      late: [TribeSummary: TribeLock.Arrival] = [:],
      once: [TribeSummary: TribeVersion] = [:],
      releases: [(text: String, version: TribeVersion)] = []
    ) {
      self.tribes = tribes.filter { $0.order != nil }
      self.late = late
      self.once = once
      self.releases = releases
      // A tribe can require one of a module that is not on the road.
      let names = Set(self.tribes.map { "\($0.module).\($0.name)" })
      var (entries, keys) = ([TribeRegistry](), [String]())
      for tribe in self.tribes {
        guard let target = tribe.target, let order = tribe.order else { continue }
        let registry = TribeRegistry(module: tribe.module) { builder in
          builder.add(tribe.name, target: target, order: order) {}
          if tribe.isDeferred { builder.deferred() }
          builder.requires(tribe.requires.filter(names.contains))
        }
        let key = registry.entries[0].key
        // Two may have one place if no build has both of them: what is true of one is true of the other.
        if !keys.contains(key) { entries.append(registry) }
        keys.append(key)
      }
      self.entries = entries
      self.keys = keys
    }

    /// What a user runs who comes from one version to another.
    ///
    /// - Parameters:
    ///   - from: The version that the user has; nil for a fresh install.
    ///   - to: The version that the user gets; nil for the newest.
    ///   - ids: The ids of the `.once` that ran already, besides those that the releases up to `from` brought.
    /// - Returns: The tribes in migration order, each with what is decided about it.
    /// - Throws: `NomadError` if a version cannot be read.
    func steps(from: String?, to: String?, ran ids: [String]) throws -> [Step] {
      let start = try from.map(CurrentVersion.version)
      let ids = ids + (start.map(ids(ranBy:)) ?? [])
      let missed = Set(start.map(missed(by:)) ?? [])
      let absent = Set(zip(tribes, keys).filter { missed.contains($0.0) }.map(\.1))
      let present = Set(zip(tribes, keys).filter { !missed.contains($0.0) }.map(\.1))
      // Of two that have one place, in different builds, one may have come later: then there are two kinds of users.
      let fates = try decisions(from: from, to: to, ran: ids, without: absent)
      let others =
        absent.isDisjoint(with: present)
        ? fates : try decisions(from: from, to: to, ran: ids, without: absent.subtracting(present))
      return zip(tribes, keys).compactMap { tribe, key in
        (missed.contains(tribe) ? fates : others)[key].map { Step(tribe: tribe, decision: $0) }
      }
    }

    /// What is decided about each place if the user's ledger lacks some.
    private func decisions(
      from: String?,
      to: String?,
      ran ids: [String],
      without absent: Set<String>
    ) throws -> [String: MigrationPlan.Decision] {
      let seen = TribeRegistry(combining: entries.filter { !absent.contains($0.entries[0].key) })
      let ledger = try from.map { try InMemoryLedger.seeded(with: seen, at: $0, once: Set(ids)) }
      let version = to.map(CurrentVersion.exactly) ?? .unlimited
      let registry = TribeRegistry(combining: entries)
      let nomad = Nomad(registry, ledger: .inMemory, currentVersion: version)
      let plan = try nomad.plan(after: ledger?.history() ?? LedgerHistory())
      return Dictionary(plan.steps.map { ($0.entry.key, $0.decision) }) { first, _ in first }
    }
  }
#endif
