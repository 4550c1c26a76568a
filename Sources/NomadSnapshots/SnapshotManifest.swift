internal import Foundation
internal import Nomad

/// The contents of a snapshot, as its file `manifest.json` lists them.
struct SnapshotManifest: Codable, Sendable {
  static let format = 1

  /// The version of this format.
  var format = Self.format
  let number: Int
  let reason: Snapshot.Reason
  let date: String
  let appVersion: String
  /// The newest version whose tribe had finished; nil for none.
  let dataVersion: String?
  /// The keys of the tribes that had finished.
  let finished: [String]
  /// The keys of the tribes that were about to run.
  let pending: [String]
  /// The keys of the tribes that were about to be marked.
  let marked: [String]
  /// How many attempts at the pending tribes the ledger knew.
  let attempts: Int
  /// How many records the copy of the ledger has.
  let records: Int
  var items: [Item] = []

  /// One item of the policy.
  struct Item: Codable, Sendable {
    let name: String
    /// The path, relative to the folder of the snapshots: the container of an app can move.
    let path: String
    let kind: SnapshotItem.Kind
    /// The copies of the item itself and of the files of SQLite beside it; none if nothing was there.
    var parts: [Part] = []
  }

  /// One copy.
  struct Part: Codable, Sendable {
    /// The end of its name, after the name of the item.
    let suffix: String
    let entries: [SnapshotEntry]
  }

  /// The snapshot in a folder, as the app sees it.
  func snapshot(in path: String) -> Snapshot {
    Snapshot(
      id: String(number),
      reason: reason,
      date: Timestamp(Array(date.utf8)[...])?.date ?? Date(timeIntervalSince1970: 0),
      appVersion: appVersion,
      dataVersion: dataVersion,
      pending: pending,
      size: Int64(size),
      url: URL(fileURLWithPath: path, isDirectory: true)
    )
  }

  /// How many bytes the files have.
  var size: Int { items.flatMap(\.parts).flatMap(\.entries).reduce(0) { $0 + ($1.size ?? 0) } }
}

/// One file, folder or link of a snapshot.
struct SnapshotEntry: Codable, Equatable, Sendable {
  /// The path within the copy; empty for the copy itself.
  let path: String
  let kind: TreeEntry.Kind
  var size: Int?
  var checksum: String?
  /// The text of a symbolic link.
  var target: String?
}
