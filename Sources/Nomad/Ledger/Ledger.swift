/// The durable record of what ran.
///
/// ``FileLedger`` is the one for apps, ``InMemoryLedger`` the one for tests.
public protocol Ledger: Sendable {
  /// Names the ledger in messages. Two ledgers with one identity are one ledger.
  var identity: String { get }

  /// Reads what ran, without any side effect and without waiting for anybody.
  ///
  /// - Returns: What ran; empty only if nothing was ever recorded.
  /// - Throws: An error if there is, or may be, a record that cannot be read.
  func history() throws -> LedgerHistory

  /// Waits until nobody else writes, keeps it so while `body` runs, and gives the ledger free again.
  ///
  /// - Parameter body: What to do meanwhile. The session it is given must not be used after it returns.
  /// - Returns: What `body` returned.
  /// - Throws: What `body` threw, `CancellationError` if the task is cancelled while it waits, or an error if the
  ///   ledger cannot be held.
  func withExclusiveAccess<Result: Sendable>(
    _ body: @Sendable (any LedgerSession) async throws -> Result
  ) async throws -> Result
}
