#if GRDB
  public import GRDB
  public import Nomad
  import NomadTables

  extension TribeAttempt {
    /// Saves a checkpoint in the tribe's own transaction: both are committed, or neither.
    ///
    /// Use it for work that is too large for one transaction, in a ``DatabaseTribe`` that runs without one:
    ///
    /// ```swift
    /// struct HashNotes: DatabaseTribe {
    ///   static let target: TribeTarget = .literal("2.2.0")
    ///   static let isTransactional = false
    ///
    ///   func migrate(_ db: Database) throws {
    ///     var last = try TribeAttempt.current?.checkpoint("last", as: Int64.self) ?? 0
    ///     let batch = "SELECT max(id) FROM (SELECT id FROM note WHERE id > ? AND hash IS NULL ORDER BY id LIMIT 500)"
    ///     let update = "UPDATE note SET hash = hex(text) WHERE id > ? AND id <= ? AND hash IS NULL"
    ///     while let end = try Int64.fetchOne(db, sql: batch, arguments: [last]) {
    ///       try db.inTransaction {
    ///         try db.execute(sql: update, arguments: [last, end])
    ///         try TribeAttempt.current?.save(end, as: "last", in: db)
    ///         return .commit
    ///       }
    ///       last = end
    ///     }
    ///   }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - value: A small value, such as the number of completed items: at most ``valueLimit`` bytes as JSON.
    ///   - name: The checkpoint's name: see ``save(_:as:)``.
    ///   - db: The database that the tribe received.
    /// - Throws: The errors of ``save(_:as:)``; an error of the database; or an error if the tribe does not run on a
    ///   ``GRDBLedger`` of that database.
    public func save(_ value: some Encodable, as name: String, in db: Database) throws {
      guard let (session, connection) = DatabaseWork.running, connection == ObjectIdentifier(db) else {
        throw TribeMisuse(description: "it saved a checkpoint in a database that does not have the ledger")
      }
      try save(value, as: name) { record, onCommit in
        try session.fence.append(record, inTransactionOf: db, onCommit: onCommit)
      }
    }
  }
#endif
