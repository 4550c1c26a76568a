internal import Nomad

/// An observer of a migrator's run, which can start, retry and cancel it, and receives each phase.
///
/// The run continues when its observer is deallocated.
@MainActor
final class RunObserver {
  /// Called after each change of the phase.
  var onChange: @MainActor (MigrationPhase) -> Void = { _ in }

  let nomad: Nomad
  private let readOnly: Bool
  private var run: SharedRun?

  init(_ nomad: Nomad, readOnly: Bool = false) {
    (self.nomad, self.readOnly) = (nomad, readOnly)
  }

  var phase: MigrationPhase { run?.phase ?? .notStarted }

  /// Joins a run in progress, or takes the result if there is nothing to do.
  ///
  /// Starts nothing.
  func look() {
    guard run == nil else { return }
    if let run = SharedRun.existing(of: nomad, readOnly: readOnly) {
      // Joining a failed run would start it again.
      if run.isInProgress { take(run) }
    } else if case .success(.finished) = Result(catching: { try nomad.firstPhase(readOnly: readOnly).phase }) {
      // Errors are left to start().
      take(.of(nomad, readOnly: readOnly))
    }
  }

  /// Joins the migrator's run or starts one, unless this observer already has a run.
  func start() {
    if run == nil { take(.of(nomad, readOnly: readOnly)) }
  }

  /// Runs a failed run again.
  func retry() {
    if case .failed = phase { take(.of(nomad, readOnly: readOnly)) }
  }

  /// Cancels the run for all its observers.
  func cancel() {
    run?.cancel()
  }

  /// Starts the run unless it has started, and waits until it ends.
  @discardableResult
  func report() async throws(NomadError) -> MigrationReport {
    let run = run ?? .of(nomad, readOnly: readOnly)
    take(run)
    return try await run.report()
  }

  private func take(_ next: SharedRun) {
    // A run that is already observed has reported its phase.
    guard next !== run else { return }
    run?.remove(self)
    run = next
    next.add(self)
    onChange(next.phase)
  }
}
