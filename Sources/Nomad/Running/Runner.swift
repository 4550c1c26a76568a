/// One run of a migrator, which runs the tribes of a plan one by one and records each before the next.
///
/// It decides nothing.
final class Runner: Sendable {
  let migrator: Nomad
  /// The app's version as records contain it; nil for none.
  let appVersion: String?
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
    for key in plan.unknownHolds { observer(.unknownHold(key)) }
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
    for key in plan.unknownHolds { observer(.unknownHold(key)) }
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
    // The contract tribes that found that the old shape is still needed.
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

  /// Throws the error of a tribe, unless the old shape of the data is still needed: then a contract tribe waits, and the
  /// others run.
  private func stop(
    at entry: TribeRegistry.Entry,
    _ error: NomadError,
    _ report: MigrationReport,
    _ postponed: inout Set<String>
  ) throws(NomadError) {
    if error.code == .shapeInUse, entry.phase == .contract {
      postponed.insert(entry.qualifiedName)
      observer(.postponed(entry, error))
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
    // It was not this app that ran what a predecessor did.
    let runner = baseline.predecessor == nil ? appVersion : nil
    let marks = entries.map { LedgerRecord(reason, of: $0, attempt: 1, appVersion: runner) }
    let readable = entries.compactMap { LedgerRecord.readability(of: $0, after: history, appVersion: appVersion) }
    let others = plan.unlisted.map { LedgerRecord(reason, key: $0, name: $0.text) }
    do {
      try await session.append(readable + marks + others + [baseline.startRecord(appVersion: appVersion)])
    } catch {
      throw .unmarked(error)
    }
    for entry in entries { observer(.marked(entry)) }
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
