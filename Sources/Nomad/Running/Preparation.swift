internal import NomadFiles

/// Work before the first tribe of a run, such as the check of a requirement or a snapshot of the data.
package protocol Preparation: Sendable {
  /// A value that tells whether two migrators prepare in the same way.
  var identity: AnyHashable { get }

  /// Does the work for a plan that runs or marks tribes.
  ///
  /// The run then has exclusive access to the ledger. If this throws, no tribe runs.
  func prepare(for plan: MigrationPlan, after history: LedgerHistory, in run: Run) async throws(NomadError)

  /// Returns the error for data that is not usable because a crash interrupted work on it; nil if the data is usable.
  ///
  /// It is called at each start.
  func interruption(of migrator: Nomad) throws(NomadError) -> NomadError?

  /// Finishes work that a crash interrupted; does nothing if there is none.
  func finish(for migrator: Nomad) async throws(NomadError)
}

extension Preparation {
  package func interruption(of migrator: Nomad) throws(NomadError) -> NomadError? { nil }

  package func finish(for migrator: Nomad) async throws(NomadError) {}
}

extension Nomad {
  /// The name of the file in the folder of the snapshots that exists while a restore is not finished.
  package static let restoreJournal = "restore.json"

  /// The work before the first tribe of a run, in order.
  var preparations: [any Preparation] { conditions + [policy.preparation].compactMap(\.self) }

  /// Returns the error for data that an interrupted restore left half done; nil if the data is usable.
  package func interruption() throws(NomadError) -> NomadError? {
    if let preparation = policy.preparation { return try preparation.interruption(of: self) }
    // A release of the app that no longer takes snapshots must not run tribes on half of the data.
    guard let folder = ledger.snapshotsPath else { return nil }
    let files = POSIXFileOperations()
    do {
      // The ledger is beside this folder, so a failure here concerns the ledger, too.
      if try files.statusIfThere(at: folder) == nil { return nil }
    } catch {
      throw .unreadable(ledger.identity, error)
    }
    do {
      let journal = try files.statusIfThere(at: "\(folder)/\(Self.restoreJournal)")
      return journal == nil ? nil : .restoreUnfinished(folder)
    } catch {
      throw .snapshotsUnreadable(error)
    }
  }

  /// Throws an error if a restore was interrupted, for callers that must not finish it.
  package func checkRestored() throws(NomadError) {
    if let error = try interruption() { throw error }
  }

  /// Finishes a restore that was interrupted; throws an error if the policy cannot.
  package func finishRestore() async throws(NomadError) {
    guard let preparation = policy.preparation else { return try checkRestored() }
    try await preparation.finish(for: self)
  }
}

extension NomadError {
  package static func restoreUnfinished(_ path: String) -> NomadError {
    NomadError(
      .restoreUnfinished,
      "A restore of a snapshot in \(path) was interrupted, so the data is not usable yet.",
      advice: "Call migrate() in the process that migrates, with the policy that takes the snapshots: it finishes the "
        + "restore first."
    )
  }

  package static func snapshotsUnreadable(_ error: any Error) -> NomadError {
    NomadError(
      .snapshotFailed,
      sentence("The snapshots could not be read: \(words(of: error))"),
      advice: "Nothing was changed.",
      underlying: error
    )
  }
}
