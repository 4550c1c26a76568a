public import Nomad

/// A ledger that fails where a test says, as one on a full disk does.
///
/// ```swift
/// let ledger = FailingLedger(InMemoryLedger()) { record in
///   record.kind == .finished && record.key == "version:2.0.0"
/// }
/// ```
public struct FailingLedger: Ledger {
  private let ledger: any Ledger
  private let fails: @Sendable (LedgerRecord) -> Bool

  /// What it throws.
  public struct Failure: Error, Hashable, CustomStringConvertible {
    /// The key of the record that was not added.
    public let key: String

    /// What happened.
    public var description: String { "the test lets the record of \(key) fail" }
  }

  /// Makes a ledger that fails.
  ///
  /// - Parameters:
  ///   - ledger: The ledger that keeps what does not fail.
  ///   - fails: Whether a record fails: then it is not added, and neither is what would be added with it.
  public init(_ ledger: some Ledger, when fails: @escaping @Sendable (LedgerRecord) -> Bool) {
    self.ledger = ledger
    self.fails = fails
  }

  /// The name of the ledger that keeps what does not fail.
  public var identity: String { ledger.identity }

  /// Reads what ran.
  ///
  /// - Returns: What ran.
  /// - Throws: What the ledger throws that keeps it.
  public func history() throws -> LedgerHistory { try ledger.history() }

  /// Waits until nobody else writes, and keeps it so while `body` runs.
  ///
  /// - Parameter body: What to do meanwhile.
  /// - Returns: What `body` returned.
  /// - Throws: What `body` throws, or the ledger that keeps what ran.
  public func withExclusiveAccess<Result: Sendable>(
    _ body: @Sendable (any LedgerSession) async throws -> Result
  ) async throws -> Result {
    let fails = fails
    return try await ledger.withExclusiveAccess { session in
      try await body(FailingSession(session: session, fails: fails))
    }
  }
}

private actor FailingSession: AbandonableSession {
  private let session: any LedgerSession
  private let fails: @Sendable (LedgerRecord) -> Bool
  /// After a failure nothing more is added, as in any session.
  private var broken: FailingLedger.Failure?

  init(session: any LedgerSession, fails: @escaping @Sendable (LedgerRecord) -> Bool) {
    self.session = session
    self.fails = fails
  }

  func history() async throws -> LedgerHistory { try await session.history() }

  func append(_ records: [LedgerRecord]) async throws {
    if let failing = records.first(where: fails) { broken = broken ?? FailingLedger.Failure(key: failing.key) }
    if let broken { throw broken }
    try await session.append(records)
  }

  func abandon() async { await (session as? any AbandonableSession)?.abandon() }
}
