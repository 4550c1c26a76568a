private import Foundation

extension Nomad {
  /// Returns the snapshots, oldest first.
  ///
  /// - Returns: The snapshots that this version of Nomad can read; none if none was taken.
  /// - Throws: ``NomadError`` with the code `snapshotFailed` if they cannot be read, or if the policy has to name a
  ///   folder for them.
  public func snapshots() throws(NomadError) -> [Snapshot] {
    let store = try snapshotStore()
    do {
      return try store.manifests().map { Snapshot($0, in: store.folder(of: $0.number)) }
    } catch {
      throw .snapshotsUnreadable(error)
    }
  }

  /// Puts the data and the ledger back to a snapshot.
  ///
  /// It waits for runs in progress, and takes a snapshot of the present state first. If the process is killed or power is
  /// lost meanwhile, the data and the ledger are as before, or the next call of this method or of
  /// ``migrate(until:observing:isolation:)`` finishes the restore before it does anything else.
  ///
  /// Nothing may have the files open meanwhile. The restored tribes are pending again: the next `migrate()` runs them.
  ///
  /// - Parameter snapshot: One of ``snapshots()``.
  /// - Returns: The snapshot of the state before; nil if there was no data.
  /// - Throws: ``NomadError`` with the code `restoreFailed`, or if the ledger cannot be read, locked or written.
  @discardableResult
  public func restore(_ snapshot: Snapshot) async throws(NomadError) -> Snapshot? {
    if role == .observer { throw .restoredByObserver() }
    let store = try snapshotStore()
    guard let number = Int(snapshot.id) else {
      throw .restoreFailed(snapshot.id, SnapshotFault("its id is not a number"), isUnfinished: false)
    }
    let result = Locked<SnapshotManifest?>(nil)
    try await whileHeld(restoring: snapshot.id, store) { session in
      try await finishRestore(in: session, store)
      var restore = try SnapshotRestore(number, items, in: store)
      try checkPlaces(restore.places, store)
      let history = try await session.history()
      result.value = try await takeSnapshot(.restore, of: restore.places, nil, after: history, store)
      // To go back and forth must not cost the snapshots of migrations.
      prune(store) { $0.reason == .restore && $0.number != number }
      try await restore.run(in: session)
    }
    return result.value.map { Snapshot($0, in: store.folder(of: $0.number)) }
  }

  /// Finishes a restore that was interrupted; does nothing if there was none.
  func finishRestore() async throws(NomadError) {
    let store = try snapshotStore()
    try await whileHeld(restoring: nil, store) { try await finishRestore(in: $0, store) }
  }

  private func finishRestore(in session: any LedgerSession, _ store: SnapshotStore) async throws {
    guard var restore = try SnapshotRestore(items, resuming: store) else { return }
    try await restore.run(in: session)
  }

  /// Makes sure that no restore was interrupted, for those who must not finish it.
  func checkRestored() throws(NomadError) {
    if try hasUnfinishedRestore() { throw .restoreUnfinished(try snapshotStore().path) }
  }

  /// Whether a restore was interrupted.
  ///
  /// Without a policy for snapshots, this makes no system call.
  func hasUnfinishedRestore() throws(NomadError) -> Bool {
    guard policy.snapshot != nil else { return false }
    let store = try snapshotStore()
    do { return try SnapshotRestore.isUnfinished(in: store) } catch { throw .snapshotsUnreadable(error) }
  }

  /// Takes the snapshot of the policy before tribes run, unless this is a retry.
  func takeSnapshot(
    before plan: MigrationPlan,
    after history: LedgerHistory,
    within limit: RunLimit,
    _ observer: @Sendable (MigrationEvent) -> Void
  ) async throws(NomadError) {
    guard let policy = policy.snapshot else { return }
    let pending = SnapshotManifest.keys(plan.pending)
    // An `.always` tribe runs at each start.
    if pending.isEmpty { return }
    do {
      let store = try snapshotStore()
      let manifests = try store.manifests()
      let version = try appVersion()
      if let kept = manifests.last(where: { $0.reason == .migration }),
        kept.isRetried(by: version, pending: pending, after: history)
      {
        return observer(.snapshotKept(Snapshot(kept, in: store.folder(of: kept.number))))
      }
      let places = items.map { SnapshotPlace($0) }
      try checkPlaces(places, store)
      let new = try await takeSnapshot(.migration, of: places, plan, after: history, store) { [ledger] in
        if Task.isCancelled { throw NomadError.cancelled(waitingFor: ledger.identity) }
        if let reason = limit.reached { throw NomadError.stopped(by: reason, waitingFor: ledger.identity) }
      }
      guard let new else { return }
      // The run was killed before it began a tribe: its snapshot has nothing that this one has not.
      if let last = manifests.last, last.isSameState(as: new) { try? store.remove(last.number) }
      prune(store)
      observer(.snapshotTaken(Snapshot(new, in: store.folder(of: new.number))))
    } catch {
      let error = error as? NomadError ?? .snapshotFailed(error)
      if [.suspended, .deadlinePassed, .cancelled].contains(error.code) { throw error }
      observer(.snapshotFailed(error))
      if policy.ifImpossible == .stop { throw error }
    }
  }

  /// Takes a snapshot, if anything is there to copy.
  private func takeSnapshot(
    _ reason: Snapshot.Reason,
    of places: [SnapshotPlace],
    _ plan: MigrationPlan?,
    after history: LedgerHistory,
    _ store: SnapshotStore,
    checkStop: @escaping @Sendable () throws -> Void = {}
  ) async throws -> SnapshotManifest? {
    guard try places.contains(where: { try store.files.entryIfThere(at: $0.path) != nil }) else { return nil }
    let manifest = SnapshotManifest(
      number: (try store.numbers().last ?? 0) + 1,
      reason: reason,
      appVersion: try appVersion(),
      plan: plan,
      history: history
    )
    return try await store.take(manifest, of: places, history.records, checkStop)
  }

  /// Removes the snapshots that the policy does not keep; best effort.
  private func prune(_ store: SnapshotStore, where isOptional: (SnapshotManifest) -> Bool = { _ in true }) {
    guard let retention = policy.snapshot?.retention, let manifests = try? store.manifests() else { return }
    let expired = Set(retention.expired(manifests))
    for manifest in manifests where expired.contains(manifest.number) && isOptional(manifest) {
      try? store.remove(manifest.number)
    }
  }

  private func whileHeld(
    restoring id: String?,
    _ store: SnapshotStore,
    _ body: @escaping @Sendable (any LedgerSession) async throws -> Void
  ) async throws(NomadError) {
    if try ActiveRun.holds(ledger.identity) { throw .reentrant(ledger.identity) }
    let hasBegun = Locked(false)
    do {
      try await ledger.withExclusiveAccess { session in
        hasBegun.value = true
        try await body(session)
      }
    } catch {
      guard hasBegun.value else { throw .notBegun(ledger.identity, error) }
      throw .restoreFailed(id, error, isUnfinished: (try? SnapshotRestore.isUnfinished(in: store)) ?? true)
    }
  }

  private var items: [SnapshotItem] { policy.snapshot?.items ?? [] }

  private func checkPlaces(_ places: [SnapshotPlace], _ store: SnapshotStore) throws {
    try SnapshotPlace.check(
      places,
      in: store.path,
      keepingOutOf: [store.path] + (ledger.snapshotsPath.map { [$0] } ?? [])
    )
    guard places.contains(where: { $0.database == nil && $0.path == ledger.identity }) else { return }
    throw SnapshotFault(
      "\(ledger.identity) holds the ledger, which every snapshot includes: leave it out, or use .database of NomadGRDB"
    )
  }

  private func snapshotStore() throws(NomadError) -> SnapshotStore {
    guard let path = policy.snapshot?.folder?.path ?? ledger.snapshotsPath else {
      throw .snapshotsNowhere(ledger.identity)
    }
    return SnapshotStore(path)
  }
}
