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
    ///
    /// - Parameters:
    ///   - type: The type of the tribe.
    ///   - checks: When the transaction checks foreign keys; nil for no transaction.
    ///   - migrate: The statements of the tribe.
    /// - Throws: The errors of `migrate`, or an error of the database.
    static func perform(
      _ type: Any.Type,
      checking checks: ForeignKeyChecks?,
      _ migrate: @escaping @Sendable (Database) throws -> Void
    ) async throws {
      let own = try ownOfDatabase()
      // GRDB runs the tribe on a thread of its own.
      let migrate = TribeAttempt.bound { (db: Database) in try perform(db, checks, own, migrate) }
      guard let own else {
        let database = BusyDatabase(try TribeDependencies.current((any DatabaseWriter).self))
        // Synced, because a ledger elsewhere then records durably that the tribe finished.
        return try await database.write(checking: checks, isSynced: true, isOfTribe: true, migrate)
      }
      guard own.isRecorder(of: type), checks != nil else {
        return try await own.database.write(checking: checks, isOfTribe: true, migrate)
      }
      _ = try await own.database.write(checking: checks, isOfTribe: true, committed: own.committed) { db in
        try migrate(db)
        return try own.append(to: db)
      }
    }

    /// Runs a tribe in the same way, and blocks the thread meanwhile.
    static func performBlocking(
      _ type: Any.Type,
      checking checks: ForeignKeyChecks?,
      _ migrate: @escaping @Sendable (Database) throws -> Void
    ) throws {
      let own = try ownOfDatabase()
      let migrate = TribeAttempt.bound { (db: Database) in try perform(db, checks, own, migrate) }
      guard let own else {
        let database = BusyDatabase(try TribeDependencies.current((any DatabaseWriter).self))
        return try database.writeBlocking(checking: checks, isSynced: true, isOfTribe: true, migrate)
      }
      guard own.isRecorder(of: type), checks != nil else {
        return try own.database.writeBlocking(checking: checks, isOfTribe: true, migrate)
      }
      _ = try own.database.writeBlocking(checking: checks, isOfTribe: true, committed: own.committed) { db in
        try migrate(db)
        return try own.append(to: db)
      }
    }

    /// Returns the context of the run; throws an error if the tribe was given another database.
    private static func ownOfDatabase() throws -> TribeWork? {
      let own = own
      let given = try? TribeDependencies.current((any DatabaseWriter).self)
      if let own, let given, own.database.writer !== given, own.database.writer.path != given.path {
        throw TransactionMisuse(description: "its database is not the one that contains the ledger")
      }
      return own
    }

    private static func perform(
      _ db: Database,
      _ checks: ForeignKeyChecks?,
      _ own: TribeWork?,
      _ migrate: (Database) throws -> Void
    ) throws {
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
        try $current.withValue(work) { try migrate(db) }
      }
      if hasEnded.value {
        throw TransactionMisuse(description: "it ended the transaction that it runs in")
      }
    }

    /// Whether the records of the work belong to a tribe of this type.
    ///
    /// A tribe that another tribe calls must not commit the record of its caller.
    private func isRecorder(of type: Any.Type) -> Bool {
      TribeAttempt.current?.isAttempt(at: type) == true && recorded.value == nil
    }

    /// Adds the records of the work, and returns the number of the last one, and how many there are.
    private func append(to db: Database) throws -> (last: Int64, count: Int) {
      let records = try records()
      return (try fence.append(records, to: db), records.count)
    }

    @Sendable private func committed(_ records: (last: Int64, count: Int)) {
      fence.commit(to: records.last)
      recorded.value = records.count
    }

    init(database: BusyDatabase, fence: LedgerFence, records: @escaping @Sendable () throws -> [LedgerRecord]) {
      (self.database, self.fence, self.records) = (database, fence, records)
    }
  }
#endif
