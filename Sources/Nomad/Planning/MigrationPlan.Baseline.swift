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

    /// The once-ids of the tribes that are taken for done.
    public let ids: Set<String>

    /// Who says so, such as `Collector`; nil for the policy.
    public let predecessor: String?

    init(_ reach: Reach, ids: Set<String> = [], predecessor: String? = nil) {
      self.reach = reach
      self.ids = ids
      self.predecessor = predecessor
    }

    /// The version that the data is taken to have; nil if that is the newest there is, or not known.
    public var version: TribeVersion? {
      if case .version(let version, _) = reach { version } else { nil }
    }

    /// Whether a tribe counts as done.
    func covers(_ entry: TribeRegistry.Entry) -> Bool {
      switch (entry.order, reach) {
      case (.once(let id), _): ids.contains { LedgerKey($0) == LedgerKey(id) }
      case (.version(let tribe), .version(let version, let includesSteps)):
        (includesSteps ? tribe.withoutStep : tribe) <= version
      case (.version, .everything): true
      case (.version, .nothing), (.first, _), (.always, _): false
      }
    }

    /// Whether there is data of an older version, so that this is no fresh install.
    var isOfOldData: Bool {
      if case .version(_, includesSteps: false) = reach { true } else { false }
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
