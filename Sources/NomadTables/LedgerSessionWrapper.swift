public import Nomad

/// A session around another one: each requirement that it does not implement is that of the other session.
///
/// Records arrive in `append`, `appendBeforeTransaction`, `perform` and `replaceRecords`. A session that changes what
/// happens to all of them implements all four.
public protocol LedgerSessionWrapper: LedgerSession {
  /// The other session.
  var wrapped: any LedgerSession { get }
}

extension LedgerSessionWrapper {
  /// Reads the records.
  public func history() async throws -> LedgerHistory { try await wrapped.history() }

  /// Adds the records, all or none of them.
  public func append(_ records: [LedgerRecord]) async throws { try await wrapped.append(records) }

  /// Adds the records before a transaction that contains all changes of a tribe.
  public func appendBeforeTransaction(_ records: [LedgerRecord]) async throws {
    try await wrapped.appendBeforeTransaction(records)
  }

  /// Does a tribe's work, and adds the records of it, in one transaction if the other session has one.
  public func perform(
    _ work: @escaping @Sendable () async throws -> Void,
    recording records: @escaping @Sendable () throws -> [LedgerRecord]
  ) async throws {
    try await wrapped.perform(work, recording: records)
  }

  /// Makes all records durable.
  public func secure() async throws { try await wrapped.secure() }

  /// Tells the other session how to seal the ledger.
  public func seal(by seal: @escaping @Sendable (LedgerHistory) -> LedgerHistory.Seal?) { wrapped.seal(by: seal) }

  /// Replaces all records.
  public func replaceRecords(with records: [LedgerRecord]) async throws {
    try await wrapped.replaceRecords(with: records)
  }

  /// Tells the other session that the run reverts tribes.
  public func willRevert(to version: TribeVersion) { wrapped.willRevert(to: version) }

  /// Stores a tribe's progress.
  public func report(_ completed: Int, of total: Int) { wrapped.report(completed, of: total) }

  /// Releases every lock.
  public func suspend() { wrapped.suspend() }
}
