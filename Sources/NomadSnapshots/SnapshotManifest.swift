internal import Foundation
internal import Nomad
internal import NomadFiles
internal import NomadFormat

/// The contents of a snapshot, as listed in its file `manifest.json`.
struct SnapshotManifest: Codable, Sendable {
  static let format = 1

  /// The version of this format.
  var format = Self.format
  let number: Int
  let reason: Snapshot.Reason
  let date: String
  /// The app's version; empty if it has none.
  let appVersion: String
  /// The newest version whose tribe had finished; nil if there was none.
  let dataVersion: String?
  /// The keys of the tribes that were about to run.
  let pending: [LedgerKey]
  /// Whether no tribe had begun without an end, so that an older version of the app can use the data.
  let isClean: Bool
  /// The number of records in the copy of the ledger.
  let records: Int
  var items: [Item] = []

  /// Creates the manifest for the state of a ledger, and for the tribes that are about to run.
  init(number: Int, reason: Snapshot.Reason, appVersion: String?, pending: [LedgerKey], history: LedgerHistory) {
    (self.number, self.reason, self.pending) = (number, reason, pending)
    (date, self.appVersion) = (Timestamp(Date()).text, appVersion ?? "")
    (dataVersion, records) = (history.versions.max()?.canonical, history.records.count)
    isClean = !history.hasUnfinished { $0.isOfOneRun || pending.contains($0) }
  }

  /// An item of the policy.
  struct Item: Codable, Sendable {
    let name: String
    /// The path, relative to the folder of the snapshots, because the container of an app can move.
    let path: String
    let kind: SnapshotItem.Kind
    /// The copies of the item itself and of SQLite's files beside it; none if nothing existed.
    var parts: [Part] = []
  }

  /// A copy of a file or a folder.
  struct Part: Codable, Sendable {
    /// The suffix of its name, after the name of the item.
    let suffix: String
    let entries: [SnapshotEntry]
  }

  /// The total size of the files in bytes.
  var size: Int { items.flatMap(\.parts).flatMap(\.entries).reduce(0) { $0.adding($1.size ?? 0) } }
}

extension LedgerHistory {
  /// Whether the undoing of a tribe has begun and not ended.
  func isHalfUndone(_ key: LedgerKey) -> Bool {
    if isDone(key) { return false }
    return records.filter { $0.key == key }.reversed().prefix { $0.kind.isDone == nil }.contains(where: \.isOfRevert)
  }

  /// Whether one of some tribes has begun and not finished since.
  func hasUnfinished(_ isWanted: (LedgerKey) -> Bool) -> Bool {
    var attempts: [LedgerKey: Attempts] = [:]
    for record in records where isWanted(record.key) {
      // An attempt to undo a tribe in a transaction leaves it done.
      if record.isOfRevert, isDone(record.key) { continue }
      attempts[record.key, default: Attempts()].take(record)
    }
    return attempts.values.contains { $0.count > 0 }
  }
}

/// A file, folder or link of a snapshot.
struct SnapshotEntry: Codable, Equatable, Sendable {
  /// The path within the copy; empty for the copy itself.
  let path: String
  let kind: FileStatus.Kind
  var size: Int?
  var checksum: String?
  /// The target of a symbolic link.
  var target: String?
}

extension Snapshot.Reason: Codable {}

extension Int {
  /// Returns the sum of two sizes, or the greatest number: those of sparse files can be greater than any disk.
  func adding(_ size: Int) -> Int {
    let (sum, isTooGreat) = addingReportingOverflow(size)
    return isTooGreat ? .max : sum
  }
}
