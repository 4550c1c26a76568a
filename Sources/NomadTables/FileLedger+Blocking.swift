private import Foundation
public import Nomad

extension FileLedgerSession: SynchronousLedgerSession {
  package func append(_ records: [LedgerRecord]) throws { try make(.append(records)) }

  package func secure() throws { try make(.secure) }

  private func make(_ change: LedgerWriter.Change) throws {
    while try !tryToMake(change) { try resume() }
  }

  /// Waits until the process may run again, and takes the lock.
  private func resume() throws {
    var waited = Duration.zero
    // A suspended process does not sleep here, so this is the time in which it runs.
    while let activity, !activity.beginBlocking() {
      guard waited < ledger.waitLimit else { throw NomadError.stopped(by: .suspension, waitingFor: file.path) }
      Thread.sleep(forTimeInterval: 0.01)
      waited += .milliseconds(10)
    }
    // The run has this ledger, so it does not wait for its own end here.
    var context = LedgerContext()
    context.runs = []
    do {
      _ = try block(in: context, isResuming: true)
    } catch let error as NomadError where error.code == .suspended {
      // The process was suspended again, or another run wrote meanwhile. The writer reports the latter.
    }
  }

  /// Blocks the thread until the session has the ledger lock, and returns the name of the lock.
  fileprivate func block(in context: LedgerContext, isResuming: Bool) throws -> String {
    try context.blockForTurn(on: file.path, atMost: ledger.waitLimit, isCancellable: !isResuming) {
      holder
    } _: {
      try tryToLock(isResuming: isResuming)
    }
  }
}

extension FileLedger: SynchronousLedger {
  /// Blocks the thread until the ledger can be used, and runs `body` with it.
  public func blockForExclusiveAccess<Result>(
    in context: LedgerContext,
    _ body: (any SynchronousLedgerSession) throws -> Result
  ) throws -> Result {
    let session = FileLedgerSession(of: self, try file, during: context.limit.activity)
    defer { session.close() }
    session.observeExpiry()
    context.note(try session.block(in: context, isResuming: false))
    return try body(session)
  }
}

extension InMemoryLedger: SynchronousLedger {
  /// Blocks the thread until the ledger can be used, and runs `body` with it.
  public func blockForExclusiveAccess<Result>(
    in context: LedgerContext,
    _ body: (any SynchronousLedgerSession) throws -> Result
  ) throws -> Result {
    // Limited, because the run that holds it may need this very thread.
    let limit = FileLedger.defaultWaitLimit
    let session = try context.blockForTurn(on: identity, atMost: limit, holder: { Self.holder }, tryToLock)
    defer { release() }
    return try body(session)
  }
}

extension InMemoryLedger.Session: SynchronousLedgerSession {}

extension LedgerContext {
  /// Tries until `attempt` returns a value, as ``waitForTurn(on:atMost:pausingAtMost:holder:_:)`` does, but blocks the
  /// thread during the pauses.
  ///
  /// - Parameters:
  ///   - ledger: The name of the ledger or of its lock, for messages.
  ///   - limit: How long to wait; zero or less means to try once. Nil for no limit.
  ///   - isCancellable: Whether the cancellation of the task ends the wait; false to record what a tribe has done.
  ///   - holder: Returns a description of the holder, for people; nil if it is not known.
  ///   - attempt: Tries to hold the ledger; returns nil if another run holds it.
  /// - Returns: The result of `attempt`.
  /// - Throws: The errors of the method for tasks.
  public func blockForTurn<Value>(
    on ledger: String,
    atMost limit: Duration? = nil,
    isCancellable: Bool = true,
    holder: () throws -> String? = { nil },
    _ attempt: () throws -> Value?
  ) throws -> Value {
    var wait = Wait(on: ledger, atMost: limit, pausingAtMost: .milliseconds(50))
    while true {
      if let value = try attempt() {
        note(ledger)
        return value
      }
      let end = try next(&wait, wait.needsHolder ? try holder() : nil)
      Thread.sleep(forTimeInterval: ContinuousClock.now.duration(to: end) / .seconds(1))
      if isCancellable, Task.isCancelled { throw CancellationError() }
    }
  }
}
