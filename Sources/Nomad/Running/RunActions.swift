/// The actions of a run that follows a plan.
///
/// It decides which action comes next, and sends the events between them. `Run` does the actions in a task, and the run
/// of `migrateSynchronously()` does them by blocking its thread.
package final class RunActions {
  /// One thing to do.
  package enum Action {
    /// Prepare the data, such as by a snapshot.
    case prepare(for: MigrationPlan, after: LedgerHistory)
    /// Append records to the ledger.
    case append([LedgerRecord])
    /// Append the records that a tribe begins. Its work and the record that it finished are then one transaction.
    case appendBeforeTransaction([LedgerRecord])
    /// Do a tribe's work, and append the records that it finished, and those that the next one begins.
    case perform(TribeAttempt, recording: @Sendable () throws -> [LedgerRecord])
  }

  /// The part of the run that the last action belonged to.
  private enum Stage {
    case start
    case preparation
    case mark([TribeRegistry.Entry])
    case tribe(TribeRun, MigrationPlan.Step)
    /// The end of a tribe that began together with the end of the one before, and must not run any more.
    case stop(NomadError)
  }

  private let run: Run
  /// The history before the run, and what the run has marked since.
  private var history: LedgerHistory
  private let session: (any LedgerSession)?
  private var stage = Stage.start
  package private(set) var report: MigrationReport

  /// The tribe that has begun together with the end of the one before; nil for none.
  private var begun: TribeRun?
  /// The tribes that run and are not announced.
  private var due: ArraySlice<MigrationPlan.Step>
  /// Whether the baseline of the plan is not recorded yet.
  private var hasBaseline: Bool
  /// The tribes that the plan marks and that are not marked yet.
  private var unmarked: [MigrationPlan.Step]
  /// The tribes that found that they have to wait, or that require such a tribe.
  private var postponed: Set<String> = []

  /// Creates the actions of a plan; without a session, of a plan with nothing to run or to mark.
  package init(of plan: MigrationPlan, after history: LedgerHistory, in session: (any LedgerSession)?, by run: Run) {
    (self.run, self.history, self.session) = (run, history, session)
    (report, due) = (MigrationReport(plan: plan), plan.stepsToRun[...])
    (hasBaseline, unmarked) = (plan.baseline != nil, plan.open.filter(\.decision.isMark))
  }

  private var plan: MigrationPlan { report.plan }

  /// Returns the next action; nil if the run is complete.
  ///
  /// It is given the error of the last action, or nil if there was none. It throws an error if the run has to stop.
  package func next(after error: (any Error)? = nil) throws(NomadError) -> Action? {
    do throws(NomadError) {
      if let action = try action(after: error) { return action }
      try checkEnd()
    } catch {
      let error = error.with(report)
      run.observer(.stopped(error))
      throw error
    }
    run.observer(.completed(report))
    return nil
  }

  private func action(after error: (any Error)?) throws(NomadError) -> Action? {
    switch stage {
    case .start:
      try announce()
      if plan.isEmpty { return nil }
      stage = .preparation
      return .prepare(for: plan, after: history)
    case .preparation:
      if let error { throw .notBegun(run.migrator.ledger.identity, error) }
      return try markOrBegin()
    case .mark(let tribes):
      if let error { throw .unmarked(error) }
      for tribe in tribes { run.observer(.marked(tribe)) }
      return try begin()
    case .tribe(let tribe, let step):
      do throws(NomadError) {
        if let action = try tribe.next(after: error) { return action }
        report.add(step, duration: tribe.duration)
        run.observer(.finished(step.entry, duration: tribe.duration))
        if let next = tribe.successor, next.hasBegun { begun = next }
      } catch {
        try fail(step, error)
      }
      return try markOrBegin()
    case .stop(let error): throw error
    }
  }

  /// Announces the plan; throws an error if nothing of it may run.
  private func announce() throws(NomadError) {
    run.observer(.planned(plan))
    for key in plan.unknownHolds { run.observer(.unknownHold(key)) }
    if history.tornBytes > 0 { run.observer(.ignored(tornBytes: history.tornBytes)) }
    for entry in plan.late { run.observer(.late(entry)) }
    if let refusal = plan.refusal { throw refusal }
    let missing = plan.missingDependencies
    guard missing.isEmpty else { throw .missingDependencies(missing) }
  }

  /// Marks the tribes that are due to be marked before the next tribe, if there are any, or begins that tribe.
  private func markOrBegin() throws(NomadError) -> Action? {
    while let step = due.first, try mustWait(step) { due.removeFirst() }
    guard let marks else { return try begin() }
    if marks.isBaseline { hasBaseline = false }
    unmarked.removeAll { step in marks.steps.contains { $0.entry.key == step.entry.key } }
    stage = .mark(marks.steps.map(\.entry))
    history = LedgerHistory(history.records + marks.records)
    return .append(marks.records)
  }

  /// Begins the next tribe; returns nil if none is left.
  private func begin() throws(NomadError) -> Action? {
    guard let session, let step = due.first else { return nil }
    let tribe = begun ?? TribeRun(of: step, after: history, by: run, in: session)
    begun = nil
    do throws(NomadError) {
      try run.announce(tribe, as: .began(step.entry, index: due.startIndex, count: due.endIndex))
    } catch {
      guard tribe.hasBegun else { throw error }
      stage = .stop(error)
      return tribe.stop(by: error)
    }
    due.removeFirst()
    tribe.successor = successor(of: tribe, in: session)
    stage = .tribe(tribe, step)
    return try action(after: nil)
  }

  /// Returns the tribe that comes next, if nothing has to be done before it but to record that a tribe has ended.
  private func successor(of tribe: TribeRun, in session: any LedgerSession) -> TribeRun? {
    // With predecessors, a tribe that was forgotten differs from one that never began.
    guard let step = due.first, marks == nil, !run.planner.hasPredecessors else { return nil }
    // The first start is over once a tribe with a version or an id has begun, so the first one may not begin and not run.
    if history.isFirstStart, !step.entry.key.isRepeated, isFirstOfVersions { return nil }
    guard !step.entry.requires.contains(where: postponed.contains), !run.migrator.ledger.mayPostpone(step.entry) else {
      return nil
    }
    let next = TribeRun(of: step, after: history, by: run, in: session)
    return tribe.mayBeFollowed(by: next) ? next : nil
  }

  /// Whether no tribe with a version or an id has surely begun in this run.
  private var isFirstOfVersions: Bool {
    plan.stepsToRun[..<due.startIndex].allSatisfy { earlier in
      earlier.entry.key.isRepeated || postponed.contains(earlier.entry.qualifiedName)
    }
  }

  /// Returns whether a tribe has to wait for one that it requires and that was postponed.
  private func mustWait(_ step: MigrationPlan.Step) throws(NomadError) -> Bool {
    let entry = step.entry
    guard let name = entry.requires.first(where: postponed.contains) else { return false }
    // A tribe that may be postponed waits for a tribe that it requires. No other tribe can.
    guard step.mayBePostponed else { throw .requires(name, entry) }
    postponed.insert(entry.qualifiedName)
    return true
  }

  /// The tribes to mark before those that are due, with the records; nil if there is nothing to record.
  ///
  /// With them, it is recorded that the first start is over: all of it or nothing. A merged tribe is marked in its place
  /// in the order: its version would make the tribes before it late. Nothing is marked before a `.first` tribe, which a
  /// version would supersede.
  private var marks: (steps: [MigrationPlan.Step], isBaseline: Bool, records: [LedgerRecord])? {
    if let first = due.first?.entry, first.position == .first {
      guard let version = plan.freshVersion, history.freshVersion(of: [first.module]) != version else { return nil }
      return ([], false, [.fresh(version, before: first, appVersion: run.appVersion)])
    }
    if !hasBaseline, unmarked.isEmpty { return nil }
    let next = MigrationPlan.Step.nextVersion(of: due)
    let marked = unmarked.filter { $0.decision != .merged || $0.isMarked(before: next) }
    guard hasBaseline || !marked.isEmpty else { return nil }
    let records = plan.marks(
      of: marked.filter { $0.decision == .merged },
      withBaseline: hasBaseline,
      after: history,
      appVersion: run.appVersion
    )
    return (marked, hasBaseline, records)
  }

  /// Reports a tribe that did not finish; throws the error unless the tribe was postponed.
  private func fail(_ step: MigrationPlan.Step, _ error: NomadError) throws(NomadError) {
    guard error.code == .postponed, step.mayBePostponed else {
      let error = error.with(report)
      run.observer(.failed(step.entry, error))
      throw error
    }
    postponed.insert(step.entry.qualifiedName)
    run.observer(.postponed(step.entry, error))
  }

  /// Throws an error if the plan ends before its last tribe.
  private func checkEnd() throws(NomadError) {
    if let (entry, deaths) = plan.quarantinedTribe {
      run.observer(.quarantined(entry, deaths: deaths))
      throw .quarantined(entry, deaths: deaths, error: history.attempts(at: entry.key).error)
    }
    if let entry = plan.tribeOnHold { throw .onHold(entry, run.planner.hold(on: entry) ?? entry.key) }
    if let (entry, name) = plan.blocked { throw .requires(name, entry) }
  }
}

extension MigrationReport {
  fileprivate mutating func add(_ step: MigrationPlan.Step, duration: Duration) {
    let (entry, isLate) = (step.entry, step.decision.isLate)
    migrated.append(
      Item(name: entry.name, module: entry.module, target: entry.target, duration: duration, isLate: isLate)
    )
  }
}
