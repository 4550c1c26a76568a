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
    let planner = planner(at: current, runsDeferred: runsDeferred)
    let runner = Runner(self, appVersion: current?.text, limit: RunLimit(deadline: deadline), observer: observer)
    if role == .observer { try checkRestored() }
    // Checked here, so that a start with nothing pending stays on the caller's actor.
    if try hasUnfinishedRestore() { try await finishRestore() }
    if let plan = try planner.settledPlan(by: seal) { return runner.complete(plan) }
    return try await runner.start(planner)
  }

  /// Returns the app's version as records contain it; nil for none.
  package func appVersion() throws(NomadError) -> String? { try currentVersion.resolved()?.text }

  /// Returns the plan with which a run would begin, and the history of the ledger; changes nothing.
  ///
  /// - Returns: Nil if something must be awaited first, such as the ledger. The history is nil if the ledger's seal shows
  ///   that everything is done.
  /// - Throws: ``NomadError`` if no run can begin, or no plan can be made.
  package func planAtOnce() throws(NomadError) -> (plan: MigrationPlan, history: LedgerHistory?)? {
    if try ActiveRun.holds(ledger.identity) { throw .reentrant(ledger.identity) }
    if try hasUnfinishedRestore() { return nil }
    let planner = planner(at: try currentVersion.resolved())
    if let plan = try planner.settledPlan(by: seal) { return (plan, nil) }
    guard let history = try immediateHistory() else { return nil }
    if adoption?.isImmediate == false, try asksPredecessors(after: history, planner.undecided(after: history)) {
      return nil
    }
    return (try plan(after: history, with: planner), history)
  }

  /// Reads the ledger and makes a plan.
  func plan(
    with planner: Planner,
    _ waiting: Waiting = Waiting()
  ) async throws(NomadError) -> (MigrationPlan, LedgerHistory) {
    let history = try await readHistory(waiting)
    return (try await askedPlan(after: history, with: planner), history)
  }

  /// Makes a plan without suspending.
  ///
  /// - Throws: ``NomadError``, also if a predecessor must be awaited.
  func plan(after history: LedgerHistory, with planner: Planner) throws(NomadError) -> MigrationPlan {
    var adopted: MigrationPlan.Baseline?
    if let adoption {
      let due = try planner.undecided(after: history)
      if asksPredecessors(after: history, due) {
        adopted = try adoption.baselineAtOnce(for: registry, after: history, due)
      }
    }
    return withMissingDependencies(try planner.plan(after: history, adopting: adopted))
  }

  /// Asks the predecessors and the other hosts, and makes a plan with their answers.
  func askedPlan(after history: LedgerHistory, with planner: Planner) async throws(NomadError) -> MigrationPlan {
    let reasonsToWait = try await reasonsToWait(after: history, planner.appVersion)
    var adopted: MigrationPlan.Baseline?
    if let adoption {
      let due = try planner.undecided(after: history, reasonsToWait)
      if asksPredecessors(after: history, due) {
        adopted = try await adoption.baseline(for: registry, after: history, due)
      }
    }
    return withMissingDependencies(try planner.plan(after: history, adopting: adopted, reasonsToWait))
  }

  /// Whether the predecessors decide about a tribe: at the first start, or for due tribes without a record.
  private func asksPredecessors(after history: LedgerHistory, _ due: [TribeRegistry.Entry]) -> Bool {
    history.isFirstStart || !due.isEmpty
  }

  private func reasonsToWait(
    after history: LedgerHistory,
    _ appVersion: String?
  ) async throws(NomadError) -> [LedgerKey: String] {
    let contracts = registry.entries.filter { $0.phase == .contract && !history.isDone($0.key) }
    // Readers do not depend on contract tribes, and asking may need permission to write.
    if contracts.isEmpty || role == .observer { return [:] }
    do {
      return try await ledger.reasonsToWait(for: contracts, appVersion: appVersion)
    } catch {
      throw .unreadable(ledger.identity, error)
    }
  }

  private func withMissingDependencies(_ plan: MigrationPlan) -> MigrationPlan {
    var plan = plan
    plan.missingDependencies = plan.pending.flatMap { tribe in
      tribe.dependencies.filter(dependencies.hasNoValue(for:)).map {
        MigrationPlan.MissingDependency(tribe: tribe, dependency: $0)
      }
    }
    return plan
  }

  /// Makes the history durable, unless it already is.
  func secure(_ history: LedgerHistory) async throws(NomadError) {
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

  func planner(at current: CurrentVersion.Resolved?, runsDeferred: Bool = false) -> Planner {
    Planner(
      registry: registry,
      currentVersion: current?.version,
      appVersion: current?.text,
      policy: policy,
      hasPredecessors: adoption != nil,
      runsDeferred: runsDeferred,
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
}
