public import Nomad

/// A ledger that fails at records that the test chooses, as if the disk were full.
///
/// ```swift
/// let ledger = FailingLedger(InMemoryLedger()) { record in
///   record.kind == .finished && record.key == "version:2.0.0"
/// }
/// ```
public struct FailingLedger: Ledger {
  private let ledger: any Ledger
  private let fails: @Sendable (LedgerRecord) -> Bool

  /// The error that the ledger throws.
  public struct Failure: Error, Hashable, CustomStringConvertible {
    /// The key of the record that was not added.
    public let key: LedgerKey

    /// The cause of the error.
    public var description: String { "the test made the record of \(key) fail" }
  }

  /// Creates a ledger that fails.
  ///
  /// - Parameters:
  ///   - ledger: The ledger that keeps the other records.
  ///   - fails: Returns whether adding a record fails. Then that record and those added with it are not recorded.
  public init(_ ledger: some Ledger, when fails: @escaping @Sendable (LedgerRecord) -> Bool) {
    self.ledger = ledger
    self.fails = fails
  }

  /// The name of the wrapped ledger.
  public var identity: String { ledger.identity }

  /// Reads the history of the wrapped ledger.
  ///
  /// - Returns: The history.
  /// - Throws: An error of the wrapped ledger.
  public func history() async throws -> LedgerHistory { try await ledger.history() }

  /// Reads the history, if the wrapped ledger can do so without waiting.
  ///
  /// - Returns: The history; nil if it has to be awaited.
  /// - Throws: An error of the wrapped ledger.
  public func immediateHistory() throws -> LedgerHistory? { try ledger.immediateHistory() }

  /// Reads the seal of the wrapped ledger.
  ///
  /// - Returns: The seal; nil if there is none.
  /// - Throws: An error of the wrapped ledger.
  public func seal() throws -> LedgerHistory.Seal? { try ledger.seal() }

  /// Returns whether the wrapped ledger may postpone a tribe.
  ///
  /// - Parameter tribe: A tribe.
  /// - Returns: Whether it may be postponed.
  public func mayPostpone(_ tribe: TribeRegistry.Entry) -> Bool { ledger.mayPostpone(tribe) }

  /// Returns the reasons why tribes have to wait.
  ///
  /// - Parameters:
  ///   - tribes: The tribes that the wrapped ledger may postpone.
  ///   - context: The context of the run or of the plan.
  /// - Returns: The reason for each tribe that has to wait, by the tribe's key.
  /// - Throws: An error of the wrapped ledger.
  public func reasonsToPostpone(
    _ tribes: [TribeRegistry.Entry],
    in context: LedgerContext
  ) async throws -> [LedgerKey: String] {
    try await ledger.reasonsToPostpone(tribes, in: context)
  }

  /// Returns the reason of the wrapped ledger why no tribe may be reverted now.
  ///
  /// - Parameters:
  ///   - version: The version to go back to.
  ///   - context: The context of the revert or of its plan.
  /// - Returns: The reason, for people; nil for none.
  /// - Throws: An error of the wrapped ledger.
  public func reasonToKeepTribes(above version: TribeVersion, in context: LedgerContext) async throws -> String? {
    try await ledger.reasonToKeepTribes(above: version, in: context)
  }

  /// The path of the folder for the wrapped ledger's snapshots.
  public var snapshotsPath: String? { ledger.snapshotsPath }

  /// The kind of the wrapped ledger's transactions.
  public var transactionKind: String? { ledger.transactionKind }

  /// Runs `body` while no other run can use the ledger.
  ///
  /// - Parameters:
  ///   - context: The limits of the wait.
  ///   - body: The work that needs the ledger.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`, or an error of the wrapped ledger.
  public func withExclusiveAccess<Result: Sendable>(
    in context: LedgerContext,
    _ body: @Sendable (any LedgerSession) async throws -> Result
  ) async throws -> Result {
    let fails = fails
    return try await ledger.withExclusiveAccess(in: context) { session in
      try await body(FailingSession(session: session, fails: fails))
    }
  }

  /// Runs `body` while no run can use the ledger, with the shared access of the wrapped ledger.
  ///
  /// - Parameters:
  ///   - context: The limits of the wait.
  ///   - body: The work to do with shared access.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`, or an error of the wrapped ledger.
  public func withSharedAccess<Result: Sendable>(
    in context: LedgerContext,
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    try await ledger.withSharedAccess(in: context, body)
  }
}

private struct FailingSession: LedgerSession {
  let session: any LedgerSession
  let fails: @Sendable (LedgerRecord) -> Bool

  func history() async throws -> LedgerHistory { try await session.history() }

  func append(_ records: [LedgerRecord]) async throws {
    try check(records)
    try await session.append(records)
  }

  func appendBeforeTransaction(_ records: [LedgerRecord]) async throws {
    try check(records)
    try await session.appendBeforeTransaction(records)
  }

  func perform(
    _ work: @escaping @Sendable () async throws -> Void,
    recording records: @escaping @Sendable () throws -> [LedgerRecord]
  ) async throws {
    try await session.perform(work) {
      let added = try records()
      do {
        try check(added)
        return added
      } catch {
        // On a full disk, there can be room for the records of the tribe alone.
        let alone = try records()
        guard alone.count < added.count else { throw error }
        try check(alone)
        return alone
      }
    }
  }

  func secure() async throws { try await session.secure() }

  func replaceRecords(with records: [LedgerRecord]) async throws {
    try check(records)
    try await session.replaceRecords(with: records)
  }

  func willRevert(to version: TribeVersion) { session.willRevert(to: version) }

  func seal(by seal: @escaping @Sendable (LedgerHistory) -> LedgerHistory.Seal?) { session.seal(by: seal) }

  func report(_ completed: Int, of total: Int) { session.report(completed, of: total) }

  func suspend() { session.suspend() }

  private func check(_ records: [LedgerRecord]) throws(FailingLedger.Failure) {
    if let failing = records.first(where: fails) { throw FailingLedger.Failure(key: failing.key) }
  }
}
