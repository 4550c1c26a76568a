/// The time limits for the statements of a ``PostgresTribe``, and the number of retries.
///
/// For a value that is nil, a tribe uses the ledger's value, and the ledger uses ``PostgresLedger/defaultTimeouts``. If
/// that is nil too, the setting of the session applies. With a ledger of another kind, a tribe uses
/// ``PostgresLedger/defaultTimeouts`` directly.
///
/// A tribe without a transaction ignores the ledger's timeouts and the default ones. For a limit that it does
/// not set, the setting of the session applies.
public struct PostgresTimeouts: Hashable, Sendable {
  /// How long a statement waits for a lock: PostgreSQL's `lock_timeout`.
  ///
  /// While a statement waits for a lock on a table, most other statements on that table queue behind it. So this is how
  /// long a tribe can hold up the app at once.
  public var lock: Duration?

  /// How long a statement may take: PostgreSQL's `statement_timeout`.
  public var statement: Duration?

  /// How often a transaction is retried after a lock timeout, a deadlock or a serialization failure: 0 or more.
  ///
  /// The pause before each retry grows from 100 ms to 10 s. After a lock timeout, the pause is also at least as long as
  /// the timeout, so that the statements that queued get through. A tribe without a transaction is not retried.
  public var retries: Int?

  /// Creates timeouts.
  ///
  /// - Parameters:
  ///   - lock: How long a statement waits for a lock; zero for no limit.
  ///   - statement: How long a statement may take; zero for no limit.
  ///   - retries: How often a transaction is retried.
  public init(lock: Duration? = nil, statement: Duration? = nil, retries: Int? = nil) {
    (self.lock, self.statement, self.retries) = (lock, statement, retries)
  }

  /// Returns the timeouts of a tribe, with these for the values that it does not set.
  func overridden(by own: PostgresTimeouts) -> PostgresTimeouts {
    PostgresTimeouts(
      lock: own.lock ?? lock,
      statement: own.statement ?? statement,
      retries: own.retries ?? retries
    )
  }

  /// Returns the pause before a retry.
  ///
  /// - Parameters:
  ///   - number: The number of the retry, from 1.
  ///   - error: The error of the attempt.
  ///   - scale: The part of the growing pause, from 0 to 1.
  /// - Returns: The pause.
  func pause(beforeRetry number: Int, after error: PostgresError, _ scale: Double) -> Duration {
    let growing = min(.milliseconds(100 << min(number - 1, 10)), .seconds(10)) * scale
    return error.code == PostgresError.lockTimeout ? max(growing, lock ?? .zero) : growing
  }

  /// The values of `lock_timeout` and `statement_timeout`; nil to leave one alone.
  var settings: [String?] {
    [lock, statement].map { limit in
      guard let limit else { return nil }
      // PostgreSQL stores 32 bits, and 0 means no limit.
      let milliseconds = min(max(limit / .milliseconds(1), limit > .zero ? 1 : 0), Double(Int32.max))
      return "\(Int32(milliseconds))"
    }
  }
}
