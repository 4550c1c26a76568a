public import Foundation

/// The parts of the data that snapshots include, and the snapshots that are kept.
///
/// ```swift
/// func policy(_ notes: URL) -> MigrationPolicy {
///   MigrationPolicy(snapshot: .before([.folder(notes)]))
/// }
/// ```
public struct SnapshotPolicy: Hashable, Sendable {
  /// The reaction to a snapshot that cannot be taken, such as on a full disk.
  public enum Impossible: Hashable, Sendable {
    /// Nothing runs: `migrate()` throws an error with the code `snapshotFailed`.
    case stop
    /// The run goes on without a snapshot, and fires ``MigrationEvent/snapshotFailed(_:)``.
    case carryOn
  }

  /// The parts of the data.
  public var items: [SnapshotItem]

  /// The folder of the snapshots; nil for the one beside the file of the ledger.
  public var folder: URL?

  /// Which snapshots are kept.
  public var retention: Retention

  /// The reaction to a snapshot that cannot be taken.
  public var ifImpossible: Impossible

  /// Takes a snapshot before tribes run.
  ///
  /// - Parameters:
  ///   - items: The parts of the data. The ledger is always included.
  ///   - folder: The folder of the snapshots, for this ledger alone. By default, `NAME.snapshots` beside the file of the
  ///     ledger; a ledger that is not a file needs a folder.
  ///   - retention: Which snapshots are kept.
  ///   - ifImpossible: The reaction to a snapshot that cannot be taken; nothing runs by default.
  /// - Returns: The policy.
  public static func before(
    _ items: [SnapshotItem],
    in folder: URL? = nil,
    keeping retention: Retention = .default,
    ifImpossible: Impossible = .stop
  ) -> Self {
    Self(items: items, folder: folder, retention: retention, ifImpossible: ifImpossible)
  }
}
