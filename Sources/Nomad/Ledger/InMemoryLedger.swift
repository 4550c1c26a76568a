internal import NomadFiles

/// A ledger in memory that is lost when the process ends, for tests and previews.
///
/// It is a reference type: migrators that share an instance exclude each other, as with a shared file.
public final class InMemoryLedger: Ledger {
  private struct State {
    var records: [LedgerRecord]
    var isLocked = false
    /// The number of accesses that share the ledger.
    var sharers = 0
  }

  private let state: Locked<State>

  /// Creates a ledger.
  ///
  /// - Parameter records: The initial records, oldest first.
  public init(_ records: [LedgerRecord] = []) {
    state = Locked(State(records: records))
  }

  /// The identity of the instance.
  ///
  /// No two in-memory ledgers share one.
  public var identity: String {
    "in memory \(UInt(bitPattern: ObjectIdentifier(self)))"
  }

  /// Reads the records.
  ///
  /// - Returns: The history.
  public func history() -> LedgerHistory {
    LedgerHistory(state.value.records)
  }

  /// Reads the records, as ``history()`` does.
  ///
  /// - Returns: The history.
  public func immediateHistory() -> LedgerHistory? { history() }

  /// Waits for exclusive access to the ledger, and runs `body` with it.
  ///
  /// - Parameters:
  ///   - context: The limits of the wait.
  ///   - body: The work to do with exclusive access.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`, or the errors of ``LedgerContext/waitForTurn(on:atMost:pausingAtMost:holder:_:)``.
  public func withExclusiveAccess<Result: Sendable>(
    in context: LedgerContext,
    _ body: @Sendable (any LedgerSession) async throws -> Result
  ) async throws -> Result {
    let session = try await context.waitForTurn(on: identity, holder: { Self.holder }, tryToLock)
    defer { release() }
    return try await body(session)
  }

  /// Waits until no run has the ledger, and runs `body` while none can get it.
  ///
  /// Any number of such accesses are possible at once.
  ///
  /// - Parameters:
  ///   - context: The limits of the wait.
  ///   - body: The work to do with shared access.
  /// - Returns: The result of `body`.
  /// - Throws: The errors of ``withExclusiveAccess(in:_:)``.
  public func withSharedAccess<Result: Sendable>(
    in context: LedgerContext,
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    try await context.waitForTurn(on: identity, holder: { Self.holder }, share)
    defer { state.withLock { $0.sharers -= 1 } }
    return try await body()
  }

  /// Shares the ledger; returns nil if a run holds it.
  private func share() -> Void? {
    state.withLock { state in
      if state.isLocked { return nil }
      state.sharers += 1
      return ()
    }
  }

  /// Holds the ledger; returns nil if another run holds it, or if it is shared.
  package func tryToLock() -> Session? {
    state.withLock { state in
      if state.isLocked || state.sharers > 0 { return nil }
      state.isLocked = true
      return Session(ledger: self)
    }
  }

  package func release() { state.withLock { $0.isLocked = false } }

  /// The name of the holder in messages.
  package static let holder = "another task of this process"

  package struct Session: LedgerSession {
    let ledger: InMemoryLedger

    package func history() -> LedgerHistory { ledger.history() }

    package func append(_ records: [LedgerRecord]) throws(NomadError) {
      for record in records { try record.checkLimits() }
      ledger.state.withLock { $0.records += records }
    }

    package func replaceRecords(with records: [LedgerRecord]) {
      ledger.state.withLock { $0.records = records }
    }
  }
}

extension Ledger where Self == InMemoryLedger {
  /// A new ledger in memory that is lost when the process ends, for tests and previews.
  public static var inMemory: InMemoryLedger { InMemoryLedger() }
}
