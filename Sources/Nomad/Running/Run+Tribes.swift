extension Run {
  /// Follows a plan: announces it, prepares the data, runs the tribes one by one, and records each before the next.
  func follow(
    _ plan: MigrationPlan,
    after history: LedgerHistory,
    in session: any LedgerSession
  ) async throws(NomadError) -> MigrationReport {
    let actions = RunActions(of: plan, after: history, in: session, by: self)
    try await take(actions.next, in: session)
    return actions.report
  }

  /// Follows a plan with nothing to run or to mark.
  package func follow(_ plan: MigrationPlan, after history: LedgerHistory) throws(NomadError) -> MigrationReport {
    let actions = RunActions(of: plan, after: history, in: nil, by: self)
    _ = try actions.next()
    return actions.report
  }

  /// Does the actions that a closure returns until it returns nil, and gives it the error of each action.
  package func take(
    _ next: ((any Error)?) throws(NomadError) -> RunActions.Action?,
    in session: any LedgerSession
  ) async throws(NomadError) {
    var failure: (any Error)?
    while let action = try next(failure) {
      failure = nil
      do {
        switch action {
        case .prepare(let plan, let history): try await prepare(for: plan, after: history)
        case .append(let records): try await session.append(records)
        case .appendBeforeTransaction(let records): try await session.appendBeforeTransaction(records)
        case .perform(let attempt, let records): try await session.perform(attempt.perform, recording: records)
        }
      } catch {
        failure = error
      }
    }
  }

  private func prepare(for plan: MigrationPlan, after history: LedgerHistory) async throws(NomadError) {
    for preparation in migrator.preparations { try await preparation.prepare(for: plan, after: history, in: self) }
  }

  /// Prepares the data for work of tribes, such as by a snapshot.
  package func prepare(for tribes: [TribeRegistry.Entry], after history: LedgerHistory) async throws(NomadError) {
    let steps = tribes.map { MigrationPlan.Step($0, .run(.notFinished)) }
    let (newest, current) = (history.versions.max(), planner.currentVersion)
    try await prepare(
      for: MigrationPlan(dataVersion: newest, currentVersion: current, unknownHolds: [], open: steps) { steps },
      after: history
    )
  }

  /// Announces that a tribe begins; throws an error if the run has to stop.
  package func announce(_ tribe: TribeRun, as event: MigrationEvent) throws(NomadError) {
    let attempt = tribe.attempt
    if Task.isCancelled { throw .cancelled("before", attempt.tribe) }
    if let reason = limit.reached { throw .stopped(by: reason, before: attempt.tribe) }
    if attempt.deaths > 0 { observer(.retrying(attempt.tribe, deaths: attempt.deaths)) }
    observer(event)
  }
}
