#if GRDB
  import GRDB
  import Nomad
  internal import NomadFiles

  /// The context of a tribe that a ``GRDBLedger`` runs.
  ///
  /// The tribe finds it as a task-local value.
  struct TribeWork: Sendable {
    @TaskLocal static var current: TribeWork?

    /// The kind of transactions that the ledger and its tribes share.
    static let transactionKind = "GRDB"

    let database: BusyDatabase
    let fence: LedgerFence
    /// Makes the records of the work.
    let records: @Sendable () throws -> [LedgerRecord]
    /// The number of records that were committed together with the work; nil if none were.
    let recorded = Locked<Int?>(nil)
    /// The connection on which the current thread runs the tribe; nil in the task of the run.
    private(set) var connection: ObjectIdentifier?
    /// The tribe's attempt that started this run; nil if no tribe started it.
    private let parent = TribeAttempt.current

    /// The context of the run that the current task belongs to.
    ///
    /// A tribe can start another run, which may have another ledger.
    static var own: TribeWork? {
      guard let current, current.parent === TribeAttempt.current?.parent else { return nil }
      return current
    }

    /// Runs a tribe.
    ///
    /// If a ledger in its database runs it, one transaction contains its changes and its record.
    static func perform<Work: DatabaseTribe>(
      _ tribe: Work,
      _ body: @escaping @Sendable (Work, Database) throws -> Void
    ) async throws {
      let tribe = SoleUse(value: tribe)
      let checks = Work.isTransactional ? Work.foreignKeyChecks : nil
      let own = own
      let given = try? TribeDependencies.current((any DatabaseWriter).self)
      if let own, let given, own.database.writer !== given, own.database.writer.path != given.path {
        throw TransactionMisuse(description: "its database is not the one that contains the ledger")
      }
      // GRDB runs the tribe on a thread of its own.
      let migrate = TribeAttempt.bound { (db: Database) in
        var work = own
        work?.connection = ObjectIdentifier(db)
        let hasEnded = Locked(false)
        if checks != nil {
          db.afterNextTransaction { _ in
            hasEnded.value = true
          } onRollback: { _ in
            hasEnded.value = true
          }
        }
        // As in GRDB's migrations: the schema that the app describes today is not the schema at the time of this tribe.
        try db.withSchemaSource(nil) {
          try $current.withValue(work) { try body(tribe.value, db) }
        }
        if hasEnded.value {
          throw TransactionMisuse(description: "it ended the transaction that it runs in")
        }
      }
      try await perform(Work.self, checking: checks, with: own, migrate)
    }

    private static func perform(
      _ type: Any.Type,
      checking checks: ForeignKeyChecks?,
      with own: TribeWork?,
      _ migrate: @escaping @Sendable (Database) throws -> Void
    ) async throws {
      guard let own else {
        let database = BusyDatabase(try TribeDependencies.current((any DatabaseWriter).self))
        return try await database.write(checking: checks, isOfTribe: true, migrate)
      }
      // A tribe that another tribe calls must not commit the record of its caller.
      let isRecorder = TribeAttempt.current?.isAttempt(at: type) == true && own.recorded.value == nil
      guard isRecorder, checks != nil else {
        return try await own.database.write(checking: checks, isOfTribe: true, migrate)
      }
      _ = try await own.database.write(checking: checks, isOfTribe: true) { last, count in
        own.fence.commit(to: last)
        own.recorded.value = count
      } _: { db in
        try migrate(db)
        let records = try own.records()
        return (try own.fence.append(records, to: db), records.count)
      }
    }

    init(database: BusyDatabase, fence: LedgerFence, records: @escaping @Sendable () throws -> [LedgerRecord]) {
      (self.database, self.fence, self.records) = (database, fence, records)
    }

    /// A tribe that the task of the run hands over to the database's queue.
    ///
    /// Only that queue uses it from then on.
    private struct SoleUse<Work>: @unchecked Sendable {
      let value: Work
    }
  }
#endif
