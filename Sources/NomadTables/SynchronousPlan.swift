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
    var others = migrator.tribesToAskAbout(after: history, by: planner).map(\.description)
    if migrator.adoption?.isImmediate == false,
      migrator.asksPredecessors(after: history, try planner.undecided(after: history))
    {
      others.append("the records of a predecessor")
    }
    guard others.isEmpty else { throw .mustBeAwaited(others) }
    return try migrator.planAtOnce(after: history, with: planner)
  }

  /// Reads the records with ``Ledger/immediateHistory()``; throws an error if they must be awaited.
  public func blockForHistory() throws -> LedgerHistory {
    guard let history = try immediateHistory() else { throw NomadError.mustBeAwaited(["the ledger \(identity)"]) }
    return history
  }
}

extension NomadError {
  /// The error for a plan without a task of which something must be awaited.
  fileprivate static func mustBeAwaited(_ parts: [String]) -> NomadError {
    NomadError(
      .notSynchronous,
      "These parts of the plan must be awaited: \(parts.joined(separator: ", ")).",
      advice: "There is no plan without them. Call `try await plan()`."
    )
  }
}
