extension Nomad {
  /// Runs the tribes that have not run yet, once each, in order.
  ///
  /// Each is recorded before the next begins.
  ///
  /// If another run uses the same ledger, in this process or in another, this method waits for it. Then it runs the
  /// tribes that the other run left. If nothing is pending, it reads the ledger and does not wait.
  ///
  /// - Parameters:
  ///   - deadline: The instant at which the run stops, as if its task were cancelled. It stops while it waits for
  ///     another run, between two tribes, or when a tribe saves a checkpoint. A tribe that saves no checkpoint runs to
  ///     its end. In the same places, the run stops with the code `suspended` before the system suspends the process.
  ///   - observer: The closure that is called with each event, one after the other, on the thread that runs it. The run
  ///     waits for it to return.
  ///   - isolation: The actor of the caller. The call leaves it only if there is something to do.
  /// - Returns: The report of the run.
  /// - Throws: ``NomadError``. The run halts at the first error. The tribes that ran before it are recorded and listed
  ///   in the error's report, and the next call starts with the tribe that failed. A custom ledger may also fail after
  ///   the run. The error then reports that, and its report lists what ran. A ``MigrationRole/observer`` runs nothing
  ///   and throws an error if the data is not ready.
  @discardableResult
  public func migrate(
    until deadline: ContinuousClock.Instant? = nil,
    observing observer: @escaping @Sendable (MigrationEvent) -> Void = { _ in },
    isolation: isolated (any Actor)? = #isolation
  ) async throws(NomadError) -> MigrationReport {
    try await migrate(runsDeferred: false, until: deadline, observing: observer)
  }

  func migrate(
    runsDeferred: Bool,
    until deadline: ContinuousClock.Instant?,
    observing observer: @escaping @Sendable (MigrationEvent) -> Void,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(NomadError) -> MigrationReport {
    if try ActiveRun.holds(ledger.identity) { throw .reentrant(ledger.identity) }
    let current = try currentVersion.resolved()
    var planner = planner(at: current)
    planner.runsDeferred = runsDeferred
    let runner = Runner(
      appVersion: current?.text,
      dependencies: dependencies,
      requirements: requirements,
      limit: RunLimit(deadline: deadline),
      observer: observer
    )
    if role == .observer { try checkRestored() }
    // Checked here, so that a start with nothing pending stays on the caller's actor.
    if try hasUnfinishedRestore() { try await finishRestore() }
    if let plan = try planner.settledPlan(by: seal) { return runner.complete(plan) }
    return role == .observer ? try await observe(planner, with: runner) : try await run(planner, with: runner)
  }

  /// Returns the app's version as records contain it; nil for none.
  package func appVersion() throws(NomadError) -> String? { try currentVersion.resolved()?.text }

  /// Returns what a run would do, as far as this is known without waiting; changes nothing.
  package func outlook() throws(NomadError) -> Outlook {
    if try ActiveRun.holds(ledger.identity) { throw .reentrant(ledger.identity) }
    if try hasUnfinishedRestore() { return .unknown }
    let planner = planner(at: try currentVersion.resolved())
    if let plan = try planner.settledPlan(by: seal) { return .nothing(MigrationReport(plan: plan)) }
    guard let history = try immediateHistory() else { return .unknown }
    if history.isFirstStart, !hasImmediatePredecessors { return .unknown }
    let plan = try self.plan(after: history, with: planner)
    if role == .observer, !plan.isRefused {
      return plan.required(after: history).isEmpty ? .nothing(MigrationReport(plan: plan)) : .noTribe
    }
    if !plan.pending.isEmpty { return .tribes }
    let isOver =
      plan.isEmpty && !plan.isRefused && plan.quarantined == nil && plan.tribeOnHold == nil && plan.blocked == nil
      && history.isDurable
    return isOver ? .nothing(MigrationReport(plan: plan)) : .noTribe
  }

  /// Makes a plan and runs it.
  private func run(_ planner: Planner, with runner: Runner) async throws(NomadError) -> MigrationReport {
    let waiting = Waiting(limit: runner.limit) { runner.observer(.waiting(holder: $0)) }
    let history = try await readHistory(waiting)
    let plan = try self.plan(after: history, with: await asking(planner, after: history))
    // Only the holder of the ledger can tell whether the process died during a tribe or another process runs it now.
    if plan.isEmpty, plan.quarantined == nil {
      if !plan.isRefused { try await secure(history) }
      return try await runner.run(plan, recordingIn: nil, after: history)
    }
    // Lasts until the run is over, because a suspended process must not hold a lock.
    let activity = ExpiringActivity()
    defer { activity.end() }
    guard await activity.begin() else { throw .stopped(by: .suspension, waitingFor: ledger.identity) }
    var limited = runner
    limited.limit.activity = activity
    while true {
      do throws(NomadError) {
        return try await runHolding(planner, with: limited)
      } catch {
        // Another process was killed during a restore while this one waited.
        guard error.code == .restoreUnfinished else { throw error }
        try await finishRestore()
      }
    }
  }

  /// Waits for the ledger, makes a plan, and runs it.
  private func runHolding(_ planner: Planner, with runner: Runner) async throws(NomadError) -> MigrationReport {
    let waiting = Waiting(limit: runner.limit) { runner.observer(.waiting(holder: $0)) }
    let ledger = ledger
    let outcome = Locked<Result<MigrationReport, NomadError>?>(nil)
    do {
      return try await Waiting.$current.withValue(waiting) {
        try await ledger.withExclusiveAccess { session in
          // The wait is over. Waits that tribes start must not inherit its limit and its observer.
          try await Waiting.$current.withValue(Waiting()) {
            let registration = runner.limit.activity?.onExpiry(session.suspend)
            defer { if let registration { runner.limit.activity?.forget(registration) } }
            // Do not finish a restore here: the session of a run can be suspended, but a restore must not be.
            try checkRestored()
            // Another run may have run some tribes while this one waited.
            let history = try await session.history()
            let plan = try self.plan(after: history, with: await asking(planner, after: history))
            // That run may have been killed before its records were durable.
            if plan.isEmpty, !plan.isRefused { try await session.secure() }
            var runner = runner
            if let engine = policy.snapshot?.engine {
              runner.takeSnapshot = {
                [observer = runner.observer, limit = runner.limit] plan, history throws(NomadError) in
                try await engine.takeSnapshot(for: self, before: plan, after: history, within: limit, observer)
              }
            }
            runner.ledgerNames = [ledger.identity] + HeldLock.names
            do throws(NomadError) {
              let report = try await runner.run(plan, recordingIn: session, after: history)
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

  func plan(after history: LedgerHistory, with planner: Planner) throws(NomadError) -> MigrationPlan {
    var planner = planner
    if !predecessors.isEmpty, !planner.hasAsked, history.isFirstStart { planner.adopted = try adoptedAtOnce() }
    var plan = try planner.plan(after: history)
    plan.missingDependencies = plan.pending.flatMap { tribe in
      tribe.dependencies.filter(dependencies.hasNoValue(for:)).map {
        MigrationPlan.MissingDependency(tribe: tribe, dependency: $0)
      }
    }
    return plan
  }

  /// Makes the history durable, unless it already is.
  private func secure(_ history: LedgerHistory) async throws(NomadError) {
    if history.isDurable { return }
    let activity = ExpiringActivity()
    defer { activity.end() }
    // Without time, this is left to the next run.
    guard await activity.begin() else { return }
    do {
      try await Waiting.$current.withValue(Waiting(limit: RunLimit(activity: activity))) { try await ledger.secure() }
    } catch {
      throw .unsecured(ledger.identity, error)
    }
  }

  /// The seal at the end of the ledger; nil if there is none.
  private var seal: LedgerSeal? {
    get throws(NomadError) {
      do { return try ledger.seal() } catch { throw .unreadable(ledger.identity, error) }
    }
  }

  func planner(at current: CurrentVersion.Resolved?) -> Planner {
    Planner(
      registry: registry,
      currentVersion: current?.version,
      appVersion: current?.text,
      policy: policy,
      hasPredecessors: !predecessors.isEmpty,
      isObserving: role == .observer
    )
  }

  /// Returns the history of the ledger; nil if it must be awaited.
  package func immediateHistory() throws(NomadError) -> LedgerHistory? {
    do { return try ledger.immediateHistory() } catch { throw .unreadable(ledger.identity, error) }
  }

  func readHistory(_ waiting: Waiting = Waiting()) async throws(NomadError) -> LedgerHistory {
    if let history = try immediateHistory() { return history }
    do {
      return try await Waiting.$current.withValue(waiting) { try await ledger.history() }
    } catch {
      throw .notBegun(ledger.identity, error)
    }
  }

  /// Returns a planner that also knows what the predecessors recorded, and why contract tribes have to wait.
  func asking(_ planner: Planner, after history: LedgerHistory) async throws(NomadError) -> Planner {
    var planner = planner
    if !predecessors.isEmpty, history.isFirstStart {
      (planner.adopted, planner.hasAsked) = (try await adopted(), true)
    }
    let contracts = registry.entries.filter { $0.phase == .contract && !history.isDone($0.key) }
    // Readers do not depend on contract tribes, and asking may need permission to write.
    if contracts.isEmpty || role == .observer { return planner }
    do {
      planner.reasonsToWait = try await ledger.reasonsToWait(for: contracts, appVersion: planner.appVersion)
    } catch {
      throw .unreadable(ledger.identity, error)
    }
    return planner
  }
}
