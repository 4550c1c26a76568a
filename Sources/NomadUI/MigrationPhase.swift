public import Nomad

/// The state of a run for a user interface: not started, running, finished or failed.
///
/// Each phase follows from the previous phase and an event. So a user interface that observes a run can keep its own
/// phase up to date:
///
/// ```swift
/// var phase = MigrationPhase.notStarted
/// for try await event in Nomad(.generated).events() {
///   phase = phase.after(event)
/// }
/// ```
///
/// Later versions may add cases, so end a `switch` over a phase with `@unknown default`.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public indirect enum MigrationPhase: Sendable {
  /// No run has started, or it is not known yet whether there is anything to do.
  case notStarted

  /// Tribes run, or the run waits: for another run on its ledger or, if it only reads, for the process that migrates.
  case running(MigrationProgress)

  /// The run completed, even if there was nothing to do.
  case finished(MigrationReport)

  /// The run stopped early, or could not begin.
  case failed(NomadError)

  /// Returns the phase that follows this one after an event.
  ///
  /// A run that runs no tribe is never ``running(_:)``, unless it waits. A new plan starts again from the beginning,
  /// whatever the phase was.
  ///
  /// - Parameter event: The event. If it does not tell how far the run is, or does not fit this phase, nothing changes.
  /// - Returns: The phase after the event.
  public func after(_ event: MigrationEvent) -> MigrationPhase {
    switch (event, self) {
    case (.waiting(let holder), _):
      return .running(MigrationProgress(waitingFor: holder))
    case (.planned(let plan), _):
      let count = plan.pending.count
      return count > 0 ? .running(MigrationProgress(count: count)) : .notStarted
    case (.began(let tribe, let index, let count), _):
      return .running(MigrationProgress(tribe: tribe, index: index, count: count))
    case (.progressed(let tribe, let completed, let total), .running(let progress)) where progress.tribe == tribe:
      return .running(progress.reporting(completed, of: total))
    case (.finished(let tribe, _), .running(let progress)) where progress.tribe == tribe:
      return .running(progress.recorded())
    case (.completed(let report), _):
      return .finished(report)
    case (.stopped(let error), _):
      return .failed(error)
    default:
      return self
    }
  }

  /// The fraction of the run that is done, from 0 to 1.
  ///
  /// All tribes have the same share. A tribe that reports its progress fills its share as it goes. For a run that
  /// failed, the fraction counts the tribes that were recorded.
  public var fractionCompleted: Double {
    switch self {
    case .notStarted:
      return 0
    case .running(let progress):
      return progress.fractionCompleted
    case .finished:
      return 1
    case .failed(let error):
      guard let report = error.report, !report.plan.pending.isEmpty else { return 0 }
      return Double(report.migrated.count) / Double(report.plan.pending.count)
    }
  }
}

extension Nomad {
  /// Returns the plan with which a run would begin, and the history of the ledger; changes nothing.
  ///
  /// The result is nil if something must be awaited first, such as the ledger. The history is nil if the ledger's seal
  /// shows that everything is done. A run that is not settled makes the next one read only the seal.
  package func planAtOnce(
    isReading: Bool = false
  ) throws(NomadError) -> (plan: MigrationPlan, history: LedgerHistory?, isSettled: Bool)? {
    if try ActiveRun.uses(ledger.identity) { throw .reentrant(ledger.identity) }
    if try interruption() != nil { return nil }
    let planner = try planner(isReading: isReading)
    if let plan = try settledPlan(by: planner) { return (plan, nil, true) }
    guard let history = try immediateHistory(), history.restoredFolder == nil,
      let plan = try planAtOnce(after: history, with: planner)
    else { return nil }
    return (plan, history, isReading || !needsSettling(plan, after: history, by: planner))
  }

  /// Returns the phase of a run that begins now, as far as it is known without waiting.
  ///
  /// The run has nothing to do if it is finished. If it is not settled, a run makes the next start faster.
  func firstPhase(readOnly: Bool = false) throws(NomadError) -> (phase: MigrationPhase, isSettled: Bool) {
    guard let (plan, history, isSettled) = try planAtOnce(isReading: readOnly) else { return (.notStarted, false) }
    guard let history, !isDone(plan, history, readOnly) else {
      return (.finished(MigrationReport(plan: plan)), isSettled)
    }
    return (plan.pending.isEmpty || readOnly ? .notStarted : .running(MigrationProgress()), false)
  }

  private func isDone(_ plan: MigrationPlan, _ history: LedgerHistory, _ readOnly: Bool) -> Bool {
    if readOnly { return !plan.isRefused && plan.required(after: history).isEmpty }
    // A run also makes the records of a killed run durable.
    let stops = plan.isRefused || plan.quarantinedTribe != nil || plan.tribeOnHold != nil || plan.blocked != nil
    return plan.isEmpty && !stops && history.isDurable
  }
}
