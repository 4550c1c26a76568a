internal import Foundation
package import Nomad
internal import NomadFiles

extension SnapshotPolicy: Preparation {
  /// The policy itself.
  package var identity: AnyHashable { AnyHashable(self) }

  func snapshots(of migrator: Nomad) throws(NomadError) -> [Snapshot] {
    let store = try store(of: migrator)
    do {
      return try store.manifests().map(store.snapshot)
    } catch {
      throw .snapshotsUnreadable(error)
    }
  }

  func restore(_ snapshot: Snapshot, of migrator: Nomad) async throws(NomadError) -> Snapshot? {
    let store = try store(of: migrator)
    guard let number = Int(snapshot.id) else {
      throw .restoreFailed(snapshot.id, SnapshotProblem("its id is not a number"), .none)
    }
    return try await withLedger(migrator, restoring: snapshot.id, store) { session, progress in
      _ = try await SnapshotRestore.resume(items, in: store, session)
      let present = try SnapshotPlace.places(of: items, store.files)
      var restore = try SnapshotRestore(number, present, in: store)
      let places = restore.places
      try checkPlaces(places, migrator, store)
      // The data to which a link leads now must still be there when this state is restored.
      let linked = present.filter { $0.count > 1 }.flatMap { $0 }.filter { new in
        !places.contains { $0.isWithin(new.path) || new.isWithin($0.path) }
      }
      let history = try await session.history()
      let previous = try await take(.restore, of: places + linked, migrator, [], after: history, store)
      // Repeated restores must not remove the snapshots of migrations.
      prune(store) { $0.reason == .restore && $0.number != number }
      try await restore.run(in: session)
      progress.value = .restored
      return previous.map(store.snapshot)
    }
  }

  package func finish(for migrator: Nomad) async throws(NomadError) {
    let store = try store(of: migrator)
    try await withLedger(migrator, restoring: nil, store) { session, progress in
      if try await SnapshotRestore.resume(items, in: store, session) { progress.value = .restored }
    }
  }

  package func interruption(of migrator: Nomad) throws(NomadError) -> NomadError? {
    let store = try store(of: migrator)
    do { return try SnapshotRestore.isUnfinished(in: store) ? .restoreUnfinished(store.path) : nil } catch {
      throw .snapshotsUnreadable(error)
    }
  }

  /// Takes the snapshot before tribes run, unless the run continues one that failed.
  package func prepare(
    for plan: MigrationPlan,
    after history: LedgerHistory,
    in run: Run
  ) async throws(NomadError) {
    let (migrator, limit) = (run.migrator, run.limit)
    // An `.always` tribe runs at every start, and needs no snapshot.
    let pending = plan.pending.filter { $0.position != .always }.map(\.key)
    if pending.isEmpty { return }
    do {
      let store = try store(of: migrator)
      // A revert begins with tribes that are done.
      let isNewRevert =
        plan.pending.contains { $0.key.isOfOneRun && $0.keys.allSatisfy(history.isDone) }
        && !pending.contains(where: history.isHalfUndone)
      // A new snapshot would contain half-migrated data.
      if !isNewRevert, history.hasUnfinished(pending.contains),
        let kept = try store.manifests().last(where: { $0.reason == .migration }),
        try kept.appVersion == migrator.appVersion() ?? "", !Set(kept.pending).isDisjoint(with: pending)
      {
        return run.observer(.prepared(SnapshotEvent.kept(store.snapshot(of: kept))))
      }
      let places = try SnapshotPlace.places(of: items, store.files).flatMap { $0 }
      try checkPlaces(places, migrator, store)
      let new = try await take(.migration, of: places, migrator, pending, after: history, store) {
        let ledger = migrator.ledger.identity
        if Task.isCancelled { throw NomadError.cancelled(waitingFor: ledger) }
        if let reason = limit.reached { throw NomadError.stopped(by: reason, waitingFor: ledger) }
      }
      guard let new else { return }
      prune(store)
      run.observer(.prepared(SnapshotEvent.taken(store.snapshot(of: new))))
    } catch {
      let error = error as? NomadError ?? .snapshotFailed(error)
      if [.suspended, .deadlinePassed, .cancelled].contains(error.code) { throw error }
      run.observer(.prepared(SnapshotEvent.failed(error)))
      if ifImpossible == .fail { throw error }
    }
  }

  /// Takes a snapshot if there is anything to copy.
  private func take(
    _ reason: Snapshot.Reason,
    of places: [SnapshotPlace],
    _ migrator: Nomad,
    _ pending: [LedgerKey],
    after history: LedgerHistory,
    _ store: SnapshotStore,
    checkStop: @escaping @Sendable () throws -> Void = {}
  ) async throws -> SnapshotManifest? {
    guard try places.contains(where: { try store.files.entryIfThere(at: $0.path) != nil }) else { return nil }
    let manifest = SnapshotManifest(
      number: (try store.numbers().last ?? 0) + 1,
      reason: reason,
      appVersion: try migrator.appVersion(),
      pending: pending,
      history: history
    )
    return try await store.take(manifest, of: places, history.records, checkStop)
  }

  /// Removes the snapshots that the policy does not keep.
  ///
  /// Best effort.
  private func prune(_ store: SnapshotStore, where isOptional: (SnapshotManifest) -> Bool = { _ in true }) {
    guard let manifests = try? store.manifests() else { return }
    let migrations = manifests.filter { $0.reason == .migration }
    // An older version of the app can use only the data without an unfinished tribe.
    let clean = migrations.last(where: \.isClean)
    // The data before an upgrade that has not finished yet, whichever versions of the app have tried it since.
    let pending = Set(migrations.last?.pending ?? [])
    let untouched = migrations.first { !pending.isDisjoint(with: $0.pending) }
    let kept = [clean?.number, untouched?.number]
    for manifest in manifests.dropLast(max(1, count)) where !kept.contains(manifest.number) && isOptional(manifest) {
      try? store.remove(manifest.number)
    }
  }

  private func withLedger<Value: Sendable>(
    _ migrator: Nomad,
    restoring id: String?,
    _ store: SnapshotStore,
    _ body: @escaping @Sendable (any LedgerSession, Locked<RestoreProgress>) async throws -> Value
  ) async throws(NomadError) -> Value {
    let ledger = migrator.ledger
    if try ActiveRun.uses(ledger.identity) { throw .reentrant(ledger.identity) }
    let (hasBegun, progress) = (Locked(false), Locked(RestoreProgress.none))
    do {
      return try await ledger.withExclusiveAccess { session in
        hasBegun.value = true
        return try await body(session, progress)
      }
    } catch {
      guard hasBegun.value else { throw .notBegun(ledger.identity, error) }
      if let end = error as? SnapshotRestore.Unconfirmed { throw .restoreFailed(id, end.cause, .restored) }
      let isUnfinished = (try? SnapshotRestore.isUnfinished(in: store)) ?? true
      throw .restoreFailed(id, error, isUnfinished ? .unfinished : progress.value)
    }
  }

  private func checkPlaces(_ places: [SnapshotPlace], _ migrator: Nomad, _ store: SnapshotStore) throws {
    let ledger = migrator.ledger
    let snapshots = ledger.snapshotsPath.map { [FilePath.resolvingLinks(of: URL(fileURLWithPath: $0))] } ?? []
    try SnapshotPlace.check(places, in: store.path, keepingOutOf: [store.path] + snapshots)
    // Not every identity is a path, but no item is at a location that is none.
    let path = FilePath.resolvingLinks(of: URL(fileURLWithPath: ledger.identity))
    for place in places where place.database == nil && place.isOfLedger(at: path) {
      throw SnapshotProblem(
        "\(place.path) belongs to the ledger, which every snapshot includes: leave it out, or use .database of NomadGRDB"
      )
    }
  }

  private func store(of migrator: Nomad) throws(NomadError) -> SnapshotStore {
    guard let path = folder?.path ?? migrator.ledger.snapshotsPath else {
      throw .snapshotsNowhere(migrator.ledger.identity)
    }
    return SnapshotStore(path, files)
  }
}
