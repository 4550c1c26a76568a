extension MigrationPlan {
  /// The tribes that a run marks as done without running them, because the data already has their result.
  ///
  /// ``MigrationPolicy/FirstStart`` or a predecessor of NomadAdoption decides which tribes these are.
  public struct Baseline: Equatable, Sendable {
    /// The versioned tribes that count as done.
    package enum Reach: Equatable, Sendable {
      case nothing
      /// The tribes up to a version, with or without its sub-migrations, which follow it.
      case version(TribeVersion, includesSubMigrations: Bool)
      case everything

      /// The tribes up to the version that was installed, with its sub-migrations.
      static func fresh(at version: TribeVersion) -> Reach { .version(version, includesSubMigrations: true) }
    }

    let reach: Reach

    /// The keys of single tribes that count as done.
    let keys: Set<LedgerKey>

    /// The names of the predecessors that the baseline comes from; none if the policy sets it.
    package let predecessors: [String]

    /// The name of the predecessor that the baseline comes from, such as `Collector`, or those of several; nil if the
    /// policy sets it.
    public var predecessor: String? { predecessors.isEmpty ? nil : predecessors.joined(separator: " and ") }

    /// The oldest version that the app supported when it created the data; nil if there was data.
    let birth: TribeVersion?

    package init(
      _ reach: Reach,
      keys: Set<LedgerKey> = [],
      predecessors: [String] = [],
      birth: TribeVersion? = nil
    ) {
      (self.reach, self.birth) = (reach, birth)
      self.keys = keys
      self.predecessors = predecessors
    }

    /// The version that the data is assumed to have; nil if it is the newest version, or not known.
    public var version: TribeVersion? {
      if case .version(let version, _) = reach { version } else { nil }
    }

    /// Whether a tribe counts as done.
    func covers(_ entry: TribeRegistry.Entry) -> Bool { covers(entry.position, entry.key) }

    /// Whether the tribe at a position counts as done.
    func covers(_ position: TribeTarget.Position, _ key: LedgerKey) -> Bool {
      switch (position, reach) {
      case (.first, _), (.whenChanged, _), (.always, _): false
      case _ where keys.contains(key): true
      case (.version(let tribe), .version(let version, let includesSubMigrations)):
        (includesSubMigrations ? tribe.withoutSubMigration : tribe) <= version
      case (.version, .everything): true
      case (.version, .nothing), (.once, _): false
      }
    }

    /// The newest version that the data has according to this baseline; nil if the baseline does not tell.
    var oldVersion: TribeVersion? {
      let reached: TribeVersion? =
        if case .version(let version, includesSubMigrations: false) = reach { version } else { nil }
      return ([reached] + keys.map { $0.isVersion ? $0.version : nil }).compactMap(\.self).max()
    }

    /// Whether the install is fresh.
    private var isFresh: Bool {
      switch reach {
      case .nothing: false
      case .version(_, let includesSubMigrations): includesSubMigrations
      case .everything: true
      }
    }

    /// Returns the version of a fresh install, given the steps of the plan; nil if the install is not fresh, or if nothing
    /// marked has a version.
    func freshVersion(_ steps: [Step]) -> TribeVersion? {
      guard isFresh else { return nil }
      // An app without a version marks all tribes of this release. A later release may have more.
      return version ?? steps.filter(\.decision.isMark).flatMap(\.entry.versions).max()
    }

    /// Whether an app of a version or a later one creates the data.
    func isOfNewData(since oldest: TribeVersion) -> Bool {
      birth != nil || isFresh && version.map { $0 >= oldest.withoutSubMigration } ?? true
    }

    /// Returns the record that the first start is over.
    func startRecord(appVersion: String?) -> LedgerRecord {
      guard let version else { return .started(birth: birth, appVersion: appVersion) }
      let fact = LedgerFact.baseline(version, predecessors: predecessors, isForgotten: false)
      return LedgerRecord(fact, name: "start", appVersion: appVersion)
    }

    /// The reason for marking tribes, for people.
    var reason: String {
      let place = version.map { "baseline at \($0.text)" } ?? "baseline"
      return predecessor.map { "\(place), from \($0)" } ?? place
    }
  }
}
