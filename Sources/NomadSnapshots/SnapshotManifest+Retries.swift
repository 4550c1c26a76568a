private import Foundation
package import Nomad
internal import NomadFormat

extension SnapshotManifest {
  /// Creates the manifest for the state of a ledger, and for the plan that is about to run.
  init(
    number: Int,
    reason: Snapshot.Reason,
    appVersion: String?,
    plan: MigrationPlan?,
    history: LedgerHistory
  ) {
    let pending = plan.map { Self.keys($0.pending) } ?? []
    self.init(
      number: number,
      reason: reason,
      date: Timestamp(Date()).text,
      appVersion: appVersion ?? "",
      dataVersion: history.versions.max()?.canonical,
      finished: Self.finished(history),
      pending: pending,
      marked: plan.map { Self.keys($0.marked) + $0.unlisted + Self.merged(by: $0.pending + $0.marked) } ?? [],
      attempts: Self.attempts(at: pending, history),
      isClean: !history.attemptsByKey.contains { $0.isOfOneRun && $1.count > 0 },
      records: history.records.count
    )
  }

  /// Returns the keys of the tribes that run only once.
  static func keys(_ entries: [TribeRegistry.Entry]) -> [LedgerKey] {
    entries.filter { $0.position != .always }.map(\.key)
  }

  /// Returns the keys of the tribes that others merge, which end as done with them.
  private static func merged(by entries: [TribeRegistry.Entry]) -> [LedgerKey] {
    entries.flatMap { $0.keys.dropFirst() }
  }

  /// Whether a run of some tribes, or a revert of them, continues what this snapshot was taken for.
  func isRetried(
    by appVersion: String?,
    pending tribes: [TribeRegistry.Entry],
    after history: LedgerHistory
  ) -> Bool {
    let pending = Self.keys(tribes)
    guard self.appVersion == appVersion ?? "", Set(pending).isSubset(of: self.pending) else { return false }
    let (before, now, known) = (Set(finished), Set(Self.finished(history)), Set(self.pending + marked))
    if !before.isSubset(of: now) {
      // A revert has undone some of its tribes, and another one is half undone.
      return pending.contains { Self.isHalfUndone($0, history) } && now.isSubset(of: before)
        && before.subtracting(now).isSubset(of: known)
    }
    // Tribes that are done are about to be undone, so this is a new revert.
    if tribes.contains(where: { $0.key.isOfOneRun && $0.keys.allSatisfy(history.isDone) }) { return false }
    // Only other tribes of the run have finished since.
    let new = now.subtracting(before)
    guard new.isSubset(of: known), new.isDisjoint(with: pending) else { return false }
    if Self.attempts(at: self.pending, history) > attempts { return true }
    // The run stopped in a tribe, or before one that the app needs, so the app has not used the data since.
    return !new.isEmpty
      && (Self.attempts(at: pending, history) > 0
        || tribes.contains { $0.urgency == .immediate && !Self.isForgotten($0.key, since: new, history) })
  }

  /// Whether a tribe was forgotten after some others had finished.
  private static func isForgotten(_ key: LedgerKey, since others: Set<LedgerKey>, _ history: LedgerHistory) -> Bool {
    history.records.last { $0.key == key || others.contains($0.key) }?.kind == .forgotten
  }

  /// Whether the undoing of a tribe has begun and not ended.
  private static func isHalfUndone(_ key: LedgerKey, _ history: LedgerHistory) -> Bool {
    if history.isDone(key) { return false }
    let records = history.records.filter { $0.key == key }
    return records.reversed().prefix { $0.kind.isDone == nil }.contains(where: \.isOfRevert)
  }

  /// Whether the ledger had the same state when another snapshot was taken for the same run.
  func isSameState(as other: SnapshotManifest) -> Bool {
    reason == other.reason && appVersion == other.appVersion && pending == other.pending && marked == other.marked
      && Set(finished) == Set(other.finished) && attempts == other.attempts
  }

  private static func finished(_ history: LedgerHistory) -> [LedgerKey] {
    history.finished.map(\.key).filter(\.isOfOneRun)
  }

  private static func attempts(at keys: [LedgerKey], _ history: LedgerHistory) -> Int {
    let attempts = history.attemptsByKey
    return keys.reduce(0) { $0 + (attempts[$1]?.count ?? 0) }
  }
}

extension LedgerHistory {
  /// The attempts of every tribe with a record, by the tribe's key.
  package var attemptsByKey: [LedgerKey: Attempts] {
    records.reduce(into: [:]) { all, record in all[record.key, default: Attempts()].take(record) }
  }
}
