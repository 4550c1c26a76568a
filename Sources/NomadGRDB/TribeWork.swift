#if GRDB
  import GRDB
  import Nomad

  /// The work of the tribe that a ``GRDBLedger`` runs, for the tribe to find.
  struct TribeWork: Sendable {
    @TaskLocal static var current: TribeWork?

    let database: BusyDatabase
    let fence: LedgerFence
    /// Makes the record that the tribe finished.
    let record: @Sendable () throws -> LedgerRecord
    /// Whether that record was committed with the work.
    let isRecorded = Locked(false)
    /// The connection on which the current thread runs the tribe; nil for the task of the run.
    private(set) var connection: ObjectIdentifier?
    /// The attempt of the tribe that started the run, if one did.
    private let parent = TribeAttempt.current

    /// The work of the run that the current task is a part of, as a run that a tribe starts may have another ledger.
    static var own: TribeWork? {
      guard let current, current.parent === TribeAttempt.current?.parent else { return nil }
      return current
    }

    /// Runs a tribe, in one transaction with its record if a ledger of its database runs it.
    static func perform<Work: DatabaseTribe>(_ tribe: Work) async throws {
      let (tribe, transaction, context) = (SoleUse(value: tribe), Work.transaction, RunContext())
      let own = own
      let given = try? TribeDependencies.current((any DatabaseWriter).self)
      if let own, let given, own.database.writer !== given, own.database.writer.path != given.path {
        throw TransactionMisuse(description: "it was given another database than the one with the ledger")
      }
      let migrate = { @Sendable (db: Database) in
        var work = own
        work?.connection = ObjectIdentifier(db)
        let hasEnded = Locked(false)
        if transaction != .none {
          db.afterNextTransaction { _ in
            hasEnded.value = true
          } onRollback: { _ in
            hasEnded.value = true
          }
        }
        // As in GRDB's migrations: what the app says of its schema today is not what it was.
        try db.withSchemaSource(nil) {
          try context.perform { try $current.withValue(work) { try tribe.value.migrate(db) } }
        }
        if hasEnded.value {
          throw TransactionMisuse(description: "it ended the transaction that it runs in")
        }
      }
      try await context.noticingCancellation {
        try await perform(Work.self, in: transaction, with: own, migrate)
      }
    }

    private static func perform(
      _ type: Any.Type,
      in transaction: TribeTransaction,
      with own: TribeWork?,
      _ migrate: @escaping @Sendable (Database) throws -> Void
    ) async throws {
      guard let own else {
        let database = BusyDatabase(try TribeDependencies.current((any DatabaseWriter).self))
        return try await database.write(in: transaction, isOfTribe: true, migrate)
      }
      // Another tribe can call this one, which must not commit the record of the other.
      let isRecorder = TribeAttempt.current?.isAttempt(at: type) == true && !own.isRecorded.value
      guard isRecorder, transaction != .none else {
        return try await own.database.write(in: transaction, isOfTribe: true, migrate)
      }
      _ = try await own.database.write(in: transaction, isOfTribe: true) { last in
        own.fence.commit(to: last)
        own.isRecorded.value = true
      } _: { db in
        try migrate(db)
        return try own.fence.append([try own.record()], to: db)
      }
    }

    init(database: BusyDatabase, fence: LedgerFence, record: @escaping @Sendable () throws -> LedgerRecord) {
      (self.database, self.fence, self.record) = (database, fence, record)
    }

    /// A tribe that is handed from the task of the run to the database's queue, and used there alone.
    private struct SoleUse<Work>: @unchecked Sendable {
      let value: Work
    }
  }
#endif
