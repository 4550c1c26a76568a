/// Tribes that replace others: see ``Tribe/merges``.
extension Planner {
  /// Returns whether a tribe and those that it merges are done, given whether its own key is.
  ///
  /// - Throws: ``NomadError`` with the code `mergedTribe` if the key of the tribe says nothing about its part of the
  ///   work, because another tribe with its target had shipped.
  func isDone(
    _ entry: TribeRegistry.Entry,
    itself isDone: Bool,
    by isKeyDone: (LedgerKey) throws(NomadError) -> Bool
  ) throws(NomadError) -> Bool {
    var open: [TribeRegistry.Entry.Merged] = []
    for merged in entry.merged where try !isKeyDone(merged.key) { open.append(merged) }
    if isDone, !open.isEmpty, !entry.mergesItself { throw .targetHadShipped(entry, open) }
    return isDone && open.isEmpty
  }

  /// Returns the decision to mark a tribe that is not done, because it is part of the baseline, or because all the
  /// tribes that it merges are done; nil for neither.
  func mark(
    _ entry: TribeRegistry.Entry,
    after history: LedgerHistory,
    adopting baseline: MigrationPlan.Baseline?
  ) -> MigrationPlan.Decision? {
    let areMergedDone = entry.merged.allSatisfy { $0.isDone(after: history, adopting: baseline) }
    // The key of such a tribe alone tells nothing about the tribes that it merges.
    if let baseline, entry.mergesItself ? areMergedDone : baseline.covers(entry) { return .mark(baseline) }
    guard !entry.merged.isEmpty, !entry.mergesItself, areMergedDone, !history.hasForgotten(entry) else { return nil }
    if let version = entry.version, let currentVersion, currentVersion < version.withoutSubMigration { return nil }
    return .merged
  }
}

extension TribeRegistry.Entry {
  /// Whether a tribe with the same target had shipped before, so that this tribe merges it as well.
  var mergesItself: Bool { merged.contains { $0.key == key } }

  /// Whether this tribe and those that it merges are done.
  func isDone(after history: LedgerHistory) -> Bool {
    history.isDone(key) && merged.allSatisfy { history.isDone($0.key) }
  }
}

extension LedgerHistory {
  /// Whether a tribe was forgotten after all that it merges was done, so that it has to run again.
  fileprivate func hasForgotten(_ entry: TribeRegistry.Entry) -> Bool {
    guard let own = state.tribes[entry.key], !own.isDone, let decision = own.decision else { return false }
    return entry.merged.allSatisfy { state.tribes[$0.key]?.decision.map { $0 < decision } ?? true }
  }
}

extension TribeRegistry.Entry.Merged {
  /// Whether the tribe is done according to the ledger, or part of the baseline of this run.
  func isDone(after history: LedgerHistory, adopting baseline: MigrationPlan.Baseline?) -> Bool {
    history.isDone(key) || baseline?.covers(position, key) ?? false
  }
}

extension MigrationPlan.Step {
  /// Returns the oldest version among tribes that run and that a later version in the ledger would make late; nil if
  /// there is none.
  static func nextVersion(of steps: ArraySlice<MigrationPlan.Step>) -> TribeVersion? {
    steps.filter { $0.decision == .run(.notFinished) && $0.entry.urgency == .immediate && !$0.mayBePostponed }
      .compactMap(\.entry.version).min()
  }

  /// Whether the mark of a tribe, whose version is then in the ledger, makes no tribe of that version or later late.
  func isMarked(before next: TribeVersion?) -> Bool {
    guard let next, let version = entry.version else { return true }
    return version < next
  }
}

extension MigrationPlan {
  /// Returns the records with which a run marks merged tribes as done and, before it runs any other than a `.first`
  /// tribe, those of the baseline.
  func marks(
    of merged: [Step],
    withBaseline: Bool,
    after history: LedgerHistory,
    appVersion: String?
  ) -> [LedgerRecord] {
    var (readable, marks): ([LedgerRecord], [LedgerRecord]) = ([], [])
    func mark(_ entry: TribeRegistry.Entry, _ kind: LedgerRecord.Kind, by runner: String?, since: TribeVersion? = nil) {
      marks.append(LedgerRecord(kind, of: entry, attempt: 1, appVersion: runner))
      let record = LedgerRecord.readability(of: entry, since: since, after: history, appVersion: appVersion)
      if let record { readable.append(record) }
    }
    for step in merged {
      // The data is as the merged tribes left it.
      let newest = step.entry.merged.compactMap(\.version).max()
      mark(step.entry, .marked(reason: step.entry.mergeReason), by: appVersion, since: newest)
    }
    guard withBaseline, let baseline else {
      return readable + marks + history.endOfFirstStart(before: marks, appVersion: appVersion)
    }
    // It was not this app that ran what a predecessor did.
    let runner = baseline.predecessor == nil ? appVersion : nil
    let reason = LedgerRecord.Kind.marked(reason: baseline.reason)
    for step in open {
      if case .mark = step.decision { mark(step.entry, reason, by: runner) }
      // Without these marks, a later run would do these parts again.
      for merged in step.entry.merged where !history.isDone(merged.key) {
        let isMarked = step.decision.isMark
        if isMarked ? merged.key != step.entry.key : baseline.covers(merged.position, merged.key) {
          marks.append(step.entry.mark(merged, reason, appVersion: runner))
        }
      }
    }
    marks += unlisted.map { LedgerRecord(reason, key: $0, name: $0.text) }
    // A second record without a version would replace the one that tells how old the data is.
    let hasStart = baseline.version == nil && history.floor.map { $0 >= baseline.birth ?? $0 } ?? false
    return readable + marks + (hasStart ? [] : [baseline.startRecord(appVersion: appVersion)])
  }
}

extension LedgerHistory {
  /// Returns the record that the first start is over, if only attempts show it that a compaction leaves out after some
  /// records.
  fileprivate func endOfFirstStart(before records: [LedgerRecord], appVersion: String?) -> [LedgerRecord] {
    let isLost = !isFirstStart && LedgerHistory(Compaction.latest(of: self.records + records)).isFirstStart
    return isLost ? [.started(appVersion: appVersion)] : []
  }
}

extension TribeRegistry.Entry {
  /// The reason for marking the tribe because all the tribes that it merges are done.
  fileprivate var mergeReason: String { "merges \(merges.joined(separator: ", ")), already done" }

  /// Returns the record that marks a tribe that this one merges as done.
  fileprivate func mark(_ merged: Merged, _ kind: LedgerRecord.Kind, appVersion: String?) -> LedgerRecord {
    LedgerRecord(kind, key: merged.key, name: name, module: module, appVersion: appVersion)
  }

  /// Returns the records that mark the tribes that this one merges as done, once this one has finished.
  ///
  /// An older version of the app, and a later one that merges in another way, then know that the work is done.
  func mergedMarks(besides done: Set<LedgerKey>, appVersion: String?) -> [LedgerRecord] {
    merged.filter { $0.key != key && !done.contains($0.key) }.map {
      mark($0, .merged(into: key), appVersion: appVersion)
    }
  }
}
