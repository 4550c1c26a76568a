/// A ledger that is forgotten with the process; for tests and previews.
///
/// It is a reference: migrators that share one exclude each other, as those of one file do.
public final class InMemoryLedger: Ledger {
  private struct State {
    var records: [LedgerRecord]
    var isHeld = false
  }

  private let state: Locked<State>

  /// Makes a ledger.
  ///
  /// - Parameter records: What is recorded in it, oldest first.
  public init(_ records: [LedgerRecord] = []) {
    state = Locked(State(records: records))
  }

  /// The instance: no two ledgers in memory have the same identity.
  public var identity: String {
    "in memory \(UInt(bitPattern: ObjectIdentifier(self)))"
  }

  /// Reads what ran.
  ///
  /// - Returns: What ran.
  public func history() -> LedgerHistory {
    LedgerHistory(state.value.records)
  }

  /// Reads what ran, as ``history()`` does.
  ///
  /// - Returns: What ran.
  public func immediateHistory() -> LedgerHistory? { history() }

  /// Waits until nobody else writes, and keeps it so while `body` runs.
  ///
  /// - Parameter body: What to do meanwhile.
  /// - Returns: What `body` returned.
  /// - Throws: What `body` threw, `CancellationError` if the task is cancelled while it waits, or ``NomadError`` if a
  ///   tribe would wait for the end of its own run.
  public func withExclusiveAccess<Result: Sendable>(
    _ body: @Sendable (any LedgerSession) async throws -> Result
  ) async throws -> Result {
    var backoff = Backoff(on: identity)
    while !tryHold() {
      // Through a ledger that stands around this one, it is the same ledger.
      if try ActiveRun.holds(identity) { throw NomadError.reentrant(identity) }
      try await backoff.wait(for: "another run in this process")
    }
    defer { state.withLock { $0.isHeld = false } }
    return try await HeldLock.hold(identity) { try await body(Session(ledger: self)) }
  }

  private func tryHold() -> Bool {
    state.withLock { state in
      defer { state.isHeld = true }
      return !state.isHeld
    }
  }

  private struct Session: LedgerSession {
    let ledger: InMemoryLedger

    func history() -> LedgerHistory { ledger.history() }

    func append(_ records: [LedgerRecord]) throws(NomadError) {
      for record in records { try record.checkLimits() }
      ledger.state.withLock { $0.records += records }
    }

    func replaceRecords(with records: [LedgerRecord]) {
      ledger.state.withLock { $0.records = records }
    }
  }
}

extension Ledger where Self == InMemoryLedger {
  /// A new ledger that is forgotten with the process.
  public static var inMemory: InMemoryLedger { InMemoryLedger() }
}
