extension Nomad {
  /// Checks that the data is ready for a process that only reads it and, with a deadline, waits until it is.
  ///
  /// Call this method in each process that leaves the tribes to another process, such as an app extension, a widget or
  /// a program on a read replica, each time before it reads the data:
  ///
  /// ```swift
  /// try await Nomad(.generated, ledger: .file(at: url)).waitUntilMigrated(until: .now + .seconds(5))
  /// ```
  ///
  /// It only reads the ledger. It never locks, writes, marks, restores or runs anything.
  ///
  /// The data is ready when every tribe that readers depend on has run. Readers do not depend on an `.always` tribe, on
  /// a tribe that the ledger may postpone, on a deferred tribe that no pending tribe requires, or on a `.first` tribe
  /// that has run once.
  ///
  /// - Parameters:
  ///   - deadline: The instant at which the wait for the process that migrates ends. Without one, the method looks at
  ///     the ledger once, and does not wait.
  ///   - observer: The closure that is called with each event: ``MigrationEvent/waiting(holder:)`` if the data is not
  ///     ready yet and, when it is, ``MigrationEvent/planned(_:)`` and ``MigrationEvent/completed(_:)``.
  ///   - isolation: The actor of the caller. The call leaves it only to wait.
  /// - Returns: The plan, in which no tribe that readers depend on is left.
  /// - Throws: ``NomadError`` with the code `migrationRequired` if the data is not ready, or not ready in time. If the
  ///   policy refuses the data, or if the ledger cannot be read, it throws the error that
  ///   ``migrate(upTo:includingDeferred:until:observing:isolation:)`` throws.
  @discardableResult
  public func waitUntilMigrated(
    until deadline: ContinuousClock.Instant? = nil,
    observing observer: @escaping @Sendable (MigrationEvent) -> Void = { _ in },
    isolation: isolated (any Actor)? = #isolation
  ) async throws(NomadError) -> MigrationPlan {
    let run = try Run(of: self, isReading: true, until: deadline, observing: observer)
    try checkRestored()
    if let plan = try settledPlan(by: run.planner) { return run.complete(plan).plan }
    return try await run.waitUntilMigrated()
  }
}

extension Run {
  /// Returns the plan of a reader and the tribes that still have to run before it; throws an error for data that the
  /// policy refuses.
  func readiness() async throws(NomadError) -> (plan: MigrationPlan, pending: [TribeRegistry.Entry]) {
    try migrator.checkRestored()
    if let plan = try migrator.settledPlan(by: planner) { return (plan, []) }
    let (plan, history) = try await migrator.plan(with: planner, in: context)
    if let refusal = plan.refusal { throw refusal }
    try migrator.checkRestored()
    return (plan, plan.required(after: history))
  }

  /// Waits for the process that migrates; without a deadline, throws an error if the data is not ready.
  func waitUntilMigrated() async throws(NomadError) -> MigrationPlan {
    let ledger = migrator.ledger.identity
    var pending: [TribeRegistry.Entry] = []
    var wait = LedgerContext.Wait(on: ledger, atMost: nil, pausingAtMost: .milliseconds(500))
    do {
      while true {
        let plan: MigrationPlan
        (plan, pending) = try await readiness()
        if pending.isEmpty { return complete(plan).plan }
        guard limit.deadline != nil else {
          throw NomadError.migrationRequired(pending, "or give a deadline, and wait for it")
        }
        try await Task.sleep(until: context.next(&wait, "the process that migrates"), clock: .continuous)
      }
    } catch {
      if error is CancellationError { throw .cancelled(waitingFor: ledger) }
      let error = error as? NomadError ?? .unreadable(ledger, error)
      guard error.code == .deadlinePassed, !pending.isEmpty else { throw error }
      throw .migrationRequired(pending, "or give a later deadline")
    }
  }
}

extension MigrationPlan {
  /// Returns the tribes that readers of the data depend on and that have not run.
  package func required(after history: LedgerHistory) -> [TribeRegistry.Entry] {
    steps.filter { step in
      if step.mayBePostponed || step.entry.position == .always { return false }
      return switch step.decision {
      case .run(.untilFirstVersion): !history.isDone(step.entry.key)
      case .run, .skip(.quarantined), .skip(.heldByQuarantinedTribe), .skip(.onHold), .skip(.heldByEarlierTribe),
        .skip(.requires):
        true
      case .mark, .merged, .skip: false
      }
    }.map(\.entry)
  }
}
