public import Foundation
public import Nomad

extension SnapshotPolicy {
  /// The reaction when a snapshot cannot be taken, for example because the disk is full.
  public enum Impossible: Hashable, Sendable {
    /// Nothing runs: `migrate()` throws an error with the code `snapshotFailed`.
    case stop
    /// The run continues without a snapshot, and fires `MigrationEvent.snapshotFailed(_:)`.
    case run
  }

  /// A policy that takes a snapshot before tribes run.
  ///
  /// ```swift
  /// func policy(_ notes: URL) -> MigrationPolicy {
  ///   MigrationPolicy(snapshot: .before([.folder(notes)]))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - items: The parts of the data. The ledger is always included.
  ///   - folder: The folder of the snapshots, used by this ledger alone. The default is `NAME.ledger.snapshots`
  ///     beside the ledger's file `NAME.ledger`. A ledger that is not a file needs a folder.
  ///   - retention: The rule for which snapshots are kept.
  ///   - ifImpossible: The reaction when a snapshot cannot be taken. By default, nothing runs.
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
