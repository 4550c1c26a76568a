internal import NomadFiles

/// One tribe of a run: the records before and after it, and its outcome.
package final class TribeRun: Sendable {
  private let attempt: TribeAttempt
  private let recording: AttemptRecords
  private let mayBePostponed: Bool

  // A session may misreport the outcome of the work.
  private let hasBegun = Locked(false)
  private let outcome = Locked<Result<Duration, any Error>?>(nil)

  package convenience init(
    of step: MigrationPlan.Step,
    in plan: MigrationPlan,
    after attempts: LedgerHistory.Attempts,
    of history: LedgerHistory,
    by run: Run,
    in session: any LedgerSession
  ) {
    let entry = step.entry
    let isTogether = entry.transactionKind != nil && entry.transactionKind == session.transactionKind
    let merged = TribeAttempt.Merged(entry, after: history, adopting: plan.baseline)
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
    let merged = TribeAttempt.Merged(entry, after: history, adopting: nil)
    let attempt = TribeAttempt(at: entry, after: attempts, merging: merged, of: run, in: session)
    self.init(attempt, records, mayBePostponed: false)
  }

  private init(_ attempt: TribeAttempt, _ records: AttemptRecords, mayBePostponed: Bool) {
    (self.attempt, recording, self.mayBePostponed) = (attempt, records, mayBePostponed)
  }

  package var entry: TribeRegistry.Entry { attempt.tribe }

  /// Whether the tribe and its records are one transaction.
  package var isTogether: Bool { recording.isTogether }

  /// The records that come before the tribe begins, in a write of their own.
  package var recordsBefore: [LedgerRecord] { recording.before }

  /// The records that the tribe begins.
  package var recordsOfBegin: [LedgerRecord] { recording.atStart + [attempt.record(.began)] }

  /// Returns the records after the tribe's work; throws the error of the work.
  @Sendable package func records() throws -> [LedgerRecord] {
    if case .failure(let error)? = outcome.value { throw error }
    return [attempt.record(recording.end)] + recording.atEnd
  }

  /// Runs the tribe.
  @Sendable func perform() async throws {
    try begin()
    do { try await attempt.runTribe() } catch { throw fail(error) }
    outcome.value = .success(attempt.duration)
  }

  /// Runs the tribe's work, and blocks the thread until it has ended.
  package func perform(_ work: () throws -> Void) throws {
    try begin()
    do { try attempt.run(work) } catch { throw fail(error) }
    outcome.value = .success(attempt.duration)
  }

  private func begin() throws {
    if hasBegun.exchange(true) { throw Misuse(description: "the ledger ran it again") }
  }

  private func fail(_ error: any Error) -> any Error {
    outcome.value = .failure(error)
    return error
  }

  /// A tribe that did not finish: the record of that, and the error for the run.
  package struct Failure: Error {
    package let record: LedgerRecord
    package let error: NomadError
  }

  /// Returns how long the tribe took, or its failure.
  ///
  /// Throws an error if the tribe finished and could not be recorded.
  package func end(_ failure: (any Error)?) throws(NomadError) -> Result<Duration, Failure> {
    let (error, hasRun): (any Error, Bool)
    switch (outcome.value, failure) {
    case (.success(let duration)?, nil): return .success(duration)
    case (.success?, let error?): throw .unrecorded(entry, error)
    case (.failure(let thrown)?, _): (error, hasRun) = (thrown, true)
    case (nil, let thrown): (error, hasRun) = (thrown ?? Misuse(description: "the ledger did not run it"), false)
    }
    let record = attempt.record(.failed(error: NomadError.words(of: error)))
    return .failure(Failure(record: record, error: hasRun ? problem(error) : .notBegun(entry, error)))
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

  /// The error for a session that did a tribe's work more than once or not at all.
  private struct Misuse: Error, CustomStringConvertible {
    let description: String
  }
}
