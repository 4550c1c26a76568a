extension Nomad {
  /// Returns the plan for a ledger with the given history; throws an error if something must be awaited.
  package func plan(after history: LedgerHistory) throws(NomadError) -> MigrationPlan {
    if let plan = try planAtOnce(after: history, with: try planner()) { return plan }
    throw .mustBeAwaited((adoption?.names ?? [ledger.identity]).joined(separator: " and "))
  }

  /// Returns the app's version as records contain it.
  ///
  /// - Returns: The version; nil if the app has none.
  /// - Throws: ``NomadError`` with the code `illegalCurrentVersion` if it cannot be read.
  public func appVersion() throws(NomadError) -> String? { try currentVersion.resolved()?.text }

  /// Reads the ledger and makes a plan.
  func plan(
    with planner: Planner,
    in context: LedgerContext
  ) async throws(NomadError) -> (MigrationPlan, LedgerHistory) {
    let history = try await readHistory(in: context)
    return (try await plan(after: history, with: planner, in: context), history)
  }

  /// Makes a plan without suspending; returns nil if something must be awaited first: the ledger, which tells why tribes
  /// have to wait, or the predecessors.
  package func planAtOnce(after history: LedgerHistory, with planner: Planner) throws(NomadError) -> MigrationPlan? {
    guard tribesToAskAbout(after: history, by: planner).isEmpty else { return nil }
    var adopted: MigrationPlan.Baseline?
    if let adoption {
      let due = try planner.undecided(after: history)
      if asksPredecessors(after: history, due) {
        guard adoption.isImmediate else { return nil }
        adopted = try adoption.baselineAtOnce(for: registry, after: history, due)
      }
    }
    return withMissingDependencies(try planner.plan(after: history, adopting: adopted))
  }

  /// Asks the predecessors and the ledger, and makes a plan with their answers.
  func plan(
    after history: LedgerHistory,
    with planner: Planner,
    in context: LedgerContext
  ) async throws(NomadError) -> MigrationPlan {
    let reasons = try await reasonsToPostpone(after: history, by: planner, in: context)
    var adopted: MigrationPlan.Baseline?
    if let adoption {
      let due = try planner.undecided(after: history, postponing: reasons)
      if asksPredecessors(after: history, due) {
        adopted = try await adoption.baseline(for: registry, after: history, due)
      }
    }
    return withMissingDependencies(try planner.plan(after: history, adopting: adopted, postponing: reasons))
  }

  /// Whether the predecessors decide about a tribe: at the first start, or for due tribes without a record.
  private func asksPredecessors(after history: LedgerHistory, _ due: [TribeRegistry.Entry]) -> Bool {
    history.isFirstStart || !due.isEmpty
  }

  /// Returns the tribes about which the ledger must be asked before there is a plan.
  package func tribesToAskAbout(after history: LedgerHistory, by planner: Planner) -> [TribeRegistry.Entry] {
    // Readers do not depend on such tribes, and asking may need permission to write.
    planner.isReading ? [] : registry.entries.filter { planner.mayPostpone($0) && !$0.isDone(after: history) }
  }

  private func reasonsToPostpone(
    after history: LedgerHistory,
    by planner: Planner,
    in context: LedgerContext
  ) async throws(NomadError) -> [LedgerKey: String] {
    let tribes = tribesToAskAbout(after: history, by: planner)
    if tribes.isEmpty { return [:] }
    do {
      return try await ledger.reasonsToPostpone(tribes, in: context)
    } catch {
      throw .unreadable(ledger.identity, error)
    }
  }

  private func withMissingDependencies(_ plan: MigrationPlan) -> MigrationPlan {
    var plan = plan
    plan.missingDependencies = missingDependencies(of: plan.pending)
    return plan
  }

  /// Returns the dependencies of tribes for which the migrator has no value.
  package func missingDependencies(of tribes: [TribeRegistry.Entry]) -> [MigrationPlan.MissingDependency] {
    tribes.flatMap { tribe in
      let missing = tribe.dependencies.filter(dependencies.hasNoValue(for:)).map {
        MigrationPlan.MissingDependency(tribe: tribe, dependency: $0)
      }
      guard let database = tribe.database, database.kind != ledger.transactionKind,
        dependencies.hasNoValue(for: database.dependency)
      else { return missing }
      return missing
        + [MigrationPlan.MissingDependency(tribe: tribe, dependency: database.dependency, advice: database.advice)]
    }
  }

  /// Returns the tribes of the registry that have begun or are done, in migration order.
  ///
  /// Throws an error if two tribes share a target, or if a record is of another module's tribe.
  package func recordedTribes(in history: LedgerHistory) throws(NomadError) -> [TribeRegistry.Entry] {
    if let (one, other) = registry.summary.duplicate { throw .duplicateTarget(one, other) }
    let planner = try planner()
    for entry in registry.entries { _ = try planner.isDone(entry, by: history) }
    return registry.entries.filter { history.state(of: $0.key) != nil }
  }

  /// Returns the plan for a ledger whose seal shows that nothing is due; nil if it does not.
  package func settledPlan(by planner: Planner) throws(NomadError) -> MigrationPlan? {
    guard planner.canSettle else { return nil }
    do {
      return try ledger.seal().flatMap(planner.plan(answeredBy:))
    } catch {
      throw .unreadable(ledger.identity, error)
    }
  }

  /// Whether a run with nothing to do still has to make the history durable, or to replace the ledger's seal.
  package func needsSettling(_ plan: MigrationPlan, after history: LedgerHistory, by planner: Planner) -> Bool {
    if !history.isDurable { return true }
    // A ledger without seals returns nil.
    guard planner.canSettle, let old = try? ledger.seal() else { return false }
    return planner.seal(of: plan, after: history).map { $0 != old } ?? false
  }

  /// Returns the maker of plans for the current version.
  package func planner(
    upTo target: TribeTarget? = nil,
    runsDeferred: Bool = false,
    isReading: Bool = false
  ) throws(NomadError) -> Planner {
    let current = try currentVersion.resolved()
    var end: LedgerKey?
    if let target { end = try LedgerKey(target) }
    return Planner(
      registry: registry,
      currentVersion: current?.version,
      appVersion: current?.text,
      policy: policy,
      end: end,
      hasPredecessors: adoption != nil,
      runsDeferred: runsDeferred,
      isReading: isReading,
      mayPostpone: ledger.mayPostpone
    )
  }

  /// Returns the history of the ledger; nil if it must be awaited.
  package func immediateHistory() throws(NomadError) -> LedgerHistory? {
    do { return try ledger.immediateHistory() } catch { throw .unreadable(ledger.identity, error) }
  }

  package func readHistory(in context: LedgerContext = LedgerContext()) async throws(NomadError) -> LedgerHistory {
    if let history = try immediateHistory() { return history }
    let ledger = ledger
    do {
      return try await context.cancellingAtDeadline { try await ledger.history() }
    } catch {
      if error is CancellationError, !Task.isCancelled, let reason = context.limit.reached {
        throw .stopped(by: reason, waitingFor: ledger.identity)
      }
      throw .notBegun(ledger.identity, error)
    }
  }
}

extension MigrationPlan {
  /// Returns the plan with the name of the ledger that it was made for.
  package func of(_ ledger: some Ledger) -> MigrationPlan {
    var plan = self
    plan.ledger = ledger.identity
    return plan
  }
}
