public import Nomad
public import NomadTables

/// A ledger that fails at records that the test chooses, as if the disk were full.
///
/// ```swift
/// let ledger = FailingLedger(InMemoryLedger()) { record in
///   record.kind == .finished && record.key == "version:2.0.0"
/// }
/// ```
public struct FailingLedger: LedgerWrapper {
  /// The ledger that keeps the other records.
  public let wrapped: any Ledger
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
    wrapped = ledger
    self.fails = fails
  }

  /// Returns the session that fails.
  public func session(around session: any LedgerSession) -> any LedgerSession {
    InterceptedSession(wrapped: session) { [fails] records, _ in
      if let failing = records.first(where: fails) { throw Failure(key: failing.key) }
      return nil
    }
  }
}
