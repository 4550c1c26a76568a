extension Nomad {
  /// Checks whether the data is ready; with a deadline, waits for the process that migrates.
  func observe(_ planner: Planner, with runner: Runner) async throws(NomadError) -> MigrationReport {
    let waiting = Waiting(limit: runner.limit) { runner.observer(.waiting(holder: $0)) }
    var backoff = Waiting.$current.withValue(waiting) { Backoff(on: ledger.identity, upTo: .milliseconds(500)) }
    while true {
      let history = try await readHistory(waiting)
      let plan = try self.plan(after: history, with: await asking(planner, after: history))
      if plan.isNewerRefused { throw .newerThanApp(plan.newerTribes, plan.currentVersion) }
      if plan.isLateRefused { throw .lateTribes(plan.late) }
      let required = plan.required(after: history)
      try checkRestored()
      if required.isEmpty { return runner.complete(plan) }
      guard runner.limit.deadline != nil else { throw .migrationRequired(required) }
      do {
        try await backoff.wait(for: "the process that migrates")
      } catch is CancellationError {
        throw .cancelled(waitingFor: ledger.identity)
      } catch {
        throw .migrationRequired(required)
      }
    }
  }
}

extension MigrationPlan {
  /// Returns the tribes that readers of the data depend on and that have not run.
  func required(after history: LedgerHistory) -> [TribeRegistry.Entry] {
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
