/// A ledger while it is held exclusively.
public protocol LedgerSession: Sendable {
  /// Reads what ran.
  ///
  /// - Returns: What ran; empty only if nothing was ever recorded.
  /// - Throws: An error if there is a record that cannot be read.
  func history() async throws -> LedgerHistory

  /// Adds records, all or none of them. When this returns, they survive a crash of the process and a loss of power.
  ///
  /// Cancelling the task has no effect on it.
  ///
  /// - Parameter records: The records to add.
  /// - Throws: An error if they are not known to be durable. The session then adds nothing more, unless it had not
  ///   written anything, as where there was no room.
  func append(_ records: [LedgerRecord]) async throws
}

extension LedgerSession {
  /// Adds a record; when this returns, it survives a crash of the process and a loss of power.
  ///
  /// - Parameter record: The record to add.
  /// - Throws: An error if it is not known to be durable. The session then adds nothing more.
  public func append(_ record: LedgerRecord) async throws {
    try await append([record])
  }
}
