public import Nomad

/// A ledger that a thread can use without a task, by blocking where a task would wait.
///
/// `migrateSynchronously()` and `planSynchronously()` of NomadGRDB need one.
public protocol SynchronousLedger: Ledger {
  /// Reads the records as ``Ledger/history()`` does, and blocks the thread until it can.
  ///
  /// The default is for a ledger whose ``Ledger/immediateHistory()`` never returns nil.
  ///
  /// - Returns: The history.
  /// - Throws: The errors of ``Ledger/history()``, or an error if the ledger is busy for too long.
  func blockForHistory() throws -> LedgerHistory

  /// Blocks the thread until the ledger can be used, runs `body` with it, and then releases the ledger.
  ///
  /// - Parameters:
  ///   - context: The limits of the wait: see `LedgerContext.blockForTurn(on:atMost:isCancellable:holder:_:)`.
  ///   - body: The work to do with exclusive access.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`, the errors of the wait, or an error if the ledger cannot be held.
  func blockForExclusiveAccess<Result>(
    in context: LedgerContext,
    _ body: (any SynchronousLedgerSession) throws -> Result
  ) throws -> Result
}

/// The exclusive access to a ledger that a thread has.
///
/// Each method has the same effect as the asynchronous one of its name.
public protocol SynchronousLedgerSession: LedgerSession {
  /// Reads the records.
  func history() throws -> LedgerHistory

  /// Adds records, all or none of them, durably.
  func append(_ records: [LedgerRecord]) throws

  /// Adds the record that a tribe begins, if a transaction contains all of its changes.
  func appendBeforeTransaction(_ records: [LedgerRecord]) throws

  /// Does a tribe's work, and then adds the records of it.
  func perform(
    _ work: () throws -> Void,
    recording records: @escaping @Sendable () throws -> [LedgerRecord]
  ) throws

  /// Makes all records durable.
  func secure() throws
}

extension SynchronousLedgerSession {
  /// Adds the records, which also survive a loss of power.
  public func appendBeforeTransaction(_ records: [LedgerRecord]) throws { try append(records) }

  /// Does a tribe's work, and then adds the records of it, in two steps.
  public func perform(
    _ work: () throws -> Void,
    recording records: @escaping @Sendable () throws -> [LedgerRecord]
  ) throws {
    try work()
    let added = try records()
    do {
      try append(added)
    } catch {
      // As for a task: there may be room for the records of this tribe alone.
      guard let alone = try? records(), alone.count < added.count else { throw error }
      do { try append(alone) } catch _ { throw error }
    }
  }

  /// Does nothing, because every readable record is assumed to be durable.
  public func secure() throws {}
}
