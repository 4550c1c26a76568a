public import Nomad

/// A ledger around another one: each requirement that it does not implement is that of the other ledger.
///
/// ```swift
/// struct SlowLedger: LedgerWrapper {
///   let wrapped: any Ledger
///
///   func history() async throws -> LedgerHistory {
///     try await Task.sleep(for: .seconds(1))
///     return try await wrapped.history()
///   }
/// }
/// ```
///
/// To change what happens to records, return a ``LedgerSessionWrapper`` from ``session(around:)``.
public protocol LedgerWrapper: Ledger {
  /// The other ledger.
  var wrapped: any Ledger { get }

  /// Returns the session that a run works with; by default, that of the other ledger.
  ///
  /// - Parameter session: The session of the other ledger.
  /// - Returns: The session for the run.
  func session(around session: any LedgerSession) -> any LedgerSession
}

extension LedgerWrapper {
  /// Returns the session of the other ledger.
  public func session(around session: any LedgerSession) -> any LedgerSession { session }

  /// The name of the other ledger.
  public var identity: String { wrapped.identity }

  /// Reads the records of the other ledger.
  public func history() async throws -> LedgerHistory { try await wrapped.history() }

  /// Reads the records of the other ledger, if that is possible without suspending.
  public func immediateHistory() throws -> LedgerHistory? { try wrapped.immediateHistory() }

  /// Reads the seal of the other ledger.
  public func seal() throws -> LedgerHistory.Seal? { try wrapped.seal() }

  /// Returns whether the other ledger may postpone a tribe.
  public func mayPostpone(_ tribe: TribeRegistry.Entry) -> Bool { wrapped.mayPostpone(tribe) }

  /// Returns the reasons of the other ledger why tribes have to wait.
  public func reasonsToPostpone(
    _ tribes: [TribeRegistry.Entry],
    in context: LedgerContext
  ) async throws -> [LedgerKey: String] {
    try await wrapped.reasonsToPostpone(tribes, in: context)
  }

  /// Returns the reason of the other ledger why no tribe above a version may be reverted now.
  public func reasonToKeepTribes(above version: TribeVersion, in context: LedgerContext) async throws -> String? {
    try await wrapped.reasonToKeepTribes(above: version, in: context)
  }

  /// The path of the folder for the other ledger's snapshots.
  public var snapshotsPath: String? { wrapped.snapshotsPath }

  /// The kind of the other ledger's transactions.
  public var transactionKind: String? { wrapped.transactionKind }

  /// Runs `body` with exclusive access to the other ledger, and with the session of ``session(around:)``.
  public func withExclusiveAccess<Result: Sendable>(
    in context: LedgerContext,
    _ body: @Sendable (any LedgerSession) async throws -> Result
  ) async throws -> Result {
    try await wrapped.withExclusiveAccess(in: context) { try await body(session(around: $0)) }
  }

  /// Runs `body` with shared access to the other ledger.
  public func withSharedAccess<Result: Sendable>(
    in context: LedgerContext,
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    try await wrapped.withSharedAccess(in: context, body)
  }
}
