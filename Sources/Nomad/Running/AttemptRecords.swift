/// The records of an attempt, besides that it failed.
package struct AttemptRecords: Sendable {
  /// Whether one transaction contains the work and the records of its end.
  let isTogether: Bool
  /// The records to add together with the record that the attempt began, before that one.
  var atStart: [LedgerRecord] = []
  /// The record that the work is done.
  var end = LedgerRecord.Kind.finished
  /// The records to add together with it.
  var atEnd: [LedgerRecord] = []

  /// Returns the records that an attempt begins now.
  func began(_ attempt: TribeAttempt) -> [LedgerRecord] { atStart + [attempt.begin()] }

  /// Returns the records that the work of an attempt is done.
  func ended(_ attempt: TribeAttempt) -> [LedgerRecord] { [attempt.record(end)] + atEnd }

  /// The records of an attempt to revert a tribe.
  package init(isTogether: Bool, atStart: [LedgerRecord], end: LedgerRecord.Kind, atEnd: [LedgerRecord]) {
    (self.isTogether, self.atStart, self.end, self.atEnd) = (isTogether, atStart, end, atEnd)
  }

  /// The records of an attempt to run a tribe.
  ///
  /// An older app that sees that the tribe began must know the oldest version that can read the result. The other sources
  /// of a `.whenChanged` tribe are forgotten when it begins, because it may leave half of their data. If the tribe and its
  /// records are one transaction, all this is part of that, because a rollback changes nothing.
  init(
    of entry: TribeRegistry.Entry,
    after history: LedgerHistory,
    _ merged: TribeAttempt.Merged,
    isTogether: Bool,
    appVersion: String?
  ) {
    self.isTogether = isTogether
    let readability = LedgerRecord.readability(of: entry, after: history, appVersion: appVersion)
    let others = history.otherSources(of: entry.key)
    let forgotten = LedgerRecord.forgetting(history.records.filter { others.contains($0.key) }, appVersion)
    atStart = [readability].compactMap(\.self) + forgotten
    atEnd = entry.mergedMarks(besides: merged.done, appVersion: appVersion)
    if isTogether { (atStart, atEnd) = ([], atStart + atEnd) }
  }
}
