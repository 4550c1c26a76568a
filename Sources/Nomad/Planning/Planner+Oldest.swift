/// The end of support for old data: see ``MigrationPolicy/oldest``.
extension Planner {
  /// The error if whether a tribe of the policy's oldest version is done does not tell the data of a release; nil if it
  /// does.
  var illegalOldest: NomadError? {
    guard let oldest = policy.oldest else { return nil }
    if let currentVersion, currentVersion < oldest.withoutSubMigration { return .illegalOldest(oldest, currentVersion) }
    let isKnown = registry.entries.contains { entry in
      entry.version == oldest && entry.urgency == .immediate && !mayPostpone(entry)
        || entry.merged.contains { $0.version == oldest }
    }
    return isKnown ? nil : .illegalOldest(oldest)
  }

  /// Returns the baseline of data that this app creates, which records that no older release did; nil if the policy
  /// supports all data, or if there is data.
  func birth(after history: LedgerHistory, newest: TribeVersion?) -> MigrationPlan.Baseline? {
    guard let oldest = policy.oldest, newest == nil, !isUsedByOlderRelease(history, oldest) else { return nil }
    // Until a tribe has begun, new data is as new as this release's own.
    let isUntouched = !history.state.tribes.keys.contains(where: \.isOfOneRun)
    let isNewer = isUntouched && history.state.start?.birth.map { $0 < oldest } ?? false
    return history.isFirstStart || isNewer ? MigrationPlan.Baseline(.nothing, birth: oldest) : nil
  }

  /// Whether the data is older than the policy supports.
  func isTooOld(_ history: LedgerHistory, adopting baseline: MigrationPlan.Baseline?) -> Bool {
    guard let oldest = policy.oldest, baseline?.isOfNewData(since: oldest) != true else { return false }
    // Versions of other modules say nothing about this one's data.
    let versions = history.versions(of: known) + [history.baseline, baseline?.oldVersion].compactMap(\.self)
    if versions.max().map({ $0 < oldest }) ?? true {
      guard let floor = history.floor(of: known), floor >= oldest, !isUsedByOlderRelease(history, oldest) else {
        return true
      }
    }
    // The tribe that was interrupted is gone, so nothing can finish its work.
    return history.state.tribes.contains { !$1.isDone && $1.attempts.count > 0 && isGone($0, before: oldest) }
  }

  /// Whether a release before the oldest version has used the data since it was created, or since tribes were forgotten.
  private func isUsedByOlderRelease(_ history: LedgerHistory, _ oldest: TribeVersion) -> Bool {
    history.uses(of: known).contains { isGone($0.key, before: oldest) || $0.isOfRelease(before: oldest) }
  }

  /// Whether the key is of a tribe before a version that the registry does not have.
  private func isGone(_ key: LedgerKey, before oldest: TribeVersion) -> Bool {
    guard let version = key.version, version < oldest else { return false }
    return !registry.entries.contains { $0.keys.contains(key) }
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
