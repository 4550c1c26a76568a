internal import Nomad

/// Somebody who looks at a migrator's run: can start it, have it run again and cancel it, and is told of each phase.
///
/// When it is gone, its run goes on.
@MainActor
final class RunObserver {
  /// Called with each phase, when it has come.
  var onChange: @MainActor (MigrationPhase) -> Void = { _ in }

  let nomad: Nomad
  private var run: SharedRun?

  init(_ nomad: Nomad) {
    self.nomad = nomad
  }

  var phase: MigrationPhase { run?.phase ?? .notStarted }

  /// Takes what is to be had without starting anything: a run in progress, or the end of one with nothing to do.
  func look() {
    guard run == nil else { return }
    if let run = SharedRun.existing(of: nomad) {
      // One that failed would be run again.
      if run.isInProgress { take(run) }
    } else if case .success(.nothing) = Result(catching: nomad.outlook) {
      // What goes wrong is for start() to say.
      take(.of(nomad))
    }
  }

  /// Joins the migrator's run or starts it, unless that was done before.
  func start() {
    if run == nil { take(.of(nomad)) }
  }

  /// Has a run that failed run again.
  func retry() {
    if case .failed = phase { take(.of(nomad)) }
  }

  /// Cancels the run, for all who look at it.
  func cancel() {
    run?.cancel()
  }

  /// Starts the run if need be, and waits until it is over.
  @discardableResult
  func report() async throws(NomadError) -> MigrationReport {
    let run = run ?? .of(nomad)
    take(run)
    return try await run.report()
  }

  private func take(_ next: SharedRun) {
    // One that is looked at already has told.
    guard next !== run else { return }
    run?.remove(self)
    run = next
    next.add(self)
    onChange(next.phase)
  }
}
