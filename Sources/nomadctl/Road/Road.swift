#if Nomadctl
  import Nomad
  import NomadAdoption
  import NomadCheck
  import NomadGenCore
  import NomadTargets

  /// The tribes of a package in migration order, with their releases from the release lock.
  ///
  /// From these, it computes what a user would run.
  struct Road {
    /// A tribe and the plan's decision about it.
    struct Step {
      let tribe: NomadGenCore.Tribe
      let decision: MigrationPlan.Decision

      /// The decision as a clause, with each version in the road's spelling.
      let reason: String
    }

    /// The tribes in migration order.
    let tribes: [NomadGenCore.Tribe]

    /// The tribes that arrived after later ones had shipped, each with its arrival.
    private let late: [ReleaseLockIdentity: ReleaseLock.Arrival]

    /// The oldest versions of data that policies in the sources accept.
    private let accepted: [TribeVersion]

    /// The versions before which the release lock has retired tribes.
    private let retired: [TribeVersion]

    /// The ids of `.once` tribes that have shipped, also of merged ones, each with its first release.
    private let shippedIDs: [String: TribeVersion]

    /// The tribes, one for each key that tribes have in the ledger.
    private let registry: TribeRegistry
    private let keys: [LedgerKey]

    private let spellings: [TribeVersion: String]

    /// Creates the road of tribes that all have legal targets.
    ///
    /// - Parameters:
    ///   - tribes: The tribes in migration order.
    ///   - lock: The release lock.
    ///   - late: The tribes that arrived after later ones had shipped, each with its arrival.
    ///   - oldest: The oldest versions of data that policies in the sources accept.
    init(
      _ tribes: [NomadGenCore.Tribe],
      lock: ReleaseLock = ReleaseLock(),
      late: [ReleaseLockIdentity: ReleaseLock.Arrival] = [:],
      oldest: [TribeVersion] = []
    ) {
      self.tribes = tribes.filter { $0.order != nil }
      (self.late, accepted) = (late, oldest)
      retired = lock.entries.compactMap { line in line[.retired].flatMap { try? TribeVersion(app: $0) } }
      shippedIDs = lock.shippedIDs(of: self.tribes)
      let shipments = lock.entries.map(\.shipment)
      let written = self.tribes.compactMap(\.writtenVersion) + shipments.map { ($0.version, $0.release) }
      spellings = Dictionary(written) { first, _ in first }
      // A tribe can require one in a module that is not on the road.
      let names = Set(self.tribes.map { "\($0.module).\($0.name)" })
      var (entries, keys) = ([TribeRegistry](), [LedgerKey]())
      // Two tribes that no build or app has together may merge the same one, or one may have the target of another.
      var merged: Set<TribeTarget.Position> = []
      let taken = Set(self.tribes.compactMap(\.order))
      for tribe in self.tribes {
        guard let target = tribe.writtenTarget, let order = tribe.order else { continue }
        let registry = TribeRegistry(_module: tribe.module) { builder in
          builder.add(tribe.name, target: target, position: order) {}
          if tribe.isDeferred { builder.deferred() }
          builder.requires(tribe.requires.filter(names.contains))
          for text in tribe.merges {
            guard let position = try? TribeTarget.Position(merged: text),
              position == order || !taken.contains(position),
              merged.insert(position).inserted
            else { continue }
            builder.merges(text, at: position)
          }
        }
        let key = registry.entries[0].key
        // Two tribes have the same key only if no build has both. A decision about one then holds for the other, too.
        if !keys.contains(key) { entries.append(registry) }
        keys.append(key)
      }
      registry = TribeRegistry(combining: entries)
      self.keys = keys
    }
  }

  extension Road {
    /// The ids of the `.once` tribes, in migration order.
    var ids: [String] {
      tribes.compactMap { if case .once(let id) = $0.order { id } else { nil } }
    }

    /// The versions before which apps refuse data, or the release lock has retired tribes, in order.
    var endsOfSupport: [TribeVersion] { Set(accepted + retired).sorted() }

    /// Returns a version as the tribes write it, or else the release lock; in the canonical spelling if neither has it.
    ///
    /// So a version has one spelling, whichever was asked for.
    func text(of version: TribeVersion) -> String { spellings[version] ?? version.text }

    /// Returns the newest version up to a given one with a tribe that users of the given version have run; nil if none
    /// exists.
    func newestVersion(upTo version: TribeVersion) -> TribeVersion? {
      tribes.filter { !isMissed($0, by: version) }.flatMap(\.versions).filter { $0 <= version }.max()
    }

    /// Returns when users received a tribe; nil if it is not late.
    func arrival(of tribe: NomadGenCore.Tribe) -> ReleaseLock.Arrival? { tribe.identity.flatMap { late[$0] } }

    /// Returns the tribes that users of a version have missed.
    func missed(by version: TribeVersion) -> [NomadGenCore.Tribe] { tribes.filter { isMissed($0, by: version) } }

    /// Whether a tribe at or below a version arrived after it, so that its users have not run the tribe.
    private func isMissed(_ tribe: NomadGenCore.Tribe, by version: TribeVersion) -> Bool {
      guard case .version(let place) = tribe.order, place <= version else { return false }
      return arrival(of: tribe)?.isAfter(version) == true
    }

    /// Returns the oldest version of data that an app accepts; nil if the policies in the sources differ, or if a ledger
    /// could not show it.
    func oldestData(of app: TribeVersion?) -> TribeVersion? {
      guard let version = accepted.first, accepted.allSatisfy({ $0 == version }) else { return nil }
      if let app, app < version.withoutSubMigration { return nil }
      return tribes.contains { !$0.isDeferred && $0.versions.contains(version) } ? version : nil
    }

    /// Computes what a user runs who upgrades from one version to another.
    ///
    /// - Parameters:
    ///   - from: The user's version; nil for a fresh install.
    ///   - to: The version that the user upgrades to; nil for the newest.
    ///   - ids: The ids of `.once` tribes that have already run, besides those that releases up to `from` shipped.
    /// - Returns: The tribes in migration order, each with the decision about it.
    /// - Throws: `NomadError` if a version cannot be read.
    func steps(from: String?, to: String?, ran ids: [String]) throws -> [Step] {
      let start = try from.map(CurrentVersion.version)
      let ids = ids + shippedIDs.filter { id in start.map { id.value <= $0 } ?? false }.keys
      func isMissed(_ tribe: NomadGenCore.Tribe) -> Bool { start.map { self.isMissed(tribe, by: $0) } ?? false }
      let absent = Set(zip(tribes, keys).filter { isMissed($0.0) }.map(\.1))
      let present = Set(zip(tribes, keys).filter { !isMissed($0.0) }.map(\.1))
      // Of two tribes with the same key in different builds, one may be late. Users of the two builds then differ.
      let fates = try decisions(from: from, to: to, ran: ids, without: absent)
      let others =
        absent.isDisjoint(with: present)
        ? fates : try decisions(from: from, to: to, ran: ids, without: absent.subtracting(present))
      return zip(tribes, keys).compactMap { tribe, key in
        (isMissed(tribe) ? fates : others)[key].map { decision in
          // An old release may have the tribe with the same source.
          let mayBeDone = from != nil && tribe.order?.isDerived == true && decision.isRun
          let reason = mayBeDone ? "runs, if its source has changed" : reason(for: decision)
          return Step(tribe: tribe, decision: decision, reason: reason)
        }
      }
    }

    private func reason(for decision: MigrationPlan.Decision) -> String {
      switch decision {
      case .skip(.aboveCurrentVersion(let version)), .skip(.supersededByVersion(let version)):
        decision.description.replacing(version.text, with: text(of: version))
      case .run, .mark, .merged, .skip: decision.description
      }
    }

    /// Returns the decision for each key, if the user's ledger lacks some keys.
    private func decisions(
      from: String?,
      to: String?,
      ran ids: [String],
      without absent: Set<LedgerKey>
    ) throws -> [LedgerKey: MigrationPlan.Decision] {
      let seen = registry.filter { !absent.contains($0.key) }
      let records = try from.map { seen.records(at: try CurrentVersion.version($0), as: $0, once: Set(ids)) }
      let version = to.map(CurrentVersion.exactly) ?? .unlimited
      let policy = MigrationPolicy(oldest: oldestData(of: try to.map(CurrentVersion.version)))
      let nomad = Nomad(registry, ledger: .inMemory, currentVersion: version, policy: policy)
      let plan = try nomad.plan(after: LedgerHistory(records ?? []))
      return Dictionary(plan.steps.map { ($0.entry.key, $0.decision) }) { first, _ in first }
    }
  }

  extension NomadGenCore.Tribe {
    /// The versions of the tribe and of those that it merges.
    var versions: [TribeVersion] {
      ([order] + merges.map { try? TribeTarget.Position(merged: $0) }).compactMap { $0?.version }
    }

    /// The tribe's version, and its text as it is written; nil if the tribe has none.
    fileprivate var writtenVersion: (TribeVersion, String)? {
      guard let version = order?.version, let text = writtenTarget?.text else { return nil }
      return (version, text)
    }
  }

  extension TribeTarget.Position {
    /// The version; nil if the position is no version.
    var version: TribeVersion? {
      if case .version(let version) = self { version } else { nil }
    }
  }
#endif
