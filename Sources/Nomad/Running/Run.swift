internal import NomadFiles

/// One run of a migrator: from the first read of the ledger to the report.
///
/// ``start(isolation:)`` decides whether there is anything to do, `migrate()` reads and plans, `withLedger(_:)` waits for the
/// ledger, and `follow(_:after:in:)` does the ``RunActions`` of the plan that was made then. A run decides nothing that
/// the plan does not say, except to postpone a tribe that the plan allows to wait.
package final class Run: Sendable {
  package let migrator: Nomad
  package let planner: Planner
  /// The time that the system grants the run while it holds the ledger.
  package let activity: ExpiringActivity
  package let limit: RunLimit
  package let observer: @Sendable (MigrationEvent) -> Void
  /// What the ledger is told.
  package let context: LedgerContext

  package init(
    of migrator: Nomad,
    upTo target: TribeTarget? = nil,
    runsDeferred: Bool = false,
    isReading: Bool = false,
    until deadline: ContinuousClock.Instant?,
    observing observer: @escaping @Sendable (MigrationEvent) -> Void
  ) throws(NomadError) {
    let ledger = migrator.ledger.identity
    if try ActiveRun.uses(ledger, isReading: isReading) { throw .reentrant(ledger) }
    (self.migrator, self.observer) = (migrator, observer)
    planner = try migrator.planner(upTo: target, runsDeferred: runsDeferred, isReading: isReading)
    activity = ExpiringActivity(of: migrator.activitySystem)
    limit = RunLimit(deadline: deadline, activity: activity)
    context = LedgerContext(limit, planner.appVersion, migrator.dependencies) { observer(.waiting(holder: $0)) }
  }

  /// The app's version as records contain it; nil for none.
  package var appVersion: String? { planner.appVersion }

  /// Runs the tribes that are due.
  ///
  /// If the ledger's seal shows that everything is done, the call stays on the caller's actor.
  func start(isolation: isolated (any Actor)? = #isolation) async throws(NomadError) -> MigrationReport {
    if try migrator.interruption() != nil { try await migrator.finishRestore() }
    if let plan = try migrator.settledPlan(by: planner) { return complete(plan) }
    return try await migrate()
  }

  /// Completes a run whose plan has nothing to do.
  package func complete(_ plan: MigrationPlan) -> MigrationReport {
    let report = MigrationReport(plan: plan)
    observer(.planned(plan))
    for key in plan.unknownHolds { observer(.unknownHold(key)) }
    observer(.completed(report))
    return report
  }

  /// Makes a plan, and follows it in exclusive access to the ledger if anything is due.
  private func migrate() async throws(NomadError) -> MigrationReport {
    if let (plan, history) = try await firstPlan(), !plan.needsLedger {
      if plan.isRecorded { try await settle(plan, history) }
      return try follow(plan, after: history)
    }
    let outcome = Locked<MigrationReport?>(nil)
    do throws(NomadError) {
      return try await withLedger { history, session throws(NomadError) in
        session.seal(by: self.planner.seal)
        // Another run may have run some tribes while this one waited.
        let plan = try await self.migrator.plan(after: history, with: self.planner, in: self.context)
        // That run may have been killed before its records were durable.
        if plan.isRecorded {
          do { try await session.secure() } catch { throw .notBegun(self.migrator.ledger.identity, error) }
        }
        let report = try await self.follow(plan, after: history, in: session)
        outcome.value = report
        return report
      }
    } catch {
      throw outcome.value.map(error.with) ?? error
    }
  }

  /// Makes a plan before the run has the ledger; nil if the data is being restored.
  private func firstPlan() async throws(NomadError) -> (MigrationPlan, LedgerHistory)? {
    do {
      return try await migrator.plan(with: planner, in: context)
    } catch {
      // Another process may be about to finish the restore.
      guard error.code == .restoreUnfinished else { throw error }
      return nil
    }
  }

  /// Waits for the ledger, and calls `body` with the history and exclusive access to the ledger.
  ///
  /// The system grants time until it returns, because a suspended process must not hold a lock.
  package func withLedger<Value: Sendable>(
    _ body: @escaping @Sendable (LedgerHistory, any LedgerSession) async throws(NomadError) -> Value
  ) async throws(NomadError) -> Value {
    defer { activity.end() }
    guard await activity.begin() else { throw .stopped(by: .suspension, waitingFor: migrator.ledger.identity) }
    do throws(NomadError) {
      return try await withLedgerOnce(body)
    } catch {
      // Another process was killed during a restore while this one waited.
      guard error.code == .restoreUnfinished, migrator.policy.preparation != nil else { throw error }
      try await migrator.finishRestore()
      return try await withLedgerOnce(body)
    }
  }

  /// Makes the history durable and seals it, unless that has been done.
  private func settle(_ plan: MigrationPlan, _ history: LedgerHistory) async throws(NomadError) {
    guard migrator.needsSettling(plan, after: history, by: planner) else { return }
    defer { activity.end() }
    // Without time, this is left to the next run.
    guard await activity.begin() else { return }
    do {
      try await migrator.ledger.withExclusiveAccess(in: contextToSettle) { session in
        session.seal(by: planner.seal)
        if !history.isDurable { try await session.secure() }
      }
    } catch {
      // A seal only makes the next start faster.
      if !history.isDurable { try checkSecured(error) }
    }
  }

  /// The settings for a ledger that only has to make its records durable and to seal them.
  ///
  /// The ledger does not wait: another run that holds it does both itself.
  package var contextToSettle: LedgerContext {
    LedgerContext(RunLimit(deadline: .now, activity: activity), appVersion, migrator.dependencies)
  }

  /// Throws an error for records that could not be made durable, unless the ledger cannot be held or written now, which
  /// need not concern a run that has nothing to do.
  package func checkSecured(_ error: any Error) throws(NomadError) {
    guard !error.isImpossible else { return }
    throw .unsecured(migrator.ledger.identity, error)
  }

  private func withLedgerOnce<Value: Sendable>(
    _ body: @escaping @Sendable (LedgerHistory, any LedgerSession) async throws(NomadError) -> Value
  ) async throws(NomadError) -> Value {
    let ledger = migrator.ledger
    let outcome = Locked<Result<Void, NomadError>?>(nil)
    do {
      return try await ledger.withExclusiveAccess(in: context) { session in
        let registration = activity.onExpiry(session.suspend)
        defer { activity.forget(registration) }
        // Do not finish a restore here: the session of a run can be suspended, but a restore must not be.
        try migrator.checkRestored()
        let history = try await session.history()
        do throws(NomadError) {
          let value = try await body(history, session)
          outcome.value = .success(())
          return value
        } catch {
          outcome.value = .failure(error)
          throw error
        }
      }
    } catch {
      throw problem(error, after: outcome.value)
    }
  }

  /// Returns the error for a ledger that failed.
  ///
  /// The outcome is that of the work for which the ledger was held; nil if the work never began.
  package func problem(_ error: any Error, after outcome: Result<Void, NomadError>?) -> NomadError {
    let ledger = migrator.ledger.identity
    return switch outcome {
    case nil: .notBegun(ledger, error)
    case .failure(let stop): stop.followed(by: error, of: ledger)
    case .success: .unfinished(ledger, error)
    }
  }
}

extension Error {
  /// Whether the ledger cannot be held or written now.
  fileprivate var isImpossible: Bool {
    guard let error = self as? NomadError else { return false }
    let system = error.underlying as? SystemError
    return system?.isForbidden == true || system?.isWithoutRoom == true
      || [.ledgerBusy, .suspended, .deadlinePassed].contains(error.code)
  }
}
