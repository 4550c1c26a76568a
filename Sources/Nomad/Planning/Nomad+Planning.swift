extension Nomad {
  /// Returns the plan: which tribes would run now, and why the others would not.
  ///
  /// This reads the ledger. It changes and creates nothing.
  ///
  /// - Parameters:
  ///   - includesDeferred: Whether to return the plan of ``migrateDeferred(until:observing:isolation:)``.
  ///   - isolation: The actor of the caller. The call leaves it only to wait for the ledger.
  /// - Returns: The plan.
  /// - Throws: ``NomadError`` if no plan can be made, for example if two tribes have the same version or once-id, if
  ///   the registry lists a tribe twice, if a tribe requires itself or a tribe that is not in the registry, if the
  ///   current version is illegal, or if the ledger exists and cannot be read.
  public func plan(
    includingDeferred includesDeferred: Bool = false,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(NomadError) -> MigrationPlan {
    try checkRestored()
    let planner = planner(at: try currentVersion.resolved(), runsDeferred: includesDeferred)
    if adoption?.isImmediate != false, let history = try immediateHistory() {
      return try plan(after: history, with: planner)
    }
    return try await plan(with: planner).0
  }

  /// Returns the plan for a ledger with the given history.
  package func plan(after history: LedgerHistory) throws(NomadError) -> MigrationPlan {
    let current = try currentVersion.resolved()
    return try plan(after: history, with: planner(at: current))
  }
}
