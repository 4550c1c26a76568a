/// The implementation of snapshots.
///
/// It is in `NomadSnapshots`, so that apps without snapshots do not compile it.
package protocol SnapshotEngine: Hashable, Sendable {
  /// Returns the snapshots of a migrator's data, oldest first.
  func snapshots(of migrator: Nomad) throws(NomadError) -> [Snapshot]

  /// Restores the data and the ledger from a snapshot, and returns the snapshot of the previous state.
  func restore(_ snapshot: Snapshot, of migrator: Nomad) async throws(NomadError) -> Snapshot?

  /// Takes the snapshot before tribes run, unless this is a retry.
  func takeSnapshot(
    for migrator: Nomad,
    before plan: MigrationPlan,
    after history: LedgerHistory,
    within limit: RunLimit,
    _ observer: @Sendable (MigrationEvent) -> Void
  ) async throws(NomadError)

  /// Returns the folder of the snapshots if a restore from it was interrupted; nil otherwise.
  func unfinishedRestore(of migrator: Nomad) throws(NomadError) -> String?

  /// Finishes a restore that was interrupted; does nothing if there was none.
  func finishRestore(of migrator: Nomad) async throws(NomadError)
}
