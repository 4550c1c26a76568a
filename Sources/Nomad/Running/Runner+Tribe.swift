extension Runner {
  /// Runs one tribe.
  ///
  /// A record that it began precedes it, and a record of the outcome follows. Before both, a record names the oldest
  /// version of the app that can read the result: so an older app that sees that the tribe began knows this, too. If
  /// the tribe and its records are one transaction, that record is part of it, because a rollback changes nothing.
  func run(
    _ entry: TribeRegistry.Entry,
    after attempts: LedgerHistory.Attempts,
    of history: LedgerHistory,
    recordingIn session: any LedgerSession
  ) async throws(NomadError) -> Duration {
    let readability = LedgerRecord.readability(of: entry, after: history, appVersion: appVersion)
    let isTogether = entry.transactionKind != nil && entry.transactionKind == session.transactionKind
    if let readability, !isTogether { try await append(readability, before: entry, to: session) }
    let (number, appVersion, observer, build) = (attempts.count + 1, appVersion, observer, Build.current)
    let start = ContinuousClock.now
    let record: @Sendable (LedgerRecord.Kind) -> LedgerRecord = { kind in
      let duration = kind == .began ? .zero : start.duration(to: .now)
      return LedgerRecord(kind, of: entry, duration: duration, attempt: number, appVersion: appVersion, build: build)
    }
    try await append(record(.began), before: entry, to: session)
    let attempt = TribeAttempt(at: entry, after: attempts, within: limit, as: record) {
      try await session.append($0)
    } performing: {
      try await session.perform($0, recording: $1)
    } reporting: { completed, total in
      session.report(completed, of: total)
      observer(.progressed(entry, completed: completed, total: total))
    }
    // A session may misreport the outcome of the work.
    let (hasBegun, outcome) = (Locked(false), Locked<Result<Duration, any Error>?>(nil))
    let (ledgerNames, dependencies) = ([migrator.ledger.identity] + HeldLock.names, migrator.dependencies)
    var failure: (any Error)?
    do {
      try await session.perform {
        if hasBegun.exchange(true) { throw Misuse(description: "the ledger ran it again") }
        do {
          try await ActiveRun.on(ledgerNames) {
            try await TribeDependencies.Scope.$current.withValue(TribeDependencies.Scope(dependencies)) {
              try await attempt.run()
            }
          }
          outcome.value = .success(start.duration(to: .now))
        } catch {
          outcome.value = .failure(error)
          throw error
        }
      } recording: {
        if case .failure(let error)? = outcome.value { throw error }
        return [record(.finished)] + (isTogether ? [readability].compactMap(\.self) : [])
      }
    } catch {
      failure = error
    }
    let result = outcome.value
    let error: any Error
    switch (result, failure) {
    case (.success(let duration)?, nil): return duration
    case (.success?, let error?): throw .unrecorded(entry, error)
    case (.failure(let thrown)?, _): error = thrown
    case (nil, let thrown): error = thrown ?? Misuse(description: "the ledger did not run it")
    }
    await note(error, in: session, as: record)
    throw result == nil ? .notBegun(entry, error) : problem(error, in: entry, attempt.stopReason)
  }

  private func append(
    _ record: LedgerRecord,
    before entry: TribeRegistry.Entry,
    to session: any LedgerSession
  ) async throws(NomadError) {
    do { try await session.append(record) } catch { throw .notBegun(entry, error) }
  }

  /// Returns the error for a tribe that threw one.
  private func problem(
    _ error: any Error,
    in entry: TribeRegistry.Entry,
    _ stopReason: RunLimit.Reason?
  ) -> NomadError {
    switch (error, stopReason) {
    // A `CancellationError` can also come from a task that the tribe itself cancelled.
    case (let error as CancellationError, _) where Task.isCancelled: .cancelled("in", entry, error)
    case (let error as TribeDependencies.MissingValues, _):
      .missingDependencies(error.dependencies.map { (entry, $0) })
    case (is CancellationError, let reason?): .stopped(by: reason, in: entry, error)
    // The tribe itself found that it has to wait.
    case (let error as NomadError, _) where error.code == .shapeInUse && entry.phase == .contract: error
    default: .tribeFailed(entry, error)
    }
  }

  /// Records that a tribe failed.
  ///
  /// Best effort: without this record the attempt counts as one during which the process died.
  private func note(
    _ error: any Error,
    in session: any LedgerSession,
    as record: (LedgerRecord.Kind) -> LedgerRecord
  ) async {
    try? await session.append(record(.failed(error: NomadError.words(of: error))))
  }

  /// The error for a session that did a tribe's work more than once or not at all.
  private struct Misuse: Error, CustomStringConvertible {
    let description: String
  }
}
