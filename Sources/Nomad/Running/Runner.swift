/// The executor of a plan, which runs its tribes one by one and records each before the next.
///
/// It decides nothing.
struct Runner: Sendable {
  /// The app's version as records contain it; nil for none.
  let appVersion: String?
  /// The values that the app gives to its tribes.
  var dependencies = TribeDependencies()
  /// The conditions that must be met before the first tribe runs.
  var requirements: [MigrationRequirement] = []
  var limit: RunLimit
  /// Takes a snapshot before the first tribe begins, if the policy asks for one.
  var takeSnapshot: @Sendable (MigrationPlan, LedgerHistory) async throws(NomadError) -> Void = { _, _ in }
  let observer: @Sendable (MigrationEvent) -> Void
  /// All names of the run's ledger, to detect a tribe that starts another run on it.
  var ledgerNames: [String] = []

  /// Completes a run whose plan has nothing to do.
  func complete(_ plan: MigrationPlan) -> MigrationReport {
    let report = MigrationReport(plan: plan)
    observer(.planned(plan))
    observer(.completed(report))
    return report
  }

  /// Runs the plan.
  ///
  /// The session is nil if there is nothing to run or to mark.
  func run(
    _ plan: MigrationPlan,
    recordingIn session: (any LedgerSession)?,
    after history: LedgerHistory
  ) async throws(NomadError) -> MigrationReport {
    var report = MigrationReport(plan: plan)
    observer(.planned(plan))
    if history.tornBytes > 0 { observer(.recovered(tornBytes: history.tornBytes)) }
    for entry in plan.late { observer(.late(entry)) }
    do throws(NomadError) {
      if plan.isNewerRefused { throw .newerThanApp(plan.newerTribes, plan.currentVersion) }
      if plan.isLateRefused { throw .lateTribes(plan.late) }
      let missing = plan.missingDependencies.map { ($0.tribe as TribeRegistry.Entry?, $0.dependency) }
      guard missing.isEmpty else { throw .missingDependencies(missing) }
      if let session {
        if !plan.isEmpty {
          try await requirements.check(before: plan.pending)
          try await takeSnapshot(plan, history)
        }
        try await run(recordingIn: session, after: history, into: &report)
      }
      if let (entry, deaths) = plan.quarantined {
        observer(.quarantined(entry, deaths: deaths))
        throw .quarantined(entry, deaths: deaths, error: history.attempts(at: entry.key).error)
      }
      if let entry = plan.tribeOnHold { throw .onHold(entry) }
      if let (entry, name) = plan.blocked { throw .requires(name, entry) }
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
    after history: LedgerHistory,
    into report: inout MigrationReport
  ) async throws(NomadError) {
    let steps = report.plan.stepsToRun
    var baseline = report.plan.baseline
    let attemptsByKey = history.attemptsByKey
    // The contract tribes that found a host that needs the old shape.
    var postponed: Set<String> = []
    for (index, step) in steps.enumerated() {
      if let name = step.entry.requires.first(where: postponed.contains) {
        guard step.entry.phase == .contract else { throw .requires(name, step.entry) }
        postponed.insert(step.entry.qualifiedName)
        continue
      }
      if let reached = baseline, step.entry.position != .first {
        try await mark(report.plan, as: reached, after: history, recordingIn: session)
        baseline = nil
      }
      if Task.isCancelled { throw .cancelled("before", step.entry) }
      if let reason = limit.reached { throw .stopped(by: reason, before: step.entry) }
      let attempts = attemptsByKey[step.entry.key] ?? LedgerHistory.Attempts()
      if attempts.deaths > 0 { observer(.retrying(step.entry, deaths: attempts.deaths)) }
      observer(.began(step.entry, index: index, count: steps.count))
      do throws(NomadError) {
        try await recordReadability(of: step.entry, after: history, in: session)
        let duration = try await run(step.entry, after: attempts, recordingIn: session)
        report.migrated.append(MigrationReport.Item(step, duration: duration))
        observer(.finished(step.entry, duration: duration))
      } catch {
        // A host that needs the old shape has appeared meanwhile. This tribe waits, and the others run.
        if error.code == .shapeInUse, step.entry.phase == .contract {
          postponed.insert(step.entry.qualifiedName)
          continue
        }
        let error = error.with(report)
        observer(.failed(step.entry, error))
        throw error
      }
    }
    if let baseline { try await mark(report.plan, as: baseline, after: history, recordingIn: session) }
  }

  /// Marks tribes as done and records that the first start is over: all of it or nothing.
  private func mark(
    _ plan: MigrationPlan,
    as baseline: MigrationPlan.Baseline,
    after history: LedgerHistory,
    recordingIn session: any LedgerSession
  ) async throws(NomadError) {
    let entries = plan.marked
    let reason = LedgerRecord.Kind.marked(reason: baseline.reason)
    let marks = entries.map { LedgerRecord(reason, of: $0, attempt: 1, appVersion: appVersion) }
    let readable = entries.compactMap { LedgerRecord.readability(of: $0, after: history, appVersion: appVersion) }
    // Without the app's version, because it was not this app that had those tribes.
    let others = plan.unlisted.map { LedgerRecord(reason, key: $0, name: $0.place) }
    do {
      try await session.append(readable + marks + others + [baseline.startRecord(appVersion: appVersion)])
    } catch {
      throw .unmarked(error)
    }
    for entry in entries { observer(.marked(entry)) }
  }

  /// Records the oldest version of the app that can read the result of a tribe, or that no older one can any more.
  ///
  /// This record precedes the one that the tribe began, so that an older app that sees the latter also knows whether it
  /// can read the result.
  private func recordReadability(
    of entry: TribeRegistry.Entry,
    after history: LedgerHistory,
    in session: any LedgerSession
  ) async throws(NomadError) {
    guard let record = LedgerRecord.readability(of: entry, after: history, appVersion: appVersion) else { return }
    do { try await session.append(record) } catch { throw .notBegun(entry, error) }
  }

  /// Runs one tribe.
  ///
  /// A record that it began precedes it, and a record of the outcome follows.
  private func run(
    _ entry: TribeRegistry.Entry,
    after attempts: LedgerHistory.Attempts,
    recordingIn session: any LedgerSession
  ) async throws(NomadError) -> Duration {
    let (number, appVersion, observer, build) = (attempts.count + 1, appVersion, observer, Build.current)
    let start = ContinuousClock.now
    let record: @Sendable (LedgerRecord.Kind) -> LedgerRecord = { kind in
      let duration = kind == .began ? .zero : start.duration(to: .now)
      return LedgerRecord(kind, of: entry, duration: duration, attempt: number, appVersion: appVersion, build: build)
    }
    do {
      try await session.append(record(.began))
    } catch {
      throw .notBegun(entry, error)
    }
    let attempt = TribeAttempt(at: entry, after: attempts, within: limit, as: record) {
      try await session.append($0)
    } performing: {
      try await session.perform($0, recording: $1)
    } reporting: { completed, total in
      session.report(completed, of: total)
      observer(.progressed(entry, completed: completed, total: total))
    }
    // A session may misreport the outcome of the work.
    let (hasBegun, outcome) = (Locked(false), Locked<Result<Duration, any Error>?>(nil))
    let (ledgerNames, dependencies) = (ledgerNames, dependencies)
    var failure: (any Error)?
    do {
      try await session.perform {
        if hasBegun.exchange(true) { throw Misuse(description: "the ledger ran it again") }
        do {
          try await ActiveRun.on(ledgerNames) {
            try await TribeDependencies.Scope.$current.withValue(TribeDependencies.Scope(dependencies)) {
              try await attempt.run()
            }
          }
          outcome.value = .success(start.duration(to: .now))
        } catch {
          outcome.value = .failure(error)
          throw error
        }
      } recording: {
        if case .failure(let error)? = outcome.value { throw error }
        return record(.finished)
      }
    } catch {
      failure = error
    }
    switch (outcome.value, failure) {
    case (.success(let duration)?, nil): return duration
    case (.success?, let error?): throw .unrecorded(entry, error)
    case (.failure(let error)?, _):
      await note(error, in: session, as: record)
      // A `CancellationError` can also come from a task that the tribe itself cancelled.
      switch error {
      case let error as CancellationError where Task.isCancelled: throw .cancelled("in", entry, error)
      case let error as TribeDependencies.MissingValues:
        throw .missingDependencies(error.dependencies.map { (entry, $0) })
      case is CancellationError where attempt.stopReason != nil:
        throw .stopped(by: attempt.stopReason ?? .deadline, in: entry, error)
      default: throw .tribeFailed(entry, error)
      }
    case (nil, let error):
      let error = error ?? Misuse(description: "the ledger did not run it")
      await note(error, in: session, as: record)
      throw .notBegun(entry, error)
    }
  }

  /// Records that a tribe failed.
  ///
  /// Best effort: without this record the attempt counts as one during which the process died.
  private func note(
    _ error: any Error,
    in session: any LedgerSession,
    as record: (LedgerRecord.Kind) -> LedgerRecord
  ) async {
    try? await session.append(record(.failed(error: NomadError.words(of: error))))
  }

  /// The error for a session that did a tribe's work more than once or not at all.
  private struct Misuse: Error, CustomStringConvertible {
    let description: String
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
