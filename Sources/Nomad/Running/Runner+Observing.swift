extension Runner {
  /// Checks whether the data is ready; with a deadline, waits for the process that migrates.
  func observe(_ planner: Planner) async throws(NomadError) -> MigrationReport {
    let (waiting, ledger) = (waiting, migrator.ledger.identity)
    let backoff = Waiting.$current.withValue(waiting) { Backoff(on: ledger, upTo: .milliseconds(500)) }
    while true {
      let (plan, history) = try await migrator.plan(with: planner, waiting)
      let required = try required(by: plan, after: history)
      if required.isEmpty { return complete(plan) }
      try await wait(backoff, for: required)
    }
  }

  private func required(
    by plan: MigrationPlan,
    after history: LedgerHistory
  ) throws(NomadError) -> [TribeRegistry.Entry] {
    if plan.isNewerRefused { throw .newerThanApp(plan.newerTribes, plan.currentVersion) }
    if plan.isLateRefused { throw .lateTribes(plan.late) }
    try migrator.checkRestored()
    return plan.required(after: history)
  }

  private func wait(_ backoff: Backoff, for required: [TribeRegistry.Entry]) async throws(NomadError) {
    guard limit.deadline != nil else {
      throw .migrationRequired(required, "or give the observer a deadline, so that it waits")
    }
    do {
      try await backoff.wait(for: "the process that migrates")
    } catch {
      throw error is CancellationError
        ? .cancelled(waitingFor: migrator.ledger.identity)
        : .migrationRequired(required, "or give the observer a later deadline")
    }
  }
}

extension MigrationPlan {
  /// Returns the tribes that readers of the data depend on and that have not run.
  package func required(after history: LedgerHistory) -> [TribeRegistry.Entry] {
    steps.filter { step in
      guard step.entry.phase == .expand, step.entry.position != .always else { return false }
      return switch step.decision {
      case .run(.untilFirstVersion): !history.isDone(step.entry.key)
      case .run, .skip(.quarantined), .skip(.heldByQuarantinedTribe), .skip(.onHold), .skip(.heldByEarlierTribe),
        .skip(.requires):
        true
      case .mark, .skip: false
      }
    }.map(\.entry)
  }
}
