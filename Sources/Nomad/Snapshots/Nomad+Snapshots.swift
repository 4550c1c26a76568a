extension Nomad {
  /// Returns the snapshots, oldest first.
  ///
  /// - Returns: The snapshots that this version of Nomad can read; none if none was taken.
  /// - Throws: ``NomadError`` with the code `snapshotFailed` if they cannot be read, or if the policy takes none.
  public func snapshots() throws(NomadError) -> [Snapshot] {
    try snapshotEngine().snapshots(of: self)
  }

  /// Restores the data and the ledger from a snapshot.
  ///
  /// The restore waits for runs in progress, and first takes a snapshot of the current state. If the process is killed
  /// or power is lost during the restore, either the data and the ledger are unchanged, or the next call of this method
  /// or of ``migrate(until:observing:isolation:)`` finishes the restore before it does anything else.
  ///
  /// No process may have the files open during the restore. The tribes that ran after the snapshot are pending again:
  /// the next `migrate()` runs them.
  ///
  /// - Parameter snapshot: One of ``snapshots()``.
  /// - Returns: The snapshot of the previous state; nil if there was no data.
  /// - Throws: ``NomadError`` with the code `restoreFailed`, with the code `snapshotFailed` if the policy takes no
  ///   snapshots, or if the ledger cannot be read, locked or written.
  @discardableResult
  public func restore(_ snapshot: Snapshot) async throws(NomadError) -> Snapshot? {
    if role == .observer { throw .restoredByObserver() }
    return try await snapshotEngine().restore(snapshot, of: self)
  }

  private func snapshotEngine() throws(NomadError) -> any SnapshotEngine {
    guard let engine = policy.snapshot?.engine else { throw .snapshotsUnplanned() }
    return engine
  }
}

extension NomadError {
  package static func snapshotsUnreadable(_ error: any Error) -> NomadError {
    NomadError(
      .snapshotFailed,
      sentence("The snapshots could not be read: \(words(of: error))"),
      advice: "Nothing was changed.",
      underlying: error
    )
  }

  fileprivate static func restoredByObserver() -> NomadError {
    NomadError(
      .restoreFailed,
      "An observer cannot restore a snapshot.",
      advice: "Nothing was changed. Restore it in the process that migrates."
    )
  }

  static func restoreUnfinished(_ path: String) -> NomadError {
    NomadError(
      .restoreUnfinished,
      "A restore of a snapshot in \(path) was interrupted, so the data is not usable yet.",
      advice: "Call migrate() in the process that migrates, with the policy that takes the snapshots: it finishes the "
        + "restore first."
    )
  }

  fileprivate static func snapshotsUnplanned() -> NomadError {
    NomadError(
      .snapshotFailed,
      "The migrator's policy takes no snapshots.",
      advice: "Give it one: MigrationPolicy(snapshot: .before(items))."
    )
  }
}
