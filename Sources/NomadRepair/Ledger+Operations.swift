public import Nomad

extension Ledger {
  /// Marks a tribe as finished without running it.
  ///
  /// It waits for a run in progress on the ledger, so no run sees a partial change.
  ///
  /// - Parameters:
  ///   - target: The tribe's target: a version or a once-id. The tribe need not exist.
  ///   - reason: The reason, for people who read the ledger. At most ``LedgerRecord/textLimit`` bytes are kept.
  ///   - appVersion: The app's version, for people who read the ledger; nil for none.
  /// - Throws: ``NomadError`` if the target is illegal or is neither a version nor a once-id, if a tribe calls this
  ///   during a run on the same ledger, if a restore of the data was interrupted, or if the ledger cannot be read or
  ///   written; `CancellationError` if the task is cancelled while it waits. After an error, the ledger may or may not
  ///   have changed.
  public func markAsDone(_ target: TribeTarget, reason: String = "by hand", appVersion: String? = nil) async throws {
    let key = try LedgerKey(target)
    // A ledger remembers a source, which a target does not tell.
    if key.isChanged { throw NomadError.notRemembered(target) }
    try await change(appVersion) { _ in
      [LedgerRecord(.marked(reason: reason), key: key, name: "\(target)", appVersion: appVersion)]
    }
  }

  /// Forgets that a tribe ran, with all its attempts and checkpoints, so that it runs again.
  ///
  /// If a newer version is recorded, the tribe is then late: see ``MigrationPolicy/late``. If the ledger has no record
  /// of the tribe, this does nothing. With a tribe that merges others, those whose work it did are forgotten too.
  ///
  /// - Parameters:
  ///   - target: The tribe's target: a version or an id. A `.whenChanged` tribe is forgotten with all its sources.
  ///   - appVersion: The app's version, for people who read the ledger; nil for none.
  /// - Throws: The errors of ``markAsDone(_:reason:appVersion:)``.
  public func forget(_ target: TribeTarget, appVersion: String? = nil) async throws {
    let key = try LedgerKey(target)
    try await change(appVersion) { history in
      let keys = [key] + history.merged(into: key)
      return LedgerRecord.forgetting(
        history.records.filter { record in
          if case .readable(key, _) = record.fact { return true }
          return keys.contains(record.key) || record.key.withoutSource == key
        },
        appVersion
      )
    }
  }

  /// Forgets all records, so that every tribe runs again.
  ///
  /// The next run does not count as a first start, so ``MigrationPolicy/firstStart`` has no effect.
  ///
  /// - Parameter appVersion: The app's version, for people who read the ledger; nil for none.
  /// - Throws: The errors of ``markAsDone(_:reason:appVersion:)``.
  public func forgetAll(appVersion: String? = nil) async throws {
    try await change(appVersion, endsFirstStart: true) { LedgerRecord.forgetting($0.records, appVersion) }
  }

  /// Gives up an interrupted restore, so that runs use the data as it is.
  ///
  /// Some of the data may be from the snapshot, and the rest newer. So check the data first, and call this only if the
  /// folder of the snapshots is lost: otherwise, `migrate()` with the policy for snapshots finishes the restore. If no
  /// restore was interrupted, this does nothing.
  ///
  /// - Parameter appVersion: The app's version, for people who read the ledger; nil for none.
  /// - Throws: The errors of ``markAsDone(_:reason:appVersion:)``.
  public func abandonRestore(appVersion: String? = nil) async throws {
    try await change(appVersion, isOfRestore: true) { history in
      LedgerRecord.forgetting(history.records.filter(\.isOfRestore), appVersion)
    }
  }

  private func change(
    _ appVersion: String?,
    endsFirstStart: Bool = false,
    isOfRestore: Bool = false,
    _ records: @escaping @Sendable (LedgerHistory) -> [LedgerRecord]
  ) async throws {
    if try ActiveRun.uses(identity) { throw NomadError.reentrant(identity) }
    try await withExclusiveAccess { session in
      let history = try await session.history()
      // A restore replaces all records.
      if !isOfRestore { try history.checkRestored() }
      var records = records(history)
      let hasStarted = endsFirstStart || !history.isFirstStart
      // The data stays as it is, so it must not count as older.
      if hasStarted, let start = history.start(forgettingBy: records, appVersion: appVersion) {
        records.append(start)
      } else if !history.hasStart, hasStarted, endsFirstStart || !records.isEmpty {
        // After this, a compaction may drop the records that show that the first start is over.
        records.append(LedgerRecord.started(appVersion: appVersion))
      }
      try await session.append(records)
    }
  }
}

extension LedgerHistory {
  /// Returns the keys of the tribes whose work a tribe did that merges them.
  fileprivate func merged(into key: LedgerKey) -> [LedgerKey] {
    let last = Dictionary(finished.map { ($0.key, $0.kind) }) { $1 }
    return last.compactMap { $1 == .merged(into: key) ? $0 : nil }
  }
}

extension LedgerRecord {
  fileprivate var isOfRestore: Bool { if case .restoring = fact { true } else { false } }
}
