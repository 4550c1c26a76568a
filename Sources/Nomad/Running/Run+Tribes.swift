internal import NomadFiles

extension Run {
  /// Follows a plan: announces it, prepares the data, runs the tribes one by one, and records each before the next.
  ///
  /// The session is nil if there is nothing to run or to mark.
  func follow(
    _ plan: MigrationPlan,
    after history: LedgerHistory,
    in session: (any LedgerSession)?
  ) async throws(NomadError) -> MigrationReport {
    var report = begin(plan, after: history)
    do throws(NomadError) {
      try checkStart(of: plan)
      if let session, !plan.isEmpty {
        try await prepare(for: plan, after: history)
        try await runTribes(of: plan, after: history, in: session, into: &report)
      }
      try checkEnd(of: plan, after: history)
    } catch {
      throw stopped(by: error, report)
    }
    observer(.completed(report))
    return report
  }

  /// Announces a plan.
  package func begin(_ plan: MigrationPlan, after history: LedgerHistory) -> MigrationReport {
    observer(.planned(plan))
    for key in plan.unknownHolds { observer(.unknownHold(key)) }
    if history.tornBytes > 0 { observer(.ignored(tornBytes: history.tornBytes)) }
    for entry in plan.late { observer(.late(entry)) }
    return MigrationReport(plan: plan)
  }

  /// Announces that an error stopped the run.
  package func stopped(by error: NomadError, _ report: MigrationReport) -> NomadError {
    let error = error.with(report)
    observer(.stopped(error))
    return error
  }

  private func prepare(for plan: MigrationPlan, after history: LedgerHistory) async throws(NomadError) {
    for preparation in migrator.preparations { try await preparation.prepare(for: plan, after: history, in: self) }
  }

  /// Prepares the data for work of tribes, such as by a snapshot.
  package func prepare(for tribes: [TribeRegistry.Entry], after history: LedgerHistory) async throws(NomadError) {
    let steps = tribes.map { MigrationPlan.Step(entry: $0, decision: .run(.notFinished)) }
    let (newest, current) = (history.versions.max(), planner.currentVersion)
    try await prepare(
      for: MigrationPlan(dataVersion: newest, currentVersion: current, unknownHolds: [], open: steps) { steps },
      after: history
    )
  }

  /// Throws an error if nothing of the plan may run.
  package func checkStart(of plan: MigrationPlan) throws(NomadError) {
    try checkRefusal(of: plan)
    let missing = plan.missingDependencies
    guard missing.isEmpty else { throw .missingDependencies(missing.map(\.description)) }
  }

  /// Throws an error if the policy forbids the run.
  func checkRefusal(of plan: MigrationPlan) throws(NomadError) {
    if plan.isNewerRefused { throw .newerThanApp(plan.newerTribes, plan.currentVersion) }
    if plan.isTooOld, let oldest = migrator.policy.oldest { throw .dataTooOld(plan.dataVersion, oldest) }
    if plan.isLateRefused { throw .lateTribes(plan.late) }
  }

  /// Throws an error if the plan ends before its last tribe.
  package func checkEnd(of plan: MigrationPlan, after history: LedgerHistory) throws(NomadError) {
    if let (entry, deaths) = plan.quarantinedTribe {
      observer(.quarantined(entry, deaths: deaths))
      throw .quarantined(entry, deaths: deaths, error: history.attempts(at: entry.key).error)
    }
    if let entry = plan.tribeOnHold { throw .onHold(entry) }
    if let (entry, name) = plan.blocked { throw .requires(name, entry) }
  }

  /// Runs the tribes of a plan in order, and marks its baseline after the `.first` tribes.
  private func runTribes(
    of plan: MigrationPlan,
    after history: LedgerHistory,
    in session: any LedgerSession,
    into report: inout MigrationReport
  ) async throws(NomadError) {
    let steps = plan.stepsToRun
    var progress = Progress(of: plan)
    for (index, step) in steps.enumerated() {
      try await take(step, index, of: steps, after: history, in: session, &progress, into: &report)
    }
    try await mark(&progress, of: plan, before: [], after: history, in: session)
  }

  /// The state of a run between two tribes.
  package struct Progress {
    /// Whether the baseline of the plan is not recorded yet.
    fileprivate var hasBaseline: Bool
    /// The tribes that the plan marks and that are not marked yet.
    fileprivate var unmarked: [MigrationPlan.Step]
    /// The tribes that found that they have to wait, or that require such a tribe.
    fileprivate var postponed: Set<String> = []

    package init(of plan: MigrationPlan) {
      (hasBaseline, unmarked) = (plan.baseline != nil, plan.open.filter(\.decision.isMark))
    }
  }

  /// Runs the tribe of a step, unless it has to wait.
  private func take(
    _ step: MigrationPlan.Step,
    _ index: Int,
    of steps: [MigrationPlan.Step],
    after history: LedgerHistory,
    in session: any LedgerSession,
    _ progress: inout Progress,
    into report: inout MigrationReport
  ) async throws(NomadError) {
    if try mustWait(step, &progress) { return }
    if step.entry.position != .first {
      try await mark(&progress, of: report.plan, before: steps[index...], after: history, in: session)
    }
    let attempts = try announce(step.entry, as: .began(step.entry, index: index, count: steps.count), after: history)
    let tribe = TribeRun(of: step, in: report.plan, after: attempts, of: history, by: self, in: session)
    do throws(NomadError) {
      finish(step, in: try await run(tribe, in: session), &report)
    } catch {
      try fail(step, error, &progress, report)
    }
  }

  /// Returns whether a tribe has to wait for one that it requires and that was postponed.
  package func mustWait(_ step: MigrationPlan.Step, _ progress: inout Progress) throws(NomadError) -> Bool {
    let entry = step.entry
    guard let name = entry.requires.first(where: progress.postponed.contains) else { return false }
    // A tribe that may be postponed waits for a tribe that it requires. No other tribe can.
    guard step.mayBePostponed else { throw .requires(name, entry) }
    progress.postponed.insert(entry.qualifiedName)
    return true
  }

  /// Reports a tribe that finished.
  package func finish(_ step: MigrationPlan.Step, in duration: Duration, _ report: inout MigrationReport) {
    report.migrated.append(MigrationReport.Item(step, duration: duration))
    observer(.finished(step.entry, duration: duration))
  }

  /// Reports a tribe that did not finish; throws the error unless the tribe was postponed.
  package func fail(
    _ step: MigrationPlan.Step,
    _ error: NomadError,
    _ progress: inout Progress,
    _ report: MigrationReport
  ) throws(NomadError) {
    guard error.code == .postponed, step.mayBePostponed else {
      let error = error.with(report)
      observer(.failed(step.entry, error))
      throw error
    }
    progress.postponed.insert(step.entry.qualifiedName)
    observer(.postponed(step.entry, error))
  }

  /// Announces that a tribe begins, and returns its earlier attempts; throws an error if the run has to stop.
  package func announce(
    _ entry: TribeRegistry.Entry,
    as event: MigrationEvent,
    after history: LedgerHistory
  ) throws(NomadError) -> LedgerHistory.Attempts {
    if Task.isCancelled { throw .cancelled("before", entry) }
    if let reason = limit.reached { throw .stopped(by: reason, before: entry) }
    let attempts = history.attempts(at: entry.key)
    if attempts.deaths > 0 { observer(.retrying(entry, deaths: attempts.deaths)) }
    observer(event)
    return attempts
  }

  /// Marks the tribes that are due to be marked before some steps, and records that the first start is over: all of it
  /// or nothing.
  private func mark(
    _ progress: inout Progress,
    of plan: MigrationPlan,
    before steps: ArraySlice<MigrationPlan.Step>,
    after history: LedgerHistory,
    in session: any LedgerSession
  ) async throws(NomadError) {
    guard let marks = marks(&progress, of: plan, before: steps, after: history) else { return }
    do { try await session.append(marks.records) } catch { throw .unmarked(error) }
    for entry in marks.tribes { observer(.marked(entry)) }
  }

  /// Returns the tribes to mark before some steps, with the records; nil if there is nothing to record.
  ///
  /// A merged tribe is marked in its place in the order: its version would make the tribes before it late.
  package func marks(
    _ progress: inout Progress,
    of plan: MigrationPlan,
    before steps: ArraySlice<MigrationPlan.Step>,
    after history: LedgerHistory
  ) -> (tribes: [TribeRegistry.Entry], records: [LedgerRecord])? {
    if !progress.hasBaseline, progress.unmarked.isEmpty { return nil }
    let next = MigrationPlan.Step.nextVersion(of: steps)
    let isDue = { (step: MigrationPlan.Step) in step.decision != .merged || step.isMarked(before: next) }
    let due = progress.unmarked.filter(isDue)
    guard progress.hasBaseline || !due.isEmpty else { return nil }
    let records = plan.marks(
      of: due.filter { $0.decision == .merged },
      withBaseline: progress.hasBaseline,
      after: history,
      appVersion: appVersion
    )
    progress.hasBaseline = false
    progress.unmarked.removeAll(where: isDue)
    return (due.map(\.entry), records)
  }

  /// Runs one tribe, and returns how long it took.
  ///
  /// A record that it began precedes it, and a record of the outcome follows.
  package func run(_ tribe: TribeRun, in session: any LedgerSession) async throws(NomadError) -> Duration {
    do {
      if !tribe.recordsBefore.isEmpty { try await session.append(tribe.recordsBefore) }
      let began = tribe.recordsOfBegin
      if tribe.isTogether { try await session.appendBeforeTransaction(began) } else { try await session.append(began) }
    } catch {
      throw .notBegun(tribe.entry, error)
    }
    var failure: (any Error)?
    do { try await session.perform(tribe.perform, recording: tribe.records) } catch { failure = error }
    switch try tribe.end(failure) {
    case .success(let duration): return duration
    case .failure(let failure):
      // Best effort: without this record, the attempt counts as one during which the process died.
      try? await session.append(failure.record)
      throw failure.error
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
