#if GRDB
  import GRDB
  import Nomad
  internal import NomadFiles

  /// The context of a tribe that a ``GRDBLedger`` runs.
  ///
  /// The tribe finds it as a task-local value. Two places decide whether a tribe and its record are one transaction:
  ///
  /// ```text
  /// TribeRun of Nomad            by the type's transactionKind: how the begin of the tribe is recorded
  ///   session.perform            sets `current`, and calls the tribe's work
  ///     TribeWork.write(of:)     by the call itself: is it this tribe's first, and in a transaction?
  ///       yes                    one commit of statements and records; `isRecorded` is set on the database's queue
  ///       no                     a write of the statements alone
  ///     append                   unless `isRecorded`: a commit of the records alone, which is synced
  /// ```
  struct TribeWork: Sendable {
    @TaskLocal static var current: TribeWork?

    /// The kind of transactions that the ledger and its tribes share.
    static let transactionKind = "GRDB"

    /// The database of a tribe, which a ledger in it gives.
    static let givenDatabase = _TribeDatabase(
      (any DatabaseWriter).self,
      ofLedgers: transactionKind,
      advice:
        "Keep the ledger in the database with Nomad(.generated, ledger: .grdb(database)), or provide the database "
        + "with .providing(database, as: (any DatabaseWriter).self)."
    )

    let session: GRDBSession
    /// Makes the records of the work.
    let records: @Sendable () throws -> [LedgerRecord]
    /// Whether the records were committed together with the work.
    let isRecorded = Locked(false)
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
      let (database, write) = try write(of: type, checking: checks, migrate)
      try await database.awaiting { try database.write(write, $0) }
    }

    /// Runs a tribe in the same way, and blocks the thread meanwhile.
    static func performBlocking(
      _ type: Any.Type,
      checking checks: ForeignKeyChecks?,
      _ migrate: @escaping @Sendable (Database) throws -> Void
    ) throws {
      let (database, write) = try write(of: type, checking: checks, migrate)
      try database.write(write)
    }

    /// Returns what a tribe writes, and where.
    private static func write(
      of type: Any.Type,
      checking checks: ForeignKeyChecks?,
      _ statements: @escaping @Sendable (Database) throws -> Void
    ) throws -> (BusyDatabase, BusyDatabase.Write) {
      let own = try ownOfDatabase()
      // GRDB runs the tribe on a thread of its own.
      let tribe = TribeAttempt.bound { (db: Database) in try migrate(db, checks, own, statements) }
      let recorder = checks != nil && own?.isRecorder(of: type) == true ? own : nil
      let note = TribeAttempt.bound { (text: String) -> Void in
        TribeAttempt.current?.note("Before the tribe: \(text).")
      }
      // Synced if a ledger elsewhere records that the tribe finished. A tribe that changes more than the database is
      // synced, too, because the begin of another such tribe may be committed with it.
      let isTogether = (type as? any Tribe.Type).map { $0.transactionKind != nil } ?? true
      let write = BusyDatabase.Write(
        checks: checks,
        isSynced: own == nil || !isTogether,
        isOfTribe: true,
        violations: own?.session.violations ?? Locked(KnownViolations()),
        note: note
      ) { db in
        try tribe(db)
        guard let recorder else { return {} }
        return try recorder.append(to: db)
      }
      if let own { return (own.session.database, write) }
      return (BusyDatabase(try TribeDependencies.current((any DatabaseWriter).self)), write)
    }

    /// Returns the context of the run; throws an error if the tribe was given another database.
    private static func ownOfDatabase() throws -> TribeWork? {
      let own = own
      let given = try? TribeDependencies.current((any DatabaseWriter).self)
      if let writer = own?.session.database.writer, let given, writer !== given, writer.path != given.path {
        throw TransactionMisuse(description: "its database is not the one that contains the ledger")
      }
      return own
    }

    private static func migrate(
      _ db: Database,
      _ checks: ForeignKeyChecks?,
      _ own: TribeWork?,
      _ statements: (Database) throws -> Void
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
        try $current.withValue(work) { try statements(db) }
      }
      if hasEnded.value {
        throw TransactionMisuse(description: "it ended the transaction that it runs in")
      }
    }

    /// Whether the records of the work belong to a tribe of this type.
    ///
    /// A tribe that another tribe calls must not commit the record of its caller.
    private func isRecorder(of type: Any.Type) -> Bool {
      TribeAttempt.current?.isAttempt(at: type) == true && !isRecorded.value
    }

    /// Adds the records of the work, and returns a closure to call after the commit.
    private func append(to db: Database) throws -> @Sendable () -> Void {
      let last = try session.fence.append(records(), to: db)
      return {
        session.fence.commit(to: last)
        isRecorded.value = true
      }
    }
  }
#endif
