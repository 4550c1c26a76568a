/// Runs a plan: serially, in order, recording each tribe before the next one begins; it decides nothing.
struct Runner: Sendable {
  let appVersion: String?
  let observer: @Sendable (MigrationEvent) -> Void

  /// Runs the plan.
  ///
  /// Without a session there is nothing to run.
  func run(
    _ plan: MigrationPlan,
    recordingIn session: (any LedgerSession)?
  ) async throws(NomadError) -> MigrationReport {
    var report = MigrationReport(plan: plan)
    observer(.planned(plan))
    for entry in plan.late { observer(.late(entry)) }
    do throws(NomadError) {
      if plan.isRefused { throw .lateTribes(plan.late) }
      if let session {
        try await run(recordingIn: session, into: &report)
      }
    } catch {
      let error = error.with(report)
      observer(.stopped(error))
      throw error
    }
    observer(.completed(report))
    return report
  }

  private func run(
    recordingIn session: any LedgerSession,
    into report: inout MigrationReport
  ) async throws(NomadError) {
    let steps = report.plan.steps.filter(\.decision.isRun)
    for (index, step) in steps.enumerated() {
      if Task.isCancelled { throw .cancelled(before: step.entry) }
      observer(.began(step.entry, index: index, count: steps.count))
      do throws(NomadError) {
        let duration = try await migrate(step.entry)
        try await record(step.entry, duration: duration, in: session)
        report.migrated.append(MigrationReport.Item(step, duration: duration))
        observer(.finished(step.entry, duration: duration))
      } catch {
        let error = error.with(report)
        observer(.failed(step.entry, error))
        throw error
      }
    }
  }

  private func migrate(_ entry: TribeRegistry.Entry) async throws(NomadError) -> Duration {
    let start = ContinuousClock.now
    do {
      try await entry.migrate()
    } catch let error as CancellationError {
      throw .cancelled(in: entry, error)
    } catch {
      throw .tribeFailed(entry, error)
    }
    return start.duration(to: .now)
  }

  private func record(
    _ entry: TribeRegistry.Entry,
    duration: Duration,
    in session: any LedgerSession
  ) async throws(NomadError) {
    do {
      try await session.append(LedgerRecord(of: entry, duration: duration, appVersion: appVersion))
    } catch {
      throw .unrecorded(entry, error)
    }
  }
}

extension MigrationReport.Item {
  fileprivate init(_ step: MigrationPlan.Step, duration: Duration) {
    self.init(
      name: step.entry.name,
      module: step.entry.module,
      target: step.entry.target,
      duration: duration,
      isLate: step.decision.isLate
    )
  }
}
