public import Foundation
public import Nomad
internal import NomadFiles

/// The rule for when snapshots of the data are taken, and which of them are kept.
public struct SnapshotPolicy: Hashable, Sendable {
  /// The reaction when a snapshot cannot be taken, for example because the disk is full.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Impossible: Hashable, Sendable {
    /// Nothing runs: `migrate()` throws an error with the code `snapshotFailed`.
    case fail
    /// The run continues without a snapshot, and reports ``SnapshotEvent/failed(_:)``.
    case run
  }

  let items: [SnapshotItem]
  /// The folder of the snapshots; nil for the one beside the ledger's file.
  let folder: URL?
  /// The number of newest snapshots to keep.
  let count: Int
  let ifImpossible: Impossible
  /// The file operations; a test can make one fail.
  var files: any TreeOperations {
    get { operations.value }
    set { operations = Uncompared(newValue) }
  }

  private var operations: Uncompared<any TreeOperations> = Uncompared(POSIXFileOperations())

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
  ///   - count: The number of newest snapshots to keep; numbers below 1 count as 1. The newest one that was taken while
  ///     no tribe was unfinished, and the first one of an upgrade that has not finished, are also kept.
  ///   - ifImpossible: The reaction when a snapshot cannot be taken. By default, nothing runs.
  /// - Returns: The policy.
  public static func before(
    _ items: [SnapshotItem],
    in folder: URL? = nil,
    keeping count: Int = 2,
    ifImpossible: Impossible = .fail
  ) -> Self {
    Self(items: items, folder: folder, count: count, ifImpossible: ifImpossible)
  }
}

extension MigrationPolicy {
  /// The rule for snapshots of the data, which are taken before tribes run; nil for no snapshots.
  public var snapshot: SnapshotPolicy? {
    get { preparation as? SnapshotPolicy }
    set { preparation = newValue }
  }

  /// Creates a policy with a rule for snapshots of the data, which are taken before tribes run.
  ///
  /// - Parameters:
  ///   - policy: A policy with the other rules; the default policy by default.
  ///   - snapshot: The rule for snapshots; nil for no snapshots.
  public init(_ policy: MigrationPolicy = .default, snapshot: SnapshotPolicy?) {
    self = policy
    self.snapshot = snapshot
  }
}
