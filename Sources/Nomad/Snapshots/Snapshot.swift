public import Foundation

/// A copy of an app's data and of its ledger, taken before tribes ran or before a restore.
public struct Snapshot: Identifiable, Hashable, Sendable {
  /// The reason why a snapshot was taken.
  public enum Reason: String, Hashable, Sendable {
    /// Tribes were about to run.
    case migration
    /// Another snapshot was about to be restored.
    case restore
  }

  /// The number of the snapshot, as text; a later snapshot has a higher number.
  public let id: String

  /// The reason why the snapshot was taken.
  public let reason: Reason

  /// The time when the snapshot was taken.
  public let date: Date

  /// The version of the app that took the snapshot; nil if the app has none.
  public let appVersion: String?

  /// The newest version whose tribe had finished; nil if there was none.
  public let dataVersion: String?

  /// The keys of the tribes that were about to run.
  public let pending: [LedgerKey]

  /// The size of the files in the snapshot, in bytes.
  ///
  /// Clones share this space with the data.
  public let size: Int64

  /// The folder of the snapshot.
  public let url: URL

  package init(
    id: String,
    reason: Reason,
    date: Date,
    appVersion: String?,
    dataVersion: String?,
    pending: [LedgerKey],
    size: Int64,
    url: URL
  ) {
    (self.id, self.reason, self.date) = (id, reason, date)
    (self.appVersion, self.dataVersion, self.pending) = (appVersion, dataVersion, pending)
    (self.size, self.url) = (size, url)
  }
}
