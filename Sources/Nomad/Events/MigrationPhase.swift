/// How far a run is: what a user interface shows of it.
///
/// Each phase follows from the one before and from what happened. So a user interface that observes a run on its own
/// can keep one up to date:
///
/// ```swift
/// var phase = MigrationPhase.notStarted
/// for try await event in Nomad(.generated).events() {
///   phase = phase.after(event)
/// }
/// ```
///
/// Later versions may add cases: give a `switch` over a phase a `default`.
public indirect enum MigrationPhase: Sendable {
  /// No tribe runs or waits for its turn, as far as is known: nothing was started, or it is not known yet whether there
  /// is anything to do.
  case notStarted

  /// Tribes run, or wait until another run on the ledger is over.
  case running(MigrationProgress)

  /// The run completed, also if nothing was to be done.
  case finished(MigrationReport)

  /// The run stopped early, or could not begin.
  case failed(NomadError)

  /// The phase that follows when something happened.
  ///
  /// A run that runs no tribe is never ``running(_:)``, unless it waits for another run. A new plan begins anew,
  /// whatever was before.
  ///
  /// - Parameter event: What happened. One that says nothing of how far the run is, or that does not fit this phase,
  ///   changes nothing.
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

  /// The share of the run that is done, from 0 to 1.
  ///
  /// Every tribe counts as much as another; one that reports its own progress fills its share as it goes. Of a run that
  /// failed it is what was recorded.
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

extension Locked where Value == MigrationPhase {
  /// Comes to the phase that follows when something happened, and returns it.
  package func follow(_ event: MigrationEvent) -> MigrationPhase {
    withLock { phase in
      phase = phase.after(event)
      return phase
    }
  }
}
