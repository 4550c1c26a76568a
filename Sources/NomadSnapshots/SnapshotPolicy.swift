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
  var files: any TreeOperations = POSIXFileOperations()

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

  /// Whether two policies take the same snapshots.
  public static func == (one: Self, other: Self) -> Bool {
    one.items == other.items && one.folder == other.folder && one.count == other.count
      && one.ifImpossible == other.ifImpossible
  }

  /// Hashes the rules of the policy.
  ///
  /// - Parameter hasher: The hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(items)
    hasher.combine(folder)
    hasher.combine(count)
    hasher.combine(ifImpossible)
  }
}

extension MigrationPolicy {
  /// The rule for snapshots of the data, which are taken before tribes run; nil for no snapshots.
  public var snapshot: SnapshotPolicy? {
    get { preparation as? SnapshotPolicy }
    set { preparation = newValue }
  }

  /// Creates a policy with a rule for snapshots of the data.
  ///
  /// - Parameters:
  ///   - firstStart: The rule for the first start; everything runs by default.
  ///   - late: The rule for late tribes; they run by default.
  ///   - quarantine: The rule for a tribe during which the process died; by default, it is not started again after
  ///     three deaths.
  ///   - newerData: The rule for a ledger that has tribes of a newer app; nothing runs by default.
  ///   - hold: The keys of tribes that do not run for now; none by default.
  ///   - formerModules: The names of modules that declared tribes of the registry before; none by default.
  ///   - snapshot: The rule for snapshots of the data before tribes run; nil for no snapshots.
  public init(
    firstStart: FirstStart = .runEverything,
    late: Late = .run,
    quarantine: Quarantine = .afterDeaths(3),
    newerData: NewerData = .fail,
    hold: Set<LedgerKey> = [],
    formerModules: Set<String> = [],
    snapshot: SnapshotPolicy?
  ) {
    self.init(
      firstStart: firstStart,
      late: late,
      quarantine: quarantine,
      newerData: newerData,
      hold: hold,
      formerModules: formerModules
    )
    self.snapshot = snapshot
  }
}
