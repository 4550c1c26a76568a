/// The part of snapshots that apps without them do not compile: `NomadSnapshots` has the implementation.
package protocol SnapshotEngine: Hashable, Sendable {
  /// Returns the snapshots of a migrator's data, oldest first.
  func snapshots(of migrator: Nomad) throws(NomadError) -> [Snapshot]

  /// Puts the data and the ledger back to a snapshot, and returns the snapshot of the state before.
  func restore(_ snapshot: Snapshot, of migrator: Nomad) async throws(NomadError) -> Snapshot?

  /// Takes the snapshot before tribes run, unless this is a retry.
  func takeSnapshot(
    for migrator: Nomad,
    before plan: MigrationPlan,
    after history: LedgerHistory,
    within limit: RunLimit,
    _ observer: @Sendable (MigrationEvent) -> Void
  ) async throws(NomadError)

  /// Returns the folder of the snapshots if a restore from it was interrupted; nil if none was.
  func unfinishedRestore(of migrator: Nomad) throws(NomadError) -> String?

  /// Finishes a restore that was interrupted; does nothing if there was none.
  func finishRestore(of migrator: Nomad) async throws(NomadError)
}
