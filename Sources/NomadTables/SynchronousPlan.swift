public import Nomad

extension SynchronousLedger {
  /// Returns the plan of a migrator with this ledger, as `plan()` does, without a task.
  ///
  /// The thread blocks until the ledger can be read. Nothing is changed or created.
  ///
  /// - Parameters:
  ///   - migrator: The migrator. This is its ledger.
  ///   - target: The target of the last tribe that may run; nil for all.
  ///   - includesDeferred: Whether to return the plan with the deferred tribes.
  /// - Returns: The plan.
  /// - Throws: ``NomadError`` with the code `notSynchronous` if something must be awaited before there is a plan, or an
  ///   error of `plan()`.
  public func planSynchronously(
    _ migrator: Nomad,
    upTo target: TribeTarget? = nil,
    includingDeferred includesDeferred: Bool = false
  ) throws(NomadError) -> MigrationPlan {
    let planner = try migrator.planner(upTo: target, runsDeferred: includesDeferred)
    try migrator.checkRestored()
    let history: LedgerHistory
    do { history = try blockForHistory() } catch { throw .notBegun(identity, error) }
    if let plan = try migrator.planAtOnce(after: history, with: planner) { return plan.of(self) }
    throw .mustBeAwaited(migrator.partsToAwait(after: history, by: planner))
  }

  /// Reads the records with ``Ledger/immediateHistory()``; throws an error if they must be awaited.
  public func blockForHistory() throws -> LedgerHistory {
    guard let history = try immediateHistory() else { throw NomadError.mustBeAwaited(["the ledger \(identity)"]) }
    return history
  }
}

extension Nomad {
  /// Returns what must be awaited first if a plan cannot be made at once.
  func partsToAwait(after history: LedgerHistory, by planner: Planner) -> [String] {
    let tribes = tribesToAskAbout(after: history, by: planner).map(\.description)
    return tribes.isEmpty ? ["the records of a predecessor"] : tribes
  }
}

extension NomadError {
  /// The error for a plan without a task of which something must be awaited.
  fileprivate static func mustBeAwaited(_ parts: [String]) -> NomadError {
    NomadError(
      .notSynchronous,
      "These parts of the plan must be awaited: \(parts.joined(separator: ", ")).",
      advice: "Nothing was changed. Call `try await plan()` instead."
    )
  }
}
