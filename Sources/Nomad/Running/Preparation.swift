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
  /// The work before the first tribe of a run, in order.
  var preparations: [any Preparation] { conditions + [policy.preparation].compactMap(\.self) }

  /// Returns the error for data on which the policy's work was interrupted; nil if the data is usable.
  package func interruption() throws(NomadError) -> NomadError? { try policy.preparation?.interruption(of: self) }

  /// Throws an error if the policy's work was interrupted, for callers that must not finish it.
  package func checkRestored() throws(NomadError) {
    if let error = try interruption() { throw error }
  }

  /// Finishes the policy's work that was interrupted.
  package func finishRestore() async throws(NomadError) { try await policy.preparation?.finish(for: self) }
}

extension NomadError {
  package static func restoreUnfinished(_ path: String) -> NomadError {
    NomadError(
      .restoreUnfinished,
      "A restore of a snapshot in \(path) was interrupted, so the data is not usable yet.",
      advice: "Call migrate() in the process that migrates, with the policy that takes the snapshots: it finishes the "
        + "restore first. If that folder is lost, call abandonRestore() of NomadRepair after you have checked the data."
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
