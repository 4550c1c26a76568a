// With MemberImportVisibility (SE-0444), a file that imports only this module would not see the defaults of `Tribe`.
@_exported public import Nomad

/// A tribe that changes a PostgreSQL database.
///
/// With a ``PostgresLedger``, its record is committed together with its changes.
///
/// ```swift
/// struct AddTotal: PostgresTribe {
///   static let target: TribeTarget = .literal("2.1.0")
///
///   func migrate(_ db: PostgresTransaction) async throws {
///     try await db.execute("ALTER TABLE orders ADD COLUMN total numeric")
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
public protocol PostgresTribe: Tribe, SendableMetatype {
  /// The transaction in which the tribe runs; ``TribeTransaction/whole`` by default.
  static var transaction: TribeTransaction { get }

  /// The limits for the tribe's statements, and how often it is retried; the ledger's timeouts by default.
  ///
  /// A tribe with ``TribeTransaction/none`` ignores the ledger's timeouts: see ``PostgresTimeouts``.
  static var timeouts: PostgresTimeouts { get }

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
  /// The transaction in which the tribe runs: one transaction for its changes and its record.
  public static var transaction: TribeTransaction { .whole }

  /// The limits for the tribe's statements, and how often it is retried: the ledger's timeouts.
  ///
  /// With ``TribeTransaction/none``, the session's settings apply instead.
  public static var timeouts: PostgresTimeouts { PostgresTimeouts() }

  /// Whether the tribe has a transaction.
  public static var isTransactional: Bool { transaction == .whole }

  /// Migrates the data in the transaction of the tribe.
  ///
  /// - Throws: The errors of ``migrate(_:)``, or an error of the database. Nothing is changed then, unless the tribe
  ///   has no transaction.
  public func migrate() async throws {
    try PostgresWork.check(Self.phase, of: Self.self)
    do {
      try await PostgresWork.perform(Self.self, in: Self.transaction, Self.timeouts) { try await migrate($0) }
    } catch {
      if Self.transaction == .whole { PostgresWork.noteRollback(of: Self.self) }
      throw error
    }
  }
}
