public import Nomad

/// A tribe that changes a PostgreSQL database in batches.
///
/// With a ``PostgresLedger``, each batch is one transaction, which also saves the cursor.
///
/// ```swift
/// struct FillTotals: PostgresBatchTribe {
///   static let target: TribeTarget = .literal("2.1.1")
///   static let pause: Duration = .milliseconds(20)
///
///   func migrate(_ db: PostgresTransaction, after last: Int?) async throws -> Int? {
///     let rows = try await db.query(
///       """
///       UPDATE orders SET total = amount * 1.2
///       WHERE id IN (SELECT id FROM orders WHERE id > $1::int ORDER BY id LIMIT 1000)
///       RETURNING id::text
///       """,
///       "\(last ?? 0)"
///     )
///     return rows.compactMap { $0[0].flatMap(Int.init) }.max()
///   }
/// }
/// ```
///
/// A long transaction keeps rows locked and holds back `VACUUM`; a batch is short. If the process dies, the next run
/// continues after the last batch whose cursor is saved. With a ``PostgresLedger``, a committed batch never runs again.
/// With another ledger, the cursor is saved after the batch's transaction, so a batch can run again if the process dies
/// between the two.
public protocol PostgresBatchTribe: BatchTribe {
  // Declared again so that the compiler infers it from `migrate(_:after:)`.
  /// The position that the tribe has reached, such as the last id. Keep it small, because every batch saves it.
  associatedtype Cursor

  /// The limits for the tribe's statements, and how often a batch is retried; the ledger's timeouts by default.
  static var timeouts: PostgresTimeouts { get }

  /// Migrates one batch.
  ///
  /// A batch that meets a lock timeout, a deadlock or a serialization failure is called again in a new transaction.
  ///
  /// - Parameters:
  ///   - db: The database, in the transaction of the batch.
  ///   - cursor: The cursor that the previous batch returned; nil for the first batch.
  /// - Returns: The cursor after this batch; nil if nothing is left.
  /// - Throws: An error, which rolls the transaction back.
  func migrate(_ db: PostgresTransaction, after cursor: Cursor?) async throws -> Cursor?
}

extension PostgresBatchTribe {
  /// The limits for the tribe's statements, and how often a batch is retried: the ledger's timeouts.
  public static var timeouts: PostgresTimeouts { PostgresTimeouts() }

  /// Migrates one batch in a transaction.
  ///
  /// - Parameter cursor: The cursor that the previous batch returned; nil for the first batch.
  /// - Returns: The cursor after this batch; nil if nothing is left.
  /// - Throws: The errors of ``migrate(_:after:)``, or an error of the database. Nothing is changed then.
  public func migrate(after cursor: Cursor?) async throws -> Cursor? {
    try PostgresWork.check(Self.phase, of: Self.self)
    return try await PostgresWork.perform(Self.self, in: .whole, Self.timeouts) { db in
      let next = try await migrate(db, after: cursor)
      try Batch.end(at: next)
      return next
    }
  }
}
