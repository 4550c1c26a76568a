#if GRDB
  import GRDB
  import Nomad

  /// The work of the tribe that a ``GRDBLedger`` runs, for the tribe to find.
  struct TribeWork: Sendable {
    @TaskLocal static var current: TribeWork?

    let database: BusyDatabase
    /// Makes the record that the tribe finished.
    let record: @Sendable () throws -> LedgerRecord
    /// Whether that record was committed with the work.
    let isRecorded = Locked(false)

    /// Runs a tribe, in one transaction with its record if a ledger of its database runs it.
    static func perform<Work: DatabaseTribe>(_ tribe: Work) async throws {
      let (tribe, transaction) = (SoleUse(value: tribe), Work.transaction)
      let migrate = { @Sendable (db: Database) in
        try tribe.value.migrate(db)
        guard transaction == .none || db.isInsideTransaction else {
          throw TransactionMisuse(description: "it ended the transaction that it runs in")
        }
      }
      guard let current else {
        let database = BusyDatabase(try TribeDependencies.current((any DatabaseWriter).self))
        return try await database.write(in: transaction, migrate)
      }
      // Another tribe can call this one, which must not commit the record of the other.
      let isOwn = TribeAttempt.current?.tribeName == String(reflecting: Work.self) && !current.isRecorded.value
      guard isOwn, transaction != .none else {
        return try await current.database.write(in: transaction, migrate)
      }
      try await current.database.write(in: transaction) { db in
        try migrate(db)
        try LedgerTable.append([try current.record()], to: db)
      }
      current.isRecorded.value = true
    }

    /// A tribe that is handed from the task of the run to the database's queue, and used there alone.
    private struct SoleUse<Work>: @unchecked Sendable {
      let value: Work
    }
  }
#endif
