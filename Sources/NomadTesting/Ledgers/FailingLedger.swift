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
  public func history() async throws -> LedgerHistory { try await ledger.history() }

  /// Reads what ran, if the ledger that keeps it can do so at once.
  ///
  /// - Returns: What ran; nil if it has to be awaited.
  /// - Throws: What the ledger throws that keeps it.
  public func immediateHistory() throws -> LedgerHistory? { try ledger.immediateHistory() }

  /// Reads the seal of the ledger that keeps what does not fail.
  ///
  /// - Returns: The seal; nil if there is none.
  /// - Throws: What that ledger throws.
  public func seal() throws -> LedgerSeal? { try ledger.seal() }

  /// Makes the records of a killed run durable.
  ///
  /// - Throws: What the ledger throws that keeps it.
  public func secure() async throws { try await ledger.secure() }

  /// Says which contract tribes have to wait.
  ///
  /// - Parameters:
  ///   - tribes: Contract tribes.
  ///   - appVersion: The app's version.
  /// - Returns: For each tribe that has to wait, by its key, what it waits for.
  /// - Throws: What the ledger throws.
  public func obstacles(to tribes: [TribeRegistry.Entry], appVersion: String) async throws -> [String: String] {
    try await ledger.obstacles(to: tribes, appVersion: appVersion)
  }

  /// The folder of the snapshots of the ledger that keeps the records.
  public var snapshotsPath: String? { ledger.snapshotsPath }

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

private struct FailingSession: LedgerSession {
  let session: any LedgerSession
  let fails: @Sendable (LedgerRecord) -> Bool
  /// After a failure nothing more is added, as in any session.
  private let broken = Locked<FailingLedger.Failure?>(nil)

  init(session: any LedgerSession, fails: @escaping @Sendable (LedgerRecord) -> Bool) {
    self.session = session
    self.fails = fails
  }

  func history() async throws -> LedgerHistory { try await session.history() }

  func append(_ records: [LedgerRecord]) async throws {
    try check(records)
    try await session.append(records)
  }

  func perform(
    _ work: @escaping @Sendable () async throws -> Void,
    recording record: @escaping @Sendable () throws -> LedgerRecord
  ) async throws {
    try await session.perform(work) {
      let record = try record()
      try check([record])
      return record
    }
  }

  func secure() async throws { try await session.secure() }

  func replaceRecords(with records: [LedgerRecord]) async throws {
    try check(records)
    try await session.replaceRecords(with: records)
  }

  func report(_ completed: Int, of total: Int) { session.report(completed, of: total) }

  func suspend() { session.suspend() }

  func abandon() async { await session.abandon() }

  private func check(_ records: [LedgerRecord]) throws(FailingLedger.Failure) {
    if let failing = records.first(where: fails) {
      broken.withLock { $0 = $0 ?? FailingLedger.Failure(key: failing.key) }
    }
    if let broken = broken.value { throw broken }
  }
}
