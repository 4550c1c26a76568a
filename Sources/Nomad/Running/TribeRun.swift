internal import NomadFiles

/// One tribe of a run: the records before and after it, and its outcome.
package final class TribeRun: Sendable {
  private let run: Run
  private let step: MigrationPlan.Step
  private let attempt: TribeAttempt
  private let readability: LedgerRecord?

  /// Whether the tribe and its records are one transaction.
  package let isTogether: Bool

  // A session may misreport the outcome of the work.
  private let hasBegun = Locked(false)
  private let outcome = Locked<Result<Duration, any Error>?>(nil)

  package init(
    of step: MigrationPlan.Step,
    after attempts: LedgerHistory.Attempts,
    of history: LedgerHistory,
    by run: Run,
    in session: any LedgerSession
  ) {
    let entry = step.entry
    (self.run, self.step) = (run, step)
    readability = LedgerRecord.readability(of: entry, after: history, appVersion: run.appVersion)
    isTogether = entry.transactionKind != nil && entry.transactionKind == session.transactionKind
    attempt = TribeAttempt(at: entry, after: attempts, of: run, in: session)
  }

  /// The record that comes before the tribe begins: of the oldest app that can read the result.
  ///
  /// So an older app that sees that the tribe began knows this, too. If the tribe and its records are one transaction,
  /// that record is part of it, because a rollback changes nothing.
  package var recordsBefore: [LedgerRecord] { isTogether ? [] : [readability].compactMap(\.self) }

  /// The record that the tribe begins.
  package var recordsOfBegin: [LedgerRecord] { [attempt.record(.began)] }

  /// Returns the records after the tribe's work; throws the error of the work.
  @Sendable package func records() throws -> [LedgerRecord] {
    if case .failure(let error)? = outcome.value { throw error }
    return [attempt.record(.finished)] + (isTogether ? [readability].compactMap(\.self) : [])
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
    let entry = step.entry
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
    let entry = step.entry
    return switch (error, attempt.stopReason) {
    // A `CancellationError` can also come from a task that the tribe itself cancelled.
    case (let error as CancellationError, _) where Task.isCancelled: .cancelled("in", entry, error)
    case (let error as TribeDependencies.MissingValues, _):
      .missingDependencies(error.words(for: entry))
    case (is CancellationError, let reason?): .stopped(by: reason, in: entry, error)
    // The tribe itself found that it has to wait.
    case (let error as NomadError, _) where error.code == .postponed && step.mayBePostponed: error
    default: .tribeFailed(entry, error)
    }
  }

  /// The error for a session that did a tribe's work more than once or not at all.
  private struct Misuse: Error, CustomStringConvertible {
    let description: String
  }
}
