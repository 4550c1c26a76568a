extension MigrationPlan {
  /// What the data is taken for at the first start: see ``MigrationPolicy/FirstStart``.
  public struct Baseline: Hashable, Sendable {
    /// The version that the data is taken to have; nil for the newest there is.
    public let version: TribeVersion?

    /// Whether the sub-migrations of that version, which come after it, count as done too.
    let includesSteps: Bool

    /// Whether a tribe counts as done.
    func covers(_ entry: TribeRegistry.Entry) -> Bool {
      guard let tribe = entry.version else { return false }
      guard let version else { return true }
      return (includesSteps ? tribe.withoutStep : tribe) <= version
    }

    /// What is recorded, so that there never is a first start again, even if no tribe is marked.
    func record(appVersion: String) -> LedgerRecord {
      let key = version.map { LedgerKey.versionPrefix + $0.description } ?? LedgerKey.baseline
      return LedgerRecord(.marked(reason: reason), key: key, name: "baseline", appVersion: appVersion)
    }

    /// Why tribes are marked, for the record.
    var reason: String { version.map { "baseline at \($0)" } ?? "baseline" }
  }
}
