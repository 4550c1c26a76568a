internal import Nomad

extension NomadError {
  static func snapshotFailed(_ error: any Error) -> NomadError {
    NomadError(
      .snapshotFailed,
      sentence("The snapshot could not be taken: \(words(of: error))"),
      advice: "Nothing was run. Fix the cause, or let the policy carry on without a snapshot.",
      underlying: error
    )
  }

  /// Returns the error for a failed restore of a snapshot.
  ///
  /// `snapshot` is nil for a restore that was interrupted earlier.
  static func restoreFailed(_ snapshot: String?, _ error: any Error, _ progress: RestoreProgress) -> NomadError {
    let snapshot = snapshot.map { "Snapshot \($0)" } ?? "A snapshot"
    let outcome =
      progress == .restored
      ? "\(snapshot) was restored, but the disk did not confirm it" : "\(snapshot) could not be restored"
    return NomadError(
      .restoreFailed,
      sentence("\(outcome): \(words(of: error))"),
      advice: progress.advice,
      underlying: error
    )
  }

  static func snapshotsNowhere(_ ledger: String) -> NomadError {
    NomadError(
      .snapshotFailed,
      "There is no place for snapshots: the ledger \(ledger) is not a file.",
      advice: "Name a folder: SnapshotPolicy.before(items, in: folder)."
    )
  }

  static func snapshotsUnplanned() -> NomadError {
    NomadError(
      .snapshotFailed,
      "The migrator's policy takes no snapshots.",
      advice: "Give it one: MigrationPolicy(snapshot: .before(items))."
    )
  }
}

/// What a restore that failed has changed.
enum RestoreProgress {
  /// Nothing. An interrupted restore may have been finished before.
  case none
  /// A part, and the rest must follow.
  case unfinished
  /// Everything, but a loss of power may undo the end of the restore.
  case restored

  /// What is true now, and what to do.
  var advice: String {
    switch self {
    case .none: "This restore has changed nothing."
    case .unfinished: "The data is not usable until the next restore() or migrate() finishes the restore."
    case .restored:
      "The data and the ledger are those of the snapshot. Call migrate() or restore() again before you use the data: "
        + "after a loss of power, the restore may have to be finished."
    }
  }
}

/// The reason why a snapshot cannot be taken or restored.
struct SnapshotProblem: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }

  static func open(_ path: String) -> SnapshotProblem {
    SnapshotProblem("this process has the SQLite database \(path) open: close it first, or use .database of NomadGRDB")
  }

  static func special(_ path: String) -> SnapshotProblem {
    SnapshotProblem("\(path) is a socket, a pipe or a device, which cannot be copied: leave it out of the items")
  }
}
