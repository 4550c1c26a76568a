public import Foundation
public import Nomad
internal import NomadFiles

extension Nomad {
  /// Runs the tribes that have not run yet, as ``migrate(upTo:includingDeferred:until:observing:isolation:)`` does, and
  /// reports progress.
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
  ///   - deadline: The instant at which the run stops: see `migrate(upTo:includingDeferred:until:observing:isolation:)`.
  ///   - progress: The progress to keep up to date. The run sets its total when the plan is made, and uses its
  ///     cancellation handler until the run is over.
  ///   - observer: The closure that is called with each event: see
  ///     `migrate(upTo:includingDeferred:until:observing:isolation:)`.
  /// - Returns: The report of the run.
  /// - Throws: `NomadError`: see `migrate(upTo:includingDeferred:until:observing:isolation:)`.
  @discardableResult
  public func migrate(
    until deadline: ContinuousClock.Instant? = nil,
    reportingTo progress: Progress,
    observing observer: @escaping @Sendable (MigrationEvent) -> Void = { _ in }
  ) async throws(NomadError) -> MigrationReport {
    // The app may add units to the same progress, so it does not tell which tribe runs.
    let index = Locked(0)
    let run = Task { () async -> Result<MigrationReport, NomadError> in
      do throws(NomadError) {
        return .success(
          try await migrate(until: deadline) { event in
            progress.show(event, index)
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
  private static let unitsOfTribe: Int64 = 1_000

  fileprivate func show(_ event: MigrationEvent, _ current: Locked<Int>) {
    let units = Self.unitsOfTribe
    switch event {
    case .waiting:
      (totalUnitCount, completedUnitCount) = (0, 0)
    case .planned(let plan):
      (totalUnitCount, completedUnitCount) = (Int64(plan.pending.count) * units, 0)
    case .began(_, let index, let count):
      current.value = index
      (totalUnitCount, completedUnitCount) = (Int64(count) * units, Int64(index) * units)
    // A tribe may report any numbers.
    case .progressed(_, let completed, let total) where total > 0 && completed >= 0:
      // Only its record completes a tribe, so its reports never fill all its units.
      let reported = Double(units - 1) * min(1, Double(completed) / Double(total))
      completedUnitCount = Int64(current.value) * units + Int64(reported)
    case .finished:
      completedUnitCount = Int64(current.value + 1) * units
    case .completed:
      // A progress without units is indeterminate, so a run without tribes counts as one unit.
      totalUnitCount = max(totalUnitCount, 1)
      completedUnitCount = totalUnitCount
    default:
      break
    }
  }
}
