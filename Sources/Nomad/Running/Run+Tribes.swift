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
    var report = MigrationReport(plan: plan)
    observer(.planned(plan))
    for key in plan.unknownHolds { observer(.unknownHold(key)) }
    if history.tornBytes > 0 { observer(.ignored(tornBytes: history.tornBytes)) }
    for entry in plan.late { observer(.late(entry)) }
    do throws(NomadError) {
      try checkStart(of: plan)
      if let session, !plan.isEmpty {
        try await prepare(for: plan, after: history)
        try await runTribes(of: plan, after: history, in: session, into: &report)
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
  private func checkStart(of plan: MigrationPlan) throws(NomadError) {
    try checkRefusal(of: plan)
    let missing = plan.missingDependencies
    guard missing.isEmpty else { throw .missingDependencies(missing.map(\.description)) }
  }

  /// Throws an error if the policy forbids the run.
  func checkRefusal(of plan: MigrationPlan) throws(NomadError) {
    if plan.isNewerRefused { throw .newerThanApp(plan.newerTribes, plan.currentVersion) }
    if plan.isLateRefused { throw .lateTribes(plan.late) }
  }

  /// Throws an error if the plan ends before its last tribe.
  private func checkEnd(of plan: MigrationPlan, after history: LedgerHistory) throws(NomadError) {
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
    var progress = Progress(unmarked: plan.baseline)
    for (index, step) in steps.enumerated() {
      try await take(step, index, of: steps.count, after: history, in: session, &progress, into: &report)
    }
    try await mark(&progress, of: plan, after: history, in: session)
  }

  /// The state of a run between two tribes.
  private struct Progress {
    /// The baseline that is not recorded yet.
    var unmarked: MigrationPlan.Baseline?
    /// The tribes that found that they have to wait, or that require such a tribe.
    var postponed: Set<String> = []
  }

  /// Runs the tribe of a step, unless it has to wait.
  private func take(
    _ step: MigrationPlan.Step,
    _ index: Int,
    of count: Int,
    after history: LedgerHistory,
    in session: any LedgerSession,
    _ progress: inout Progress,
    into report: inout MigrationReport
  ) async throws(NomadError) {
    let entry = step.entry
    // A tribe that may be postponed waits for a tribe that it requires. No other tribe can.
    if let name = entry.requires.first(where: progress.postponed.contains) {
      guard step.mayBePostponed else { throw .requires(name, entry) }
      progress.postponed.insert(entry.qualifiedName)
      return
    }
    if entry.position != .first { try await mark(&progress, of: report.plan, after: history, in: session) }
    let attempts = try announce(entry, as: .began(entry, index: index, count: count), after: history)
    let records = AttemptRecords(
      readability: LedgerRecord.readability(of: entry, after: history, appVersion: appVersion),
      isTogether: entry.transactionKind != nil && entry.transactionKind == session.transactionKind
    )
    do throws(NomadError) {
      let mayBePostponed = step.mayBePostponed
      let duration = try await run(entry, after: attempts, in: session, records, mayBePostponed: mayBePostponed)
      report.migrated.append(MigrationReport.Item(step, duration: duration))
      observer(.finished(entry, duration: duration))
    } catch {
      guard error.code == .postponed, step.mayBePostponed else {
        let error = error.with(report)
        observer(.failed(entry, error))
        throw error
      }
      progress.postponed.insert(entry.qualifiedName)
      observer(.postponed(entry, error))
    }
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

  /// Marks tribes as done and records that the first start is over: all of it or nothing.
  ///
  /// Does nothing if that has been done.
  private func mark(
    _ progress: inout Progress,
    of plan: MigrationPlan,
    after history: LedgerHistory,
    in session: any LedgerSession
  ) async throws(NomadError) {
    guard let baseline = progress.unmarked else { return }
    progress.unmarked = nil
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

  /// Runs one tribe, and returns how long it took.
  ///
  /// A record that it began precedes it, and a record of the outcome follows.
  package func run(
    _ entry: TribeRegistry.Entry,
    after attempts: LedgerHistory.Attempts,
    in session: any LedgerSession,
    _ records: AttemptRecords,
    mayBePostponed: Bool = false
  ) async throws(NomadError) -> Duration {
    let attempt: TribeAttempt
    do {
      if !records.before.isEmpty { try await session.append(records.before) }
      attempt = TribeAttempt(at: entry, after: attempts, of: self, in: session)
      try await session.append(records.atStart + [attempt.record(.began)])
    } catch {
      throw .notBegun(entry, error)
    }
    // A session may misreport the outcome of the work.
    let (hasBegun, outcome) = (Locked(false), Locked<Result<Duration, any Error>?>(nil))
    var failure: (any Error)?
    do {
      try await session.perform {
        if hasBegun.exchange(true) { throw Misuse(description: "the ledger ran it again") }
        do {
          try await attempt.runTribe()
          outcome.value = .success(attempt.duration)
        } catch {
          outcome.value = .failure(error)
          throw error
        }
      } recording: {
        if case .failure(let error)? = outcome.value { throw error }
        return [attempt.record(records.end)] + records.atEnd
      }
    } catch {
      failure = error
    }
    let (error, hasRun): (any Error, Bool)
    switch (outcome.value, failure) {
    case (.success(let duration)?, nil): return duration
    case (.success?, let error?): throw .unrecorded(entry, error)
    case (.failure(let thrown)?, _): (error, hasRun) = (thrown, true)
    case (nil, let thrown): (error, hasRun) = (thrown ?? Misuse(description: "the ledger did not run it"), false)
    }
    // Best effort: without this record, the attempt counts as one during which the process died.
    try? await session.append(attempt.record(.failed(error: NomadError.words(of: error))))
    throw hasRun ? problem(error, in: entry, attempt.stopReason, mayBePostponed) : .notBegun(entry, error)
  }

  /// Returns the error for a tribe that threw one.
  private func problem(
    _ error: any Error,
    in entry: TribeRegistry.Entry,
    _ stopReason: RunLimit.Reason?,
    _ mayBePostponed: Bool
  ) -> NomadError {
    switch (error, stopReason) {
    // A `CancellationError` can also come from a task that the tribe itself cancelled.
    case (let error as CancellationError, _) where Task.isCancelled: .cancelled("in", entry, error)
    case (let error as TribeDependencies.MissingValues, _):
      .missingDependencies(error.words(for: entry))
    case (is CancellationError, let reason?): .stopped(by: reason, in: entry, error)
    // The tribe itself found that it has to wait.
    case (let error as NomadError, _) where error.code == .postponed && mayBePostponed: error
    default: .tribeFailed(entry, error)
    }
  }

  /// The error for a session that did a tribe's work more than once or not at all.
  private struct Misuse: Error, CustomStringConvertible {
    let description: String
  }
}

/// The records of an attempt, besides that it began or failed.
package struct AttemptRecords: Sendable {
  /// The records to add before the attempt, in a write of their own.
  var before: [LedgerRecord] = []
  /// The records to add together with the record that the attempt began, before that one.
  var atStart: [LedgerRecord] = []
  /// The record that the work is done.
  var end = LedgerRecord.Kind.finished
  /// The records to add together with it.
  var atEnd: [LedgerRecord] = []

  /// The records of an attempt to revert a tribe.
  package init(atStart: [LedgerRecord], end: LedgerRecord.Kind, atEnd: [LedgerRecord]) {
    (self.atStart, self.end, self.atEnd) = (atStart, end, atEnd)
  }

  /// The records of an attempt to run a tribe, with the oldest version of the app that can read the result.
  ///
  /// An older app that sees that the tribe began must know this version, too. If the tribe and its records are one
  /// transaction, it is part of that, because a rollback changes nothing.
  init(readability: LedgerRecord?, isTogether: Bool) {
    let readability = [readability].compactMap(\.self)
    if isTogether { atEnd = readability } else { before = readability }
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
