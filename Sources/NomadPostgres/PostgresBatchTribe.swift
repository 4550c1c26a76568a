internal import Nomad
@_exported public import NomadBatches
import NomadTables

/// A tribe that changes a PostgreSQL database in batches.
///
/// With a ``PostgresLedger``, each batch is one transaction, which also saves the cursor.
///
/// ```swift
/// struct FillTotals: PostgresBatchTribe {
///   static let target: TribeTarget = .literal("2.1.1")
///   static let pause: Duration = .milliseconds(20)
///
///   func upperBound(_ db: PostgresTransaction) async throws -> Int? {
///     try await db.query("SELECT max(id)::text FROM orders")[0][0].flatMap(Int.init)
///   }
///
///   func migrate(_ db: PostgresTransaction, after last: Int?, upTo bound: Int?) async throws -> Int? {
///     let rows = try await db.query(
///       """
///       WITH batch AS (
///         SELECT id FROM orders WHERE id > $1::bigint AND id <= $2::bigint ORDER BY id LIMIT 1000
///       ), filled AS (
///         UPDATE orders SET total = amount * 1.2 WHERE id IN (SELECT id FROM batch) AND total IS NULL
///       )
///       SELECT max(id)::text FROM batch
///       """,
///       "\(last ?? 0)",
///       bound.map(String.init)
///     )
///     return rows[0][0].flatMap(Int.init)
///   }
/// }
/// ```
///
/// The upper bound is read once, before the first batch. Without it, a tribe follows the end of a table that grows
/// while it runs, and does not end. The batch must not overwrite what the app has written meanwhile, hence
/// `total IS NULL`. Rows that are added above the bound are the app's business, or a trigger's: see "A fleet of
/// servers".
///
/// A long transaction keeps rows locked and holds back `VACUUM`; a batch is short. If the process dies, the next run
/// continues after the last batch whose cursor is saved. With a ``PostgresLedger``, a committed batch never runs again.
/// With another ledger, or if another tribe calls this one, the cursor is saved after the batch's transaction, so a batch
/// can run again if the process dies between the two.
public protocol PostgresBatchTribe: BatchTribe, FleetTribe {
  // Declared again so that the compiler infers it from `migrate(_:after:)`.
  /// The position that the tribe has reached, such as the last id. Keep it small, because every batch saves it.
  associatedtype Cursor

  /// The limits for the tribe's statements, and how often a batch is retried; the ledger's timeouts by default.
  static var timeouts: PostgresTimeouts { get }

  /// Returns the last position that the tribe has to migrate, such as the highest id; nil, the default, for no bound.
  ///
  /// It is read before the first batch, in a transaction of its own, and saved with the first cursor. A later run
  /// continues with the saved one.
  ///
  /// - Parameter db: The database.
  /// - Returns: The upper bound. It is also nil if there are no rows.
  /// - Throws: An error. The next run reads the bound again.
  func upperBound(_ db: PostgresTransaction) async throws -> Cursor?

  /// Migrates one batch of the data up to a bound. Implement it instead of `migrate(_:after:)` if the tribe has an
  /// upper bound.
  ///
  /// A batch that meets a lock timeout, a deadlock or a serialization failure is called again in a new transaction.
  ///
  /// - Parameters:
  ///   - db: The database, in the transaction of the batch.
  ///   - cursor: The cursor that the previous batch returned; nil for the first batch.
  ///   - bound: The upper bound; nil if there is none.
  /// - Returns: The cursor after this batch; nil if nothing is left.
  /// - Throws: An error, which rolls the transaction back.
  func migrate(_ db: PostgresTransaction, after cursor: Cursor?, upTo bound: Cursor?) async throws -> Cursor?

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
  /// The connection, which a ``PostgresLedger`` gives.
  public static var _database: _TribeDatabase? { PostgresWork.database }

  /// The limits for the tribe's statements, and how often a batch is retried: the ledger's timeouts.
  public static var timeouts: PostgresTimeouts { PostgresTimeouts() }

  /// Returns nil: the tribe has no upper bound.
  ///
  /// - Parameter db: The database.
  /// - Returns: Nil.
  /// - Throws: Never.
  public func upperBound(_ db: PostgresTransaction) async throws -> Cursor? { nil }

  /// Migrates one batch without regard to a bound.
  ///
  /// - Parameters:
  ///   - db: The database, in the transaction of the batch.
  ///   - cursor: The cursor that the previous batch returned; nil for the first batch.
  ///   - bound: The upper bound, which is not used.
  /// - Returns: The cursor after this batch; nil if nothing is left.
  /// - Throws: The errors of `migrate(_:after:)`.
  public func migrate(_ db: PostgresTransaction, after cursor: Cursor?, upTo bound: Cursor?) async throws -> Cursor? {
    try await migrate(db, after: cursor)
  }

  /// Throws an error, because the tribe implements no method that migrates a batch.
  ///
  /// - Parameters:
  ///   - db: The database, in the transaction of the batch.
  ///   - cursor: The cursor that the previous batch returned.
  /// - Returns: Never.
  /// - Throws: An error that names both methods.
  public func migrate(_ db: PostgresTransaction, after cursor: Cursor?) async throws -> Cursor? {
    throw TribeMisuse(description: "it implements neither migrate(_:after:) nor migrate(_:after:upTo:)")
  }

  /// Returns the last position that the tribe has to migrate.
  ///
  /// - Returns: The upper bound; nil if there is none, or if there are no rows.
  /// - Throws: The errors of `upperBound(_:)`, or an error of the database.
  public func upperBound() async throws -> Cursor? {
    try await PostgresWork.perform(Self.self, isWork: false, Self.timeouts) { try await upperBound($0) }
  }

  /// Migrates one batch in a transaction.
  ///
  /// - Parameters:
  ///   - cursor: The cursor that the previous batch returned; nil for the first batch.
  ///   - bound: The upper bound; nil if there is none.
  /// - Returns: The cursor after this batch; nil if nothing is left.
  /// - Throws: The errors of the batch, or an error of the database. Nothing is changed then.
  public func migrate(after cursor: Cursor?, upTo bound: Cursor?) async throws -> Cursor? {
    try await PostgresWork.perform(Self.self, Self.timeouts) { db in
      let next = try await migrate(db, after: cursor, upTo: bound)
      try Self.saveCursor(next)
      return next
    }
  }

  /// Migrates one batch in a transaction, up to the bound that the data has now.
  ///
  /// - Parameter cursor: The cursor that the previous batch returned; nil for the first batch.
  /// - Returns: The cursor after this batch; nil if nothing is left.
  /// - Throws: The errors of the batch, or an error of the database. Nothing is changed then.
  public func migrate(after cursor: Cursor?) async throws -> Cursor? {
    try await migrate(after: cursor, upTo: try await upperBound())
  }
}
