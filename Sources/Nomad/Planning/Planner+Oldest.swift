/// The end of support for old data: see ``MigrationPolicy/oldest``.
extension Planner {
  /// Checks that the data of a release can be told by whether a tribe of the policy's oldest version is done.
  func checkOldest() throws(NomadError) {
    guard let oldest = policy.oldest else { return }
    if let currentVersion, currentVersion < oldest.withoutSubMigration { throw .illegalOldest(oldest, currentVersion) }
    let isKnown = registry.entries.contains { entry in
      entry.version == oldest && entry.urgency == .immediate && !mayPostpone(entry)
        || entry.merged.contains { $0.version == oldest }
    }
    if !isKnown { throw .illegalOldest(oldest) }
  }

  /// Returns the baseline of data that this app creates, which records that no older release did; nil if the policy
  /// supports all data, or if there is data.
  func birth(after history: LedgerHistory, newest: TribeVersion?) -> MigrationPlan.Baseline? {
    guard let oldest = policy.oldest, history.isFirstStart, newest == nil else { return nil }
    return MigrationPlan.Baseline(.nothing, birth: oldest)
  }

  /// Whether the data is older than the policy supports.
  func isTooOld(_ history: LedgerHistory, adopting baseline: MigrationPlan.Baseline?) -> Bool {
    guard let oldest = policy.oldest, baseline?.isOfNewData != true else { return false }
    // Versions of other modules say nothing about this one's data.
    let versions =
      history.versions(of: known) + [history.baseline, history.birth, baseline?.oldVersion].compactMap(\.self)
    guard let newest = versions.max(), newest >= oldest else { return true }
    // The tribe that was interrupted is gone, so nothing can finish its work.
    let known = Set(registry.entries.flatMap(\.keys))
    return history.open.contains { key in
      key.version.map { $0 < oldest } == true && !known.contains(key) && history.attempts(at: key).count > 0
    }
  }
}

extension NomadError {
  static func dataTooOld(_ version: TribeVersion?, _ oldest: TribeVersion) -> NomadError {
    let data =
      version.map { "The data is at version \($0.text)" } ?? "The data is of a release without versioned tribes"
    return NomadError(
      .dataTooOld,
      "\(data), and this release migrates only data of \(oldest.text) and later.",
      advice:
        "Nothing was run. Install a release that still has the older tribes, such as \(oldest.text), start it once, "
        + "and then install this one."
    )
  }

  static func illegalOldest(_ oldest: TribeVersion) -> NomadError {
    NomadError(
      .illegalOldest,
      "The policy's oldest version \(oldest.text) is the version of no tribe, so no ledger can show that it was reached.",
      advice:
        "Nothing was run. Give the version of a tribe of the registry that is neither deferred nor a contract tribe."
    )
  }

  static func illegalOldest(_ oldest: TribeVersion, _ current: TribeVersion) -> NomadError {
    NomadError(
      .illegalOldest,
      "The policy's oldest version \(oldest.text) is above the app's version \(current.text).",
      advice: "Nothing was run. Give the version of a release that users already have."
    )
  }
}
