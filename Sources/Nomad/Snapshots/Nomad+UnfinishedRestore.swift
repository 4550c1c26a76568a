internal import NomadFiles

extension Nomad {
  /// Throws an error if a restore was interrupted, for callers that must not finish it.
  func checkRestored() throws(NomadError) {
    if let folder = try unfinishedRestore() { throw .restoreUnfinished(folder) }
  }

  /// Whether a restore was interrupted.
  func hasUnfinishedRestore() throws(NomadError) -> Bool { try unfinishedRestore() != nil }

  /// Finishes a restore that was interrupted; does nothing if there was none.
  ///
  /// Without a policy for snapshots, it throws the error of ``checkRestored()``: only the policy can finish the restore.
  func finishRestore() async throws(NomadError) {
    guard let engine = policy.snapshot?.engine else { return try checkRestored() }
    try await engine.finishRestore(of: self)
  }

  /// Returns the folder of the snapshots if a restore from it was interrupted.
  ///
  /// A release of the app that no longer takes snapshots must not run tribes on half of the data.
  private func unfinishedRestore() throws(NomadError) -> String? {
    if let engine = policy.snapshot?.engine { return try engine.unfinishedRestore(of: self) }
    guard let folder = ledger.snapshotsPath else { return nil }
    let files = POSIXFileOperations()
    // The ledger is beside this folder, so a failure here concerns the ledger, too.
    do {
      if try files.statusIfThere(at: folder) == nil { return nil }
    } catch {
      throw .unreadable(ledger.identity, error)
    }
    do {
      let journal = try files.statusIfThere(at: "\(folder)/\(SnapshotPolicy.journal)")
      return journal == nil ? nil : folder
    } catch {
      throw .snapshotsUnreadable(error)
    }
  }
}
