// With MemberImportVisibility (SE-0444), a file that imports only this module would not see the defaults.
@_exported public import NomadReverting

/// A ``PostgresTribe`` that can be undone.
///
/// With a ``PostgresLedger``, one transaction contains its undoing and the record of that: a process that dies leaves
/// both or none. A contract tribe is not undone, even if it conforms.
///
/// ```swift
/// struct AddNote: RevertiblePostgresTribe {
///   static let target: TribeTarget = .literal("2.1.0")
///
///   func migrate(_ db: PostgresTransaction) async throws {
///     try await db.execute("ALTER TABLE orders ADD COLUMN note text")
///   }
///
///   func revert(_ db: PostgresTransaction) async throws {
///     try await db.execute("ALTER TABLE orders DROP COLUMN note")
///   }
/// }
/// ```
public protocol RevertiblePostgresTribe: PostgresTribe, RevertibleTribe {
  /// Undoes what `migrate(_:)` did.
  ///
  /// It runs as `migrate(_:)` does, with the tribe's ``PostgresTribe/timeouts`` and ``PostgresTribe/isTransactional``.
  /// The isolation level of its transaction is READ COMMITTED.
  ///
  /// - Parameter db: The database, in the transaction of the tribe.
  /// - Throws: An error, which rolls the transaction back.
  func revert(_ db: PostgresTransaction) async throws
}

extension RevertiblePostgresTribe {
  /// The kind of the transaction that contains the undoing: `PostgreSQL`; nil if it has none.
  public static var revertTransactionKind: String? { isTransactional ? PostgresWork.transactionKind : nil }

  /// Undoes the tribe in a transaction.
  ///
  /// - Throws: The errors of ``revert(_:)``, or an error of the database. Nothing is changed then, unless the tribe has no
  ///   transaction.
  public func revert() async throws {
    // At a higher isolation level, the look for hosts before the commit would not see those that have just joined.
    try await PostgresWork.perform(
      Self.self,
      inTransaction: Self.isTransactional,
      isolation: "READ COMMITTED",
      Self.timeouts
    ) { db in try await revert(db) }
  }
}
