internal import NomadFiles

/// One tribe of a run: the actions around its work.
package final class TribeRun {
  /// The last action.
  private enum Stage {
    case start
    case begin
    case work
    /// The record that the tribe failed was added.
    case failure(NomadError)
  }

  package let attempt: TribeAttempt
  private let records: AttemptRecords
  private let mayBePostponed: Bool
  /// Whether the ledger has the tribe as done.
  private let isDone: Bool
  private var stage = Stage.start
  /// The tribe whose begin is recorded together with the end of this one, unless the run has to stop; nil for none.
  package var successor: TribeRun?
  /// Whether the last records of the end contain the begin of the successor; nil before they were made.
  private let isFollowed = Locked<Bool?>(nil)
  /// How long the tribe took; zero until it has finished.
  package private(set) var duration = Duration.zero

  package init(of step: MigrationPlan.Step, after history: LedgerHistory, by run: Run, in session: any LedgerSession) {
    let (entry, kind) = (step.entry, run.migrator.ledger.transactionKind)
    attempt = TribeAttempt(at: entry, after: history, of: run, in: session)
    records = AttemptRecords(
      of: entry,
      after: history,
      attempt.merged,
      isTogether: kind != nil && entry.transactionKind == kind,
      appVersion: run.appVersion
    )
    (mayBePostponed, isDone) = (step.mayBePostponed, history.isDone(entry.key))
  }

  /// Creates the undoing of a tribe.
  package init(
    reverting entry: TribeRegistry.Entry,
    _ records: AttemptRecords,
    after history: LedgerHistory,
    by run: Run,
    in session: any LedgerSession
  ) {
    attempt = TribeAttempt(at: entry, after: history, of: run, in: session)
    (self.records, mayBePostponed, isDone) = (records, false, history.isDone(entry.key))
  }

  private var entry: TribeRegistry.Entry { attempt.tribe }

  /// Whether it is recorded that the tribe began, and its work is next.
  package var hasBegun: Bool { if case .begin = stage { true } else { false } }

  /// Whether the begin of a tribe may be recorded together with the end of this one.
  ///
  /// It may not be if the end is in a transaction, which need not be durable, and the next tribe changes more than the
  /// database; or if more than a record could remain of the next tribe when the run has to stop before its work.
  package func mayBeFollowed(by next: TribeRun) -> Bool {
    (next.records.isTogether || !records.isTogether) && next.attempt.number == 1 && next.records.atStart.isEmpty
  }

  /// Returns the next action; nil if the tribe has finished.
  ///
  /// It is given the error of the last action, or nil if there was none. It throws an error if the tribe did not finish
  /// or could not be recorded.
  package func next(after error: (any Error)?) throws(NomadError) -> RunActions.Action? {
    switch stage {
    case .start:
      stage = .begin
      let began = records.began(attempt)
      return records.isTogether ? .appendBeforeTransaction(began) : .append(began)
    case .begin:
      if let error { throw .notBegun(entry, error) }
      stage = .work
      return perform()
    case .work: return try end(error)
    case .failure(let problem): throw problem
    }
  }

  /// Returns the action that records that the tribe began and did not run, because the run has to stop.
  package func stop(by error: NomadError) -> RunActions.Action {
    .append([attempt.record(isDone ? .failed(error: NomadError.words(of: error)) : .forgotten)])
  }

  private func perform() -> RunActions.Action {
    let (attempt, records, isFollowed) = (attempt, records, isFollowed)
    let next = successor.map { ($0.attempt, $0.records) }
    return .perform(attempt) {
      if case .failure(let error)? = attempt.outcome { throw error }
      // A session that asks again could not add the begin of the next tribe, too.
      let isAlone = isFollowed.value != nil || attempt.mustStop
      let began = isAlone ? [] : next.map { attempt, records in records.began(attempt) } ?? []
      isFollowed.value = !began.isEmpty
      return records.ended(attempt) + began
    }
  }

  private func end(_ error: (any Error)?) throws(NomadError) -> RunActions.Action? {
    // A session may misreport the outcome of the work.
    switch (attempt.outcome, error) {
    case (.success(let duration)?, nil):
      self.duration = duration
      if isFollowed.value == true { successor?.stage = .begin }
      return nil
    case (.success?, let error?): throw .unrecorded(entry, error)
    case (.failure(let thrown)?, _): return fail(thrown, problem(thrown))
    case (nil, let error):
      let error = error ?? TribeAttempt.Misuse(description: "the ledger did not run it")
      return fail(error, .notBegun(entry, error))
    }
  }

  private func fail(_ error: any Error, _ problem: NomadError) -> RunActions.Action {
    stage = .failure(problem)
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
