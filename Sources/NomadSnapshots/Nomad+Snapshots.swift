public import Nomad

extension Nomad {
  /// Returns the snapshots, oldest first.
  ///
  /// - Returns: The snapshots that this version of Nomad can read; none if none was taken.
  /// - Throws: ``NomadError`` with the code `snapshotFailed` if they cannot be read, or if the policy takes none.
  public func snapshots() throws(NomadError) -> [Snapshot] {
    try snapshotPolicy().snapshots(of: self)
  }

  /// Restores the data and the ledger from a snapshot.
  ///
  /// The restore waits for runs in progress, and first takes a snapshot of the current state. If the process is killed
  /// or power is lost during the restore, either the data and the ledger are unchanged, or the next call of this method
  /// or of `migrate()` finishes the restore before it does anything else.
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
    try await snapshotPolicy().restore(snapshot, of: self)
  }

  private func snapshotPolicy() throws(NomadError) -> SnapshotPolicy {
    guard let policy = policy.snapshot else { throw .snapshotsUnplanned() }
    return policy
  }
}
