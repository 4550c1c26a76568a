/// A ledger while it is held exclusively.
public protocol LedgerSession: Sendable {
  /// Reads what ran.
  ///
  /// - Returns: What ran; empty only if nothing was ever recorded.
  /// - Throws: An error if there is a record that cannot be read.
  func history() async throws -> LedgerHistory

  /// Adds a record. When this returns, the record survives a crash of the process and a loss of power.
  ///
  /// Cancelling the task has no effect on it.
  ///
  /// - Parameter record: The record to add.
  /// - Throws: An error if it is not known to be durable. The session then adds nothing more.
  func append(_ record: LedgerRecord) async throws
}
