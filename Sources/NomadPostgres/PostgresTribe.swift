import Nomad
import NomadTables

/// A tribe that changes a PostgreSQL database.
///
/// With a ``PostgresLedger``, its record is committed together with its changes.
///
/// ```swift
/// struct AddNote: PostgresTribe {
///   static let target: TribeTarget = .literal("2.0.0")
///
///   func migrate(_ db: PostgresTransaction) async throws {
///     try await db.execute("ALTER TABLE orders ADD COLUMN note text")
///   }
/// }
/// ```
///
/// The build finds it like any other tribe. With a ``PostgresLedger``, one transaction contains its changes and the
/// record that it finished: a process that dies leaves both or none.
///
/// With another ledger, give the migrator the connection: `providing(connection, as: (any PostgresConnection).self)`.
/// The tribe then has a transaction of its own. If the process dies after the commit and before the record, the tribe
/// runs again.
public protocol PostgresTribe: FleetTribe {
  /// Whether one transaction contains the tribe's changes and the record that it finished; true by default.
  ///
  /// False is for statements that PostgreSQL refuses inside of a transaction, such as `CREATE INDEX CONCURRENTLY`. The
  /// record that the tribe finished is then committed after its work. If the process dies between the two, the tribe
  /// runs again.
  static var isTransactional: Bool { get }

  /// The limits for the tribe's statements, and how often it is retried; the ledger's timeouts by default.
  ///
  /// A tribe without a transaction ignores the ledger's timeouts: see ``PostgresTimeouts``.
  static var timeouts: PostgresTimeouts { get }

  /// The rows that must not exist when a contract tribe begins; none by default.
  ///
  /// ```swift
  /// static let requiresNone = [PostgresRows(in: "orders", where: "total IS NULL")]
  /// ```
  ///
  /// While there are such rows, the tribe waits like a contract tribe that has to wait for a host, and the reason names
  /// their number. The rows are counted in the tribe's transaction, under a lock that keeps other sessions out of their
  /// tables. So no session can add such a row before the tribe is committed.
  ///
  /// A tribe that is not a contract tribe fails if there are such rows, and so does a contract tribe that another
  /// ledger than a ``PostgresLedger`` runs. A tribe without a transaction must not have this requirement, because
  /// nothing would hold the lock.
  static var requiresNone: [PostgresRows] { get }

  /// Migrates the data.
  ///
  /// After a lock timeout, a deadlock or a serialization failure, the method is called again in a new transaction. So
  /// let such an error through, and change nothing but the database.
  ///
  /// - Parameter db: The database, in the transaction of the tribe.
  /// - Throws: An error, which rolls the transaction back.
  func migrate(_ db: PostgresTransaction) async throws
}

extension PostgresTribe {
  /// Whether one transaction contains the tribe's changes and its record: true.
  public static var isTransactional: Bool { true }

  /// The limits for the tribe's statements, and how often it is retried: the ledger's timeouts.
  ///
  /// Without a transaction, the session's settings apply instead.
  public static var timeouts: PostgresTimeouts { PostgresTimeouts() }

  /// The kind of the tribe's transaction, which contains all of its changes: `PostgreSQL`; nil if it has none.
  public static var transactionKind: String? { isTransactional ? PostgresWork.transactionKind : nil }

  /// The connection, which a ``PostgresLedger`` gives.
  public static var _database: _TribeDatabase? { PostgresWork.database }

  /// The rows that must not exist when the tribe begins: none.
  public static var requiresNone: [PostgresRows] { [] }

  /// Migrates the data in the transaction of the tribe.
  ///
  /// - Throws: The errors of ``migrate(_:)``, ``NomadError`` if there are rows of ``requiresNone``, or an error of the
  ///   database. Nothing is changed then, unless the tribe has no transaction.
  public func migrate() async throws {
    let (rows, isTransactional) = (Self.requiresNone, Self.isTransactional)
    guard rows.isEmpty || isTransactional else {
      throw TribeMisuse(description: "it has `requiresNone`, but no transaction that could hold the lock")
    }
    let isolation = rows.isEmpty ? nil : "READ COMMITTED"
    try await PostgresWork.perform(Self.self, inTransaction: isTransactional, isolation: isolation, Self.timeouts) {
      db in
      try await PostgresRows.requireNone(of: rows, before: Self.self, db)
      try await migrate(db)
    }
  }
}
