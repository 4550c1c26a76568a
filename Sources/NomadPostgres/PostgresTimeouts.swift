/// How long the statements of a ``PostgresTribe`` may take, and how often it is tried again.
///
/// What is nil is as the ledger has it; for the ledger, as the session of the server has it.
public struct PostgresTimeouts: Hashable, Sendable {
  /// How long a statement waits for a lock, as its `lock_timeout`.
  ///
  /// While it waits, most others wait behind it.
  public var lock: Duration?

  /// How long a statement may take, as its `statement_timeout`.
  public var statement: Duration?

  /// How often a transaction is tried again after a lock timeout, a deadlock or a serialization failure: 0 or more.
  ///
  /// The pause before it grows from 100 ms to 10 s. A tribe without a transaction is not tried again.
  public var retries: Int?

  /// Makes timeouts.
  ///
  /// - Parameters:
  ///   - lock: How long a statement waits for a lock; zero waits for ever.
  ///   - statement: How long a statement may take; zero for any time.
  ///   - retries: How often a transaction is tried again.
  public init(lock: Duration? = nil, statement: Duration? = nil, retries: Int? = nil) {
    (self.lock, self.statement, self.retries) = (lock, statement, retries)
  }

  /// Those of a tribe, with these for what it leaves out.
  func overridden(by own: PostgresTimeouts) -> PostgresTimeouts {
    PostgresTimeouts(
      lock: own.lock ?? lock,
      statement: own.statement ?? statement,
      retries: own.retries ?? retries
    )
  }

  /// The values of `lock_timeout` and `statement_timeout`; nil to leave one alone.
  var settings: [String?] {
    [lock, statement].map { limit in
      guard let limit else { return nil }
      // PostgreSQL keeps 32 bits, and takes 0 for no limit.
      let milliseconds = min(max(limit / .milliseconds(1), limit > .zero ? 1 : 0), Double(Int32.max))
      return "\(Int32(milliseconds))"
    }
  }
}
