public import Foundation
public import Nomad

extension SnapshotPolicy {
  /// The reaction to a snapshot that cannot be taken, such as on a full disk.
  public enum Impossible: Hashable, Sendable {
    /// Nothing runs: `migrate()` throws an error with the code `snapshotFailed`.
    case stop
    /// The run goes on without a snapshot, and fires `MigrationEvent.snapshotFailed(_:)`.
    case carryOn
  }

  /// Takes a snapshot before tribes run.
  ///
  /// ```swift
  /// func policy(_ notes: URL) -> MigrationPolicy {
  ///   MigrationPolicy(snapshot: .before([.folder(notes)]))
  /// }
  /// ```
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
    Self(ItemSnapshots(items: items, folder: folder, retention: retention, ifImpossible: ifImpossible))
  }
}
