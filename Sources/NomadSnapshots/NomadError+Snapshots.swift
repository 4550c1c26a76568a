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
  static func restoreFailed(_ snapshot: String?, _ error: any Error, isUnfinished: Bool) -> NomadError {
    NomadError(
      .restoreFailed,
      sentence("\(snapshot.map { "Snapshot \($0)" } ?? "A snapshot") could not be restored: \(words(of: error))"),
      advice: isUnfinished
        ? "The data is not usable until the next restore() or migrate() finishes the restore."
        : "The data and the ledger are as they were.",
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
}
