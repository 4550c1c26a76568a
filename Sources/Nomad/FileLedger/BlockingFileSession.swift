private import Foundation
internal import NomadFiles

/// Exclusive access to a file ledger for a thread, which blocks where a task would wait.
package struct BlockingFileSession: LedgerSession {
  fileprivate let session: FileLedgerSession

  package func history() throws(NomadError) -> LedgerHistory { try session.history() }

  package func append(_ records: [LedgerRecord]) throws { try make(.append(records)) }

  package func secure() throws { try make(.secure) }

  package func replaceRecords(with records: [LedgerRecord]) throws { try make(.replace(with: records)) }

  package func suspend() { session.suspend() }

  private func make(_ change: LedgerWriter.Change) throws {
    while try !session.tryToMake(change) { try resume() }
  }

  /// Waits until the process may run again, and takes the lock.
  private func resume() throws {
    let (ledger, end) = (session.ledger, ContinuousClock.now + session.ledger.waitLimit)
    while let activity = session.activity, !activity.beginBlocking() {
      guard .now < end else { throw NomadError.stopped(by: .suspension, waitingFor: session.file.path) }
      Thread.sleep(forTimeInterval: 0.01)
    }
    // The run has this ledger, so it does not wait for its own end here.
    var context = LedgerContext()
    context.runs = []
    do {
      try ledger.block(for: session, in: context, isResuming: true)
    } catch let error as NomadError where error.code == .suspended {
      // The process was suspended again, or another run wrote meanwhile. The writer reports the latter.
    }
  }
}

extension FileLedger {
  /// Blocks the thread until the ledger can be used, and runs `body` with it.
  package func blockForExclusiveAccess<Result>(
    in context: LedgerContext,
    _ body: (BlockingFileSession) throws -> Result
  ) throws -> Result {
    let session = FileLedgerSession(of: self, try file, during: context.limit.activity)
    defer { session.close() }
    session.observeExpiry()
    try block(for: session, in: context, isResuming: false)
    return try body(BlockingFileSession(session: session))
  }

  fileprivate func block(for session: FileLedgerSession, in context: LedgerContext, isResuming: Bool) throws {
    let file = session.file
    let lock = try context.blockForTurn(on: file.path, atMost: waitLimit) {
      file.holder ?? NomadError.unknownHolder
    } _: {
      try tryToHold(file, during: session.activity, isResuming: isResuming, for: session.writer)
    }
    if !isResuming { context.note(lock.name) }
  }
}
