extension MigrationPlan {
  /// What is taken for done at the first start: see ``MigrationPolicy/FirstStart`` and ``Predecessor``.
  public struct Baseline: Hashable, Sendable {
    /// Which tribes with a version are taken for done.
    enum Reach: Hashable, Sendable {
      case nothing
      /// Those up to a version; `includesSteps` says whether its sub-migrations, which come after it, are among them.
      case version(TribeVersion, includesSteps: Bool)
      case everything
    }

    let reach: Reach

    /// The keys of single tribes that are taken for done.
    let keys: Set<LedgerKey>

    /// Who says so, such as `Collector`; nil for the policy.
    public let predecessor: String?

    init(_ reach: Reach, keys: Set<LedgerKey> = [], predecessor: String? = nil) {
      self.reach = reach
      self.keys = keys
      self.predecessor = predecessor
    }

    /// The version that the data is taken to have; nil if that is the newest there is, or not known.
    public var version: TribeVersion? {
      if case .version(let version, _) = reach { version } else { nil }
    }

    /// Whether a tribe counts as done.
    func covers(_ entry: TribeRegistry.Entry) -> Bool {
      switch (entry.order, reach) {
      case (.first, _), (.always, _): false
      case _ where keys.contains(LedgerKey(entry.key)): true
      case (.version(let tribe), .version(let version, let includesSteps)):
        (includesSteps ? tribe.withoutStep : tribe) <= version
      case (.version, .everything): true
      case (.version, .nothing), (.once, _): false
      }
    }

    /// The newest version that the data has according to this baseline; nil if it does not say.
    var oldVersion: TribeVersion? {
      let reached: TribeVersion? = if case .version(let version, includesSteps: false) = reach { version } else { nil }
      return ([reached] + keys.map { $0.isVersion ? $0.version : nil }).compactMap(\.self).max()
    }

    /// The record that the first start is over.
    func startRecord(appVersion: String) -> LedgerRecord {
      .start(reason: reason, baseline: version, appVersion: appVersion)
    }

    /// Why tribes are marked, for the record.
    var reason: String {
      let place = version.map { "baseline at \($0.text)" } ?? "baseline"
      return predecessor.map { "\(place), from \($0)" } ?? place
    }
  }
}
