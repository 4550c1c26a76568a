public import Foundation

extension Nomad {
  /// Runs the tribes that have not run yet, as ``migrate(until:observing:isolation:)`` does, and reports progress.
  ///
  /// ```swift
  /// let progress = Progress(totalUnitCount: 0)
  /// progressView.observedProgress = progress
  /// try await Nomad(.generated).migrate(reportingTo: progress)
  /// ```
  ///
  /// Every tribe that runs counts as 1,000 units. A tribe that reports its own progress fills them as it goes.
  /// Cancelling the progress cancels the run.
  ///
  /// - Parameters:
  ///   - deadline: The instant at which the run stops: see ``migrate(until:observing:isolation:)``.
  ///   - progress: The progress to keep up to date. The run sets its total when the plan is made, and uses its
  ///     cancellation handler until the run is over.
  ///   - observer: The closure that is called with each event: see ``migrate(until:observing:isolation:)``.
  /// - Returns: The report of the run.
  /// - Throws: ``NomadError``: see ``migrate(until:observing:isolation:)``.
  @discardableResult
  public func migrate(
    until deadline: ContinuousClock.Instant? = nil,
    reportingTo progress: Progress,
    observing observer: @escaping @Sendable (MigrationEvent) -> Void = { _ in }
  ) async throws(NomadError) -> MigrationReport {
    let phase = Locked(MigrationPhase.notStarted)
    let run = Task { () async -> Result<MigrationReport, NomadError> in
      do throws(NomadError) {
        return .success(
          try await migrate(until: deadline) { event in
            progress.show(phase.follow(event))
            observer(event)
            // On some systems, Foundation calls the handler below late, on a queue of its own.
            if progress.isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
          }
        )
      } catch {
        return .failure(error)
      }
    }
    progress.cancellationHandler = { run.cancel() }
    defer { progress.cancellationHandler = nil }
    if progress.isCancelled { run.cancel() }
    return try await withTaskCancellationHandler {
      await run.value
    } onCancel: {
      run.cancel()
    }.get()
  }
}

extension Progress {
  fileprivate func show(_ phase: MigrationPhase) {
    switch phase {
    case .notStarted:
      (totalUnitCount, completedUnitCount) = (0, 0)
    case .running(let progress):
      totalUnitCount = Int64(progress.totalUnits)
      completedUnitCount = Int64(progress.units)
    case .finished:
      // A progress without units is indeterminate, so a run without tribes counts as one unit.
      totalUnitCount = max(totalUnitCount, 1)
      completedUnitCount = totalUnitCount
    case .failed:
      break
    }
  }
}
