public import Nomad

extension SynchronousLedger {
  /// Runs the tribes that a migrator with this ledger has not run yet, as `migrate()` does, without a task.
  ///
  /// The thread blocks until the run has ended. If something has to be awaited, such as a tribe or a snapshot, the run
  /// throws an error before anything runs.
  ///
  /// - Parameters:
  ///   - migrator: The migrator. This is its ledger.
  ///   - target: The target of the last tribe that may run; nil for all.
  ///   - includesDeferred: Whether to run the deferred tribes too.
  ///   - deadline: The instant at which the run stops.
  ///   - observer: The closure that is called with each event.
  ///   - work: Returns the closure that runs a tribe; nil for a tribe that must be awaited.
  /// - Returns: The report of the run.
  /// - Throws: ``NomadError`` with the code `notSynchronous` if something must be awaited, or an error of `migrate()`.
  public func runSynchronously(
    _ migrator: Nomad,
    upTo target: TribeTarget? = nil,
    includingDeferred includesDeferred: Bool = false,
    until deadline: ContinuousClock.Instant? = nil,
    observing observer: @escaping @Sendable (MigrationEvent) -> Void = { _ in },
    work: @escaping (TribeRegistry.Entry) -> (() throws -> Void)?
  ) throws(NomadError) -> MigrationReport {
    let run = try Run(
      of: migrator,
      upTo: target,
      runsDeferred: includesDeferred,
      until: deadline,
      observing: observer
    )
    try migrator.checkRestored()
    if let plan = try migrator.settledPlan(by: run.planner) { return run.complete(plan) }
    let synchronous = SynchronousRun(run: run, work: work)
    // While the data is being restored, another process may be about to finish that.
    if let history = try migrator.immediateHistory(), history.restoredFolder == nil {
      let plan = try synchronous.plan(after: history)
      if !plan.needsLedger {
        if plan.isRecorded { try synchronous.settle(plan, history, in: self) }
        return try run.follow(plan, after: history)
      }
    }
    defer { run.activity.end() }
    guard run.activity.beginBlocking() else { throw .stopped(by: .suspension, waitingFor: identity) }
    return try synchronous.withLedger(self)
  }
}

/// A run that a thread follows: it does the same actions as a run with a task.
private struct SynchronousRun {
  let run: Run
  let work: (TribeRegistry.Entry) -> (() throws -> Void)?

  func plan(after history: LedgerHistory) throws(NomadError) -> MigrationPlan {
    if let plan = try run.migrator.planAtOnce(after: history, with: run.planner) { return plan }
    throw .notSynchronous(run.migrator.partsToAwait(after: history, by: run.planner))
  }

  /// Makes the history durable and seals it, as a run with a task does.
  func settle(
    _ plan: MigrationPlan,
    _ history: LedgerHistory,
    in ledger: some SynchronousLedger
  ) throws(NomadError) {
    guard run.migrator.needsSettling(plan, after: history, by: run.planner) else { return }
    defer { run.activity.end() }
    // Without time, this is left to the next run.
    guard run.activity.beginBlocking() else { return }
    do {
      try ledger.blockForExclusiveAccess(in: run.contextToSettle) { session in
        session.seal(by: run.planner.seal)
        if !history.isDurable { try session.secure() }
      }
    } catch {
      // As for a task.
      if !history.isDurable { try run.checkSecured(error) }
    }
  }

  /// Waits for the ledger, makes a plan, and follows it.
  func withLedger(_ ledger: some SynchronousLedger) throws(NomadError) -> MigrationReport {
    var outcome: Result<MigrationReport, NomadError>?
    do {
      return try ledger.blockForExclusiveAccess(in: run.context) { session in
        let registration = run.activity.onExpiry(session.suspend)
        defer { run.activity.forget(registration) }
        try run.migrator.checkRestored()
        session.seal(by: run.planner.seal)
        let history = try session.history()
        let result = Result { () throws(NomadError) in try follow(history, in: session) }
        outcome = result
        return try result.get()
      }
    } catch {
      let problem = run.problem(error, after: outcome.map { $0.map { _ in } })
      guard case .success(let report)? = outcome else { throw problem }
      throw problem.with(report)
    }
  }

  /// Makes a plan, because another run may have run some tribes while this one waited, and follows it.
  private func follow(
    _ history: LedgerHistory,
    in session: any SynchronousLedgerSession
  ) throws(NomadError) -> MigrationReport {
    let plan = try plan(after: history)
    // That run may have been killed before its records were durable.
    if plan.isRecorded {
      do { try session.secure() } catch { throw .notBegun(run.migrator.ledger.identity, error) }
    }
    let actions = RunActions(of: plan, after: history, in: session, by: run)
    var failure: (any Error)?
    while let action = try actions.next(after: failure) {
      failure = nil
      do {
        switch action {
        case .prepare(let plan, _): try checkWork(of: plan)
        case .append(let records): try session.append(records)
        case .appendBeforeTransaction(let records): try session.appendBeforeTransaction(records)
        case .perform(let attempt, let records): try session.perform({ try perform(attempt) }, recording: records)
        }
      } catch {
        failure = error
      }
    }
    return actions.report
  }

  /// Throws an error if something of the plan must be awaited.
  private func checkWork(of plan: MigrationPlan) throws(NomadError) {
    var others = plan.pending.filter { work($0) == nil }.map(\.description)
    if !run.migrator.conditions.isEmpty { others.append("the requirements of the migrator") }
    if run.migrator.policy.preparation != nil { others.append("the snapshot of the policy") }
    guard others.isEmpty else { throw .notSynchronous(others) }
  }

  private func perform(_ attempt: TribeAttempt) throws {
    guard let work = work(attempt.tribe) else { throw NomadError.notSynchronous([attempt.tribe.description]) }
    try attempt.perform(work)
  }
}

extension NomadError {
  /// The error for a run without a task of which something must be awaited.
  fileprivate static func notSynchronous(_ parts: [String]) -> NomadError {
    NomadError(
      .notSynchronous,
      "These parts of the run must be awaited: \(parts.joined(separator: ", ")).",
      advice: "Nothing was run. Call `try await migrate()`, or make them synchronous: a DatabaseTribe or a "
        + "DatabaseMigration is."
    )
  }
}
