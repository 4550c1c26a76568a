import Nomad

/// A tribe that changes one database, in one transaction with its records.
package protocol SQLiteTribe: Tribe {
  /// Migrates the database, in a transaction. It must not end the transaction.
  func migrate(_ db: SQLiteDatabase) throws
}

extension SQLiteTribe {
  package static var transactionKind: String? { SQLiteTransaction.kind }

  package func migrate() async throws {
    guard
      let attempt = TribeAttempt.current, attempt.isAttempt(at: Self.self),
      let transaction = SQLiteTransaction.current, transaction.parent === attempt.parent
    else {
      throw SQLiteError(description: "only a run with a SQLiteLedger calls migrate(); call migrate(_:) with a database")
    }
    try migrate(try await transaction.session.begin())
  }
}

/// The transaction that a tribe can use.
struct SQLiteTransaction: Sendable {
  static let kind = "SQLite"
  @TaskLocal static var current: SQLiteTransaction?

  let session: SQLiteSession
  // A tribe may start another run, whose attempts have another parent.
  let parent: TribeAttempt?
}
