/// One tribe of a run: the actions around its work.
package final class TribeRun {
  private let attempt: TribeAttempt
  private let mayBePostponed: Bool
  /// The actions that are left until the work has ended.
  private var actions: ArraySlice<RunActions.Action> = []
  /// The error of the work; nil if it has not failed.
  private var failure: NomadError?
  /// How long the tribe took; zero until it has finished.
  package private(set) var duration = Duration.zero

  package convenience init(
    of step: MigrationPlan.Step,
    after attempts: LedgerHistory.Attempts,
    of history: LedgerHistory,
    by run: Run,
    in session: any LedgerSession
  ) {
    let entry = step.entry
    let kind = run.migrator.ledger.transactionKind
    let isTogether = kind != nil && entry.transactionKind == kind
    let merged = TribeAttempt.Merged(entry, after: history)
    let version = run.appVersion
    let records = AttemptRecords(of: entry, after: history, merged, isTogether: isTogether, appVersion: version)
    let attempt = TribeAttempt(at: entry, after: attempts, merging: merged, of: run, in: session)
    self.init(attempt, records, mayBePostponed: step.mayBePostponed)
  }

  /// Creates the undoing of a tribe.
  package convenience init(
    reverting entry: TribeRegistry.Entry,
    _ records: AttemptRecords,
    after attempts: LedgerHistory.Attempts,
    of history: LedgerHistory,
    by run: Run,
    in session: any LedgerSession
  ) {
    let merged = TribeAttempt.Merged(entry, after: history)
    let attempt = TribeAttempt(at: entry, after: attempts, merging: merged, of: run, in: session)
    self.init(attempt, records, mayBePostponed: false)
  }

  private init(_ attempt: TribeAttempt, _ records: AttemptRecords, mayBePostponed: Bool) {
    (self.attempt, self.mayBePostponed) = (attempt, mayBePostponed)
    let began = records.atStart + [attempt.record(.began)]
    if !records.before.isEmpty { actions.append(.append(records.before)) }
    actions.append(records.isTogether ? .appendBeforeTransaction(began) : .append(began))
    let perform = RunActions.Action.perform(attempt) {
      if case .failure(let error)? = attempt.outcome { throw error }
      return [attempt.record(records.end)] + records.atEnd
    }
    actions.append(perform)
  }

  private var entry: TribeRegistry.Entry { attempt.tribe }

  /// Returns the next action; nil if the tribe has finished.
  ///
  /// It is given the error of the last action, or nil if there was none. It throws an error if the tribe did not finish
  /// or could not be recorded.
  package func next(after error: (any Error)?) throws(NomadError) -> RunActions.Action? {
    if let failure { throw failure }
    guard let action = actions.popFirst() else { return try end(error) }
    if let error { throw .notBegun(entry, error) }
    return action
  }

  private func end(_ error: (any Error)?) throws(NomadError) -> RunActions.Action? {
    // A session may misreport the outcome of the work.
    switch (attempt.outcome, error) {
    case (.success(let duration)?, nil):
      self.duration = duration
      return nil
    case (.success?, let error?): throw .unrecorded(entry, error)
    case (.failure(let thrown)?, _): return fail(thrown, problem(thrown))
    case (nil, let error):
      let error = error ?? TribeAttempt.Misuse(description: "the ledger did not run it")
      return fail(error, .notBegun(entry, error))
    }
  }

  private func fail(_ error: any Error, _ problem: NomadError) -> RunActions.Action {
    failure = problem
    // Best effort: without this record, the attempt counts as one during which the process died.
    return .append([attempt.record(.failed(error: NomadError.words(of: error)))])
  }

  /// Returns the error for a tribe that threw one.
  private func problem(_ error: any Error) -> NomadError {
    switch (error, attempt.stopReason) {
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
}
