extension Nomad {
  /// Says which tribes would run now, and why the others would not.
  ///
  /// Reads the ledger, and changes and creates nothing.
  ///
  /// - Parameters:
  ///   - includesDeferred: Whether the plan is that of ``migrateDeferred(until:observing:isolation:)``.
  ///   - isolation: The actor that calls, which is left only if the ledger has to be waited for.
  /// - Returns: The plan.
  /// - Throws: ``NomadError`` if two tribes have one version or one once-id, if a tribe is there twice, if a tribe
  ///   requires itself or one that is not in the registry, if the current version is illegal, or if there is a ledger
  ///   that cannot be read.
  public func plan(
    includingDeferred includesDeferred: Bool = false,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(NomadError) -> MigrationPlan {
    try checkRestored()
    var planner = planner(at: try currentVersion.resolved())
    planner.runsDeferred = includesDeferred
    if hasImmediatePredecessors, let history = try immediateHistory() { return try plan(after: history, with: planner) }
    let history = try await readHistory()
    return try plan(after: history, with: await asking(planner, after: history))
  }

  /// Says which tribes would run after a history.
  package func plan(after history: LedgerHistory) throws(NomadError) -> MigrationPlan {
    let current = try currentVersion.resolved()
    return try plan(after: history, with: planner(at: current))
  }

  /// Runs the tribes that have not run yet, once each, in order, recording each before the next begins.
  ///
  /// If others migrate with the same ledger, in this process or in another, this waits until they are done and
  /// runs what they left. With nothing to run, it reads the ledger and waits for nobody.
  ///
  /// - Parameters:
  ///   - deadline: When the run has to stop, as if its task were cancelled: while it waits for another run, between two
  ///     tribes, or inside of one where it saves a checkpoint. A tribe that has begun and saves none runs to its end. The
  ///     run stops in the same way, with the code `suspended`, before the system suspends the process.
  ///   - observer: Called with each event of the run, one after the other, on whichever thread runs it. The run waits
  ///     for it to return.
  ///   - isolation: The actor that calls, which is left only if there is something to do.
  /// - Returns: What ran.
  /// - Throws: ``NomadError``. The run halts at the first error; what ran before is recorded and in the error's
  ///   report, and the next call starts with the tribe that failed. A ledger of your own may also fail when the run
  ///   is over; the error then says so, and has the report of what ran. A ``MigrationRole/observer`` runs nothing: for
  ///   it, data that is not ready is an error.
  @discardableResult
  public func migrate(
    until deadline: ContinuousClock.Instant? = nil,
    observing observer: @escaping @Sendable (MigrationEvent) -> Void = { _ in },
    isolation: isolated (any Actor)? = #isolation
  ) async throws(NomadError) -> MigrationReport {
    try await migrate(runsDeferred: false, until: deadline, observing: observer)
  }

  /// Runs the tribes that ``migrate(until:observing:isolation:)`` runs and the deferred ones, all in migration order.
  ///
  /// Call it when there is time, such as in a background task. With a deadline, a deferred tribe stops at a checkpoint,
  /// and the next call goes on there.
  ///
  /// - Parameters:
  ///   - deadline: The instant at which the run has to stop: see ``migrate(until:observing:isolation:)``.
  ///   - observer: The closure that is called with each event of the run.
  ///   - isolation: The actor that calls, which is left only if there is something to do.
  /// - Returns: The report of the run.
  /// - Throws: ``NomadError``, as ``migrate(until:observing:isolation:)`` does.
  @discardableResult
  public func migrateDeferred(
    until deadline: ContinuousClock.Instant? = nil,
    observing observer: @escaping @Sendable (MigrationEvent) -> Void = { _ in },
    isolation: isolated (any Actor)? = #isolation
  ) async throws(NomadError) -> MigrationReport {
    try await migrate(runsDeferred: true, until: deadline, observing: observer)
  }

  private func migrate(
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
      appVersion: current?.text ?? "",
      dependencies: dependencies,
      requirements: requirements,
      limit: RunLimit(deadline: deadline),
      observer: observer
    )
    if role == .observer { try checkRestored() }
    // Asked here, so that a start with nothing pending stays on the actor that calls.
    if try hasUnfinishedRestore() { try await finishRestore() }
    if let plan = try planner.settledPlan(by: seal) { return runner.complete(plan) }
    return role == .observer ? try await observe(planner, with: runner) : try await run(planner, with: runner)
  }

  /// The app's version as it is recorded; empty for none.
  package func appVersion() throws(NomadError) -> String { try currentVersion.resolved()?.text ?? "" }

  /// What a run would do, as far as that can be seen without waiting for anybody; changes nothing.
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

  /// Plans, and runs what is planned.
  private func run(_ planner: Planner, with runner: Runner) async throws(NomadError) -> MigrationReport {
    let waiting = Waiting(limit: runner.limit) { runner.observer(.waiting(holder: $0)) }
    let history = try await readHistory(waiting)
    let plan = try self.plan(after: history, with: await asking(planner, after: history))
    // Whether the process died during a tribe, or another one is running it now, only who holds the ledger can tell.
    if plan.isEmpty, plan.quarantined == nil {
      if !plan.isRefused { try await secure(history) }
      return try await runner.run(plan, recordingIn: nil, after: history)
    }
    // Held until the run is over: a process that is suspended must not hold a lock.
    let activity = ExpiringActivity()
    defer { activity.end() }
    guard await activity.begin() else { throw .stopped(by: .suspension, waitingFor: ledger.identity) }
    var limited = runner
    limited.limit.activity = activity
    while true {
      do throws(NomadError) {
        return try await runHolding(planner, with: limited)
      } catch {
        // Another process was killed in it while this one waited.
        guard error.code == .restoreUnfinished else { throw error }
        try await finishRestore()
      }
    }
  }

  /// Waits for the ledger, and runs what is planned then.
  private func runHolding(_ planner: Planner, with runner: Runner) async throws(NomadError) -> MigrationReport {
    let waiting = Waiting(limit: runner.limit) { runner.observer(.waiting(holder: $0)) }
    let ledger = ledger
    let outcome = Locked<Result<MigrationReport, NomadError>?>(nil)
    do {
      return try await Waiting.$current.withValue(waiting) {
        try await ledger.withExclusiveAccess { session in
          // The wait is over, and what tribes wait for is their own affair.
          try await Waiting.$current.withValue(Waiting()) {
            let registration = runner.limit.activity?.onExpiry(session.suspend)
            defer { if let registration { runner.limit.activity?.forget(registration) } }
            // The session of a run can be suspended, which a restore must not be.
            try checkRestored()
            // Others may have run some of it while this waited.
            let history = try await session.history()
            let plan = try self.plan(after: history, with: await asking(planner, after: history))
            // And been killed before it was durable.
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
      tribe.needs.filter(dependencies.lacks).map { MigrationPlan.MissingDependency(tribe: tribe, dependency: $0) }
    }
    return plan
  }

  /// Sees to it that what the history says stays true.
  private func secure(_ history: LedgerHistory) async throws(NomadError) {
    if history.isDurable { return }
    let activity = ExpiringActivity()
    defer { activity.end() }
    // The next run that has time does it.
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

  private func planner(at current: CurrentVersion.Resolved?) -> Planner {
    Planner(
      registry: registry,
      currentVersion: current?.version,
      appVersion: current?.text ?? "",
      policy: policy,
      hasPredecessors: !predecessors.isEmpty,
      isObserving: role == .observer
    )
  }

  /// What ran, if that can be read at once.
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

  /// A planner that knows what has to be asked for: what predecessors kept, and what contract tribes wait for.
  func asking(_ planner: Planner, after history: LedgerHistory) async throws(NomadError) -> Planner {
    var planner = planner
    if !predecessors.isEmpty, history.isFirstStart {
      (planner.adopted, planner.hasAsked) = (try await adopted(), true)
    }
    let contracts = registry.entries.filter { $0.phase == .contract && !history.contains($0.key) }
    // Readers do not depend on contract tribes, and to ask can need the right to write.
    if contracts.isEmpty || role == .observer { return planner }
    do {
      planner.obstacles = try await ledger.obstacles(to: contracts, appVersion: planner.appVersion)
    } catch {
      throw .unreadable(ledger.identity, error)
    }
    return planner
  }
}
