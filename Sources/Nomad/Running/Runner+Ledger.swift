extension Runner {
  /// Runs or observes what the planner plans.
  func start(_ planner: Planner) async throws(NomadError) -> MigrationReport {
    migrator.role == .observer ? try await observe(planner) : try await run(planner)
  }

  /// Makes a plan and runs it.
  private func run(_ planner: Planner) async throws(NomadError) -> MigrationReport {
    let (plan, history) = try await migrator.plan(with: planner, waiting)
    // Only the holder of the ledger can tell whether the process died during a tribe or another process runs it now.
    if plan.isEmpty, plan.quarantined == nil {
      if !plan.isRefused { try await migrator.secure(history) }
      return try await run(plan, recordingIn: nil, after: history)
    }
    // Lasts until the run is over, because a suspended process must not hold a lock.
    let activity = ExpiringActivity()
    defer { activity.end() }
    guard await activity.begin() else { throw .stopped(by: .suspension, waitingFor: migrator.ledger.identity) }
    let limited = during(activity)
    while true {
      do throws(NomadError) {
        return try await limited.runHolding(planner)
      } catch {
        // Another process was killed during a restore while this one waited.
        guard error.code == .restoreUnfinished else { throw error }
        try await migrator.finishRestore()
      }
    }
  }

  /// Waits for the ledger, makes a plan, and runs it.
  private func runHolding(_ planner: Planner) async throws(NomadError) -> MigrationReport {
    let ledger = migrator.ledger
    let outcome = Locked<Result<MigrationReport, NomadError>?>(nil)
    do {
      return try await Waiting.$current.withValue(waiting) {
        try await ledger.withExclusiveAccess { session in
          // The wait is over. Waits that tribes start must not inherit its limit and its observer.
          try await Waiting.$current.withValue(Waiting()) {
            let registration = self.limit.activity?.onExpiry(session.suspend)
            defer { if let registration { self.limit.activity?.forget(registration) } }
            // Do not finish a restore here: the session of a run can be suspended, but a restore must not be.
            try self.migrator.checkRestored()
            // Another run may have run some tribes while this one waited.
            let history = try await session.history()
            let plan = try await self.migrator.askedPlan(after: history, with: planner)
            // That run may have been killed before its records were durable.
            if plan.isEmpty, !plan.isRefused { try await session.secure() }
            do throws(NomadError) {
              let report = try await self.run(plan, recordingIn: session, after: history)
              outcome.value = .success(report)
              return report
            } catch {
              outcome.value = .failure(error)
              throw error
            }
          }
        }
      }
    } catch {
      switch outcome.value {
      case nil: throw .notBegun(ledger.identity, error)
      case .failure(let stop): throw stop.followed(by: error, of: ledger.identity)
      case .success(let report): throw NomadError.unfinished(ledger.identity, error).with(report)
      }
    }
  }
}
