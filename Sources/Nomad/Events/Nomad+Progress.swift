public import Foundation

extension Nomad {
  /// Runs the tribes that have not run yet, as ``migrate(until:observing:isolation:)`` does, and reports how far the
  /// run has come.
  ///
  /// ```swift
  /// let progress = Progress(totalUnitCount: 0)
  /// progressView.observedProgress = progress
  /// try await Nomad(.generated).migrate(reportingTo: progress)
  /// ```
  ///
  /// Every tribe that runs counts as 1,000 units; one that reports its own progress fills them as it goes. To cancel
  /// the progress cancels the run.
  ///
  /// - Parameters:
  ///   - deadline: When the run has to stop: see ``migrate(until:observing:isolation:)``.
  ///   - progress: What is kept up to date. Its total is set when the run is planned, and its cancellation handler is
  ///     taken for the time of the run.
  ///   - observer: Called with each event: see ``migrate(until:observing:isolation:)``.
  /// - Returns: What ran.
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
            // The handler below may be called late: Foundation calls it on a queue of its own on some systems.
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
      // Of nothing all is done: a progress without units is said to be indeterminate.
      totalUnitCount = max(totalUnitCount, 1)
      completedUnitCount = totalUnitCount
    case .failed:
      break
    }
  }
}
