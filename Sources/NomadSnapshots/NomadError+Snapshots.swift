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
}
