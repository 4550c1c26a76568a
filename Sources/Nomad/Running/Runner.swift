/// One run of a migrator, which runs the tribes of a plan one by one and records each before the next.
///
/// It decides nothing.
final class Runner: Sendable {
  let migrator: Nomad
  /// The app's version as records contain it; nil for none.
  private let appVersion: String?
  let limit: RunLimit
  let observer: @Sendable (MigrationEvent) -> Void

  init(
    _ migrator: Nomad,
    appVersion: String?,
    limit: RunLimit,
    observer: @escaping @Sendable (MigrationEvent) -> Void
  ) {
    (self.migrator, self.appVersion, self.limit, self.observer) = (migrator, appVersion, limit, observer)
  }

  /// Returns the same run with the time that the system grants it.
  func during(_ activity: ExpiringActivity) -> Runner {
    let limit = RunLimit(deadline: limit.deadline, activity: activity)
    return Runner(migrator, appVersion: appVersion, limit: limit, observer: observer)
  }

  /// The way in which the run waits for another one.
  var waiting: Waiting { Waiting(limit: limit) { [observer] in observer(.waiting(holder: $0)) } }

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
    announce(plan, after: history)
    do throws(NomadError) {
      try checkStart(of: plan)
      if let session {
        if !plan.isEmpty { try await prepare(for: plan, after: history) }
        try await run(recordingIn: session, after: history, into: &report)
      }
      try checkEnd(of: plan, after: history)
    } catch {
      let error = error.with(report)
      observer(.stopped(error))
      throw error
    }
    observer(.completed(report))
    return report
  }

  private func announce(_ plan: MigrationPlan, after history: LedgerHistory) {
    observer(.planned(plan))
    if history.tornBytes > 0 { observer(.recovered(tornBytes: history.tornBytes)) }
    for entry in plan.late { observer(.late(entry)) }
  }

  /// Throws an error if nothing of the plan may run.
  private func checkStart(of plan: MigrationPlan) throws(NomadError) {
    if plan.isNewerRefused { throw .newerThanApp(plan.newerTribes, plan.currentVersion) }
    if plan.isLateRefused { throw .lateTribes(plan.late) }
    let missing = plan.missingDependencies.map { ($0.tribe as TribeRegistry.Entry?, $0.dependency) }
    guard missing.isEmpty else { throw .missingDependencies(missing) }
  }

  /// Checks the requirements, and takes a snapshot if the policy asks for one.
  private func prepare(for plan: MigrationPlan, after history: LedgerHistory) async throws(NomadError) {
    let requirements = migrator.requirements
    try await requirements.first?.checkAll(requirements, plan.pending)
    if let engine = migrator.policy.snapshot?.engine {
      try await engine.takeSnapshot(for: migrator, before: plan, after: history, within: limit, observer)
    }
  }

  /// Throws an error if the plan ends before its last tribe.
  private func checkEnd(of plan: MigrationPlan, after history: LedgerHistory) throws(NomadError) {
    if let (entry, deaths) = plan.quarantined {
      observer(.quarantined(entry, deaths: deaths))
      throw .quarantined(entry, deaths: deaths, error: history.attempts(at: entry.key).error)
    }
    if let entry = plan.tribeOnHold { throw .onHold(entry) }
    if let (entry, name) = plan.blocked { throw .requires(name, entry) }
  }

  /// Runs the tribes of the report's plan, and marks its baseline after the `.first` tribes.
  private func run(
    recordingIn session: any LedgerSession,
    after history: LedgerHistory,
    into report: inout MigrationReport
  ) async throws(NomadError) {
    let plan = report.plan
    let steps = plan.stepsToRun
    let firstCount = plan.baseline == nil ? 0 : steps.prefix { $0.entry.position == .first }.count
    // The contract tribes that found a host that needs the old shape.
    var postponed: Set<String> = []
    try await run(0..<firstCount, of: steps, recordingIn: session, after: history, into: &report, &postponed)
    // If the next tribe requires a postponed one, nothing is marked: a mark would supersede a postponed `.first` tribe.
    var next = firstCount
    while next < steps.count, try postpones(steps[next].entry, &postponed) { next += 1 }
    if let baseline = plan.baseline { try await mark(plan, as: baseline, after: history, recordingIn: session) }
    try await run(next..<steps.count, of: steps, recordingIn: session, after: history, into: &report, &postponed)
  }

  /// Runs some of the plan's tribes.
  ///
  /// The loop suspends in one place, because the compiler makes a copy of its body for each of them.
  private func run(
    _ indices: Range<Int>,
    of steps: [MigrationPlan.Step],
    recordingIn session: any LedgerSession,
    after history: LedgerHistory,
    into report: inout MigrationReport,
    _ postponed: inout Set<String>
  ) async throws(NomadError) {
    let attemptsByKey = history.attemptsByKey
    for index in indices {
      guard let attempts = try begin(index, of: steps, after: attemptsByKey, &postponed) else { continue }
      do throws(NomadError) {
        let duration = try await run(steps[index].entry, after: attempts, of: history, recordingIn: session)
        finish(steps[index], duration, in: &report)
      } catch {
        try stop(at: steps[index].entry, error, report, &postponed)
      }
    }
  }

  /// Announces a tribe, and returns the earlier attempts to run it; nil if it waits because it requires one that waits.
  private func begin(
    _ index: Int,
    of steps: [MigrationPlan.Step],
    after attemptsByKey: [LedgerKey: LedgerHistory.Attempts],
    _ postponed: inout Set<String>
  ) throws(NomadError) -> LedgerHistory.Attempts? {
    let entry = steps[index].entry
    if try postpones(entry, &postponed) { return nil }
    if Task.isCancelled { throw .cancelled("before", entry) }
    if let reason = limit.reached { throw .stopped(by: reason, before: entry) }
    let attempts = attemptsByKey[entry.key] ?? LedgerHistory.Attempts()
    if attempts.deaths > 0 { observer(.retrying(entry, deaths: attempts.deaths)) }
    observer(.began(entry, index: index, count: steps.count))
    return attempts
  }

  /// Postpones a contract tribe that requires a postponed one, and returns whether it did.
  private func postpones(_ entry: TribeRegistry.Entry, _ postponed: inout Set<String>) throws(NomadError) -> Bool {
    guard let name = entry.requires.first(where: postponed.contains) else { return false }
    guard entry.phase == .contract else { throw .requires(name, entry) }
    postponed.insert(entry.qualifiedName)
    return true
  }

  private func finish(_ step: MigrationPlan.Step, _ duration: Duration, in report: inout MigrationReport) {
    report.migrated.append(MigrationReport.Item(step, duration: duration))
    observer(.finished(step.entry, duration: duration))
  }

  /// Throws the error of a tribe, unless a host that needs the old shape has appeared meanwhile: then a contract tribe
  /// waits, and the others run.
  private func stop(
    at entry: TribeRegistry.Entry,
    _ error: NomadError,
    _ report: MigrationReport,
    _ postponed: inout Set<String>
  ) throws(NomadError) {
    if error.code == .shapeInUse, entry.phase == .contract {
      postponed.insert(entry.qualifiedName)
    } else {
      let error = error.with(report)
      observer(.failed(entry, error))
      throw error
    }
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

  /// Runs one tribe.
  ///
  /// A record that it began precedes it, and a record of the outcome follows. Before both, a record names the oldest
  /// version of the app that can read the result: so an older app that sees that the tribe began knows this, too.
  private func run(
    _ entry: TribeRegistry.Entry,
    after attempts: LedgerHistory.Attempts,
    of history: LedgerHistory,
    recordingIn session: any LedgerSession
  ) async throws(NomadError) -> Duration {
    let readability = LedgerRecord.readability(of: entry, after: history, appVersion: appVersion)
    try await begin(entry, with: readability, recordingIn: session)
    let (number, appVersion, observer, build) = (attempts.count + 1, appVersion, observer, Build.current)
    let start = ContinuousClock.now
    let record: @Sendable (LedgerRecord.Kind) -> LedgerRecord = { kind in
      let duration = kind == .began ? .zero : start.duration(to: .now)
      return LedgerRecord(kind, of: entry, duration: duration, attempt: number, appVersion: appVersion, build: build)
    }
    try await begin(entry, with: record(.began), recordingIn: session)
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
    let (ledgerNames, dependencies) = ([migrator.ledger.identity] + HeldLock.names, migrator.dependencies)
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
    let (result, error): (Result<Duration, any Error>?, any Error)
    result = outcome.value
    switch (result, failure) {
    case (.success(let duration)?, nil): return duration
    case (.success?, let error?): throw .unrecorded(entry, error)
    case (.failure(let thrown)?, _): error = thrown
    case (nil, let thrown): error = thrown ?? Misuse(description: "the ledger did not run it")
    }
    await note(error, in: session, as: record)
    throw result == nil ? .notBegun(entry, error) : problem(error, in: entry, attempt.stopReason)
  }

  private func begin(
    _ entry: TribeRegistry.Entry,
    with record: LedgerRecord?,
    recordingIn session: any LedgerSession
  ) async throws(NomadError) {
    guard let record else { return }
    do {
      try await session.append(record)
    } catch {
      throw .notBegun(entry, error)
    }
  }

  /// Returns the error for a tribe that threw one.
  private func problem(
    _ error: any Error,
    in entry: TribeRegistry.Entry,
    _ stopReason: RunLimit.Reason?
  ) -> NomadError {
    switch (error, stopReason) {
    // A `CancellationError` can also come from a task that the tribe itself cancelled.
    case (let error as CancellationError, _) where Task.isCancelled: .cancelled("in", entry, error)
    case (let error as TribeDependencies.MissingValues, _):
      .missingDependencies(error.dependencies.map { (entry, $0) })
    case (is CancellationError, let reason?): .stopped(by: reason, in: entry, error)
    default: .tribeFailed(entry, error)
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
