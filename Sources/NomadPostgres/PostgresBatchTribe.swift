public import Nomad

/// A tribe that changes a PostgreSQL database in batches, each in one transaction with its cursor.
///
/// ```swift
/// struct FillTotals: PostgresBatchTribe {
///   static let target: TribeTarget = .once("2026-12-fill-totals")
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
/// A long transaction keeps rows locked and holds back `VACUUM`; a batch is short. If the process dies, the next run goes
/// on behind the last batch that was committed, and no batch is done twice.
public protocol PostgresBatchTribe: BatchTribe {
  // Again, for the compiler to infer it from `migrate(_:after:)`.
  /// How far the tribe has come, such as the last id: small, as every batch saves it.
  associatedtype Cursor

  /// How long its statements may take, and how often a batch is tried again; as the ledger has it by default.
  static var timeouts: PostgresTimeouts { get }

  /// Migrates one batch.
  ///
  /// It is called again in a new transaction if the first one met a lock timeout, a deadlock or a serialization failure.
  ///
  /// - Parameters:
  ///   - db: The database, in the transaction of the batch.
  ///   - cursor: What the batch before returned; nil for the first one.
  /// - Returns: The cursor behind this batch; nil if nothing is left.
  /// - Throws: An error, which rolls the transaction back.
  func migrate(_ db: PostgresTransaction, after cursor: Cursor?) async throws -> Cursor?
}

extension PostgresBatchTribe {
  /// How long its statements may take, and how often a batch is tried again: as the ledger has it.
  public static var timeouts: PostgresTimeouts { PostgresTimeouts() }

  /// Migrates one batch in a transaction.
  ///
  /// - Parameter cursor: What the batch before returned; nil for the first one.
  /// - Returns: The cursor behind this batch; nil if nothing is left.
  /// - Throws: What ``migrate(_:after:)`` throws, or an error of the database. Nothing is changed then.
  public func migrate(after cursor: Cursor?) async throws -> Cursor? {
    try PostgresWork.check(Self.phase, of: Self.self)
    return try await PostgresWork.perform(Self.self, in: .whole, Self.timeouts) { db in
      let next = try await migrate(db, after: cursor)
      try Batch.end(at: next)
      return next
    }
  }
}
