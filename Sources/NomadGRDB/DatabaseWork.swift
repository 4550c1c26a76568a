#if GRDB
  import GRDB
  import Nomad
  import NomadTables
  internal import NomadFiles

  /// The statements of a tribe, in the transaction that its type asks for.
  ///
  /// If a ledger in the database runs the tribe, that transaction also contains the tribe's record: see `TribeWork`.
  struct DatabaseWork: Sendable {
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

    /// The connection on which the current thread runs a tribe, for the work of a session.
    @TaskLocal private static var connection: (work: TribeWork, id: ObjectIdentifier)?

    /// The type of the tribe.
    let type: Any.Type
    /// When the transaction checks foreign keys; nil for no transaction.
    let checks: ForeignKeyChecks?
    /// Whether the transaction contains everything that the statements' work changes.
    let isTogether: Bool
    let statements: @Sendable (Database) throws -> Void

    /// Creates the work of a tribe with a type of its own, or the undoing of that.
    init(
      of type: any DatabaseTribe.Type,
      in transactionKind: String?,
      _ statements: @escaping @Sendable (Database) throws -> Void
    ) {
      let checks = type.isTransactional ? type.foreignKeyChecks : nil
      self.init(type: type, checks: checks, isTogether: transactionKind != nil, statements: statements)
    }

    init(
      type: Any.Type,
      checks: ForeignKeyChecks?,
      isTogether: Bool = true,
      statements: @escaping @Sendable (Database) throws -> Void
    ) {
      (self.type, self.checks, self.isTogether, self.statements) = (type, checks, isTogether, statements)
    }

    /// The work of the run that the current task belongs to, and its session; nil if no ledger in a GRDB database runs
    /// it.
    private static var own: (work: TribeWork, session: GRDBSession)? {
      guard let work = TribeWork.own, let session = work.session as? GRDBSession else { return nil }
      return (work, session)
    }

    /// The session of the run whose tribe the current thread runs on a connection, with that connection; nil outside of
    /// a tribe's statements.
    static var running: (session: GRDBSession, connection: ObjectIdentifier)? {
      guard let own, let connection, connection.work === own.work else { return nil }
      return (own.session, connection.id)
    }

    /// Runs the tribe.
    ///
    /// Cancelling the task ends the call if it waits for the database. A write that has begun finishes, so that a commit
    /// is never reported as a failure.
    ///
    /// - Throws: The errors of the statements, or an error of the database.
    @Sendable func perform() async throws {
      // The statements may run on another thread than that of the task: that of the database's target queue.
      let isCancelled = Locked(false)
      let (database, write) = try write { isCancelled.value }
      try await withTaskCancellationHandler {
        try await onThread { try database.write(write) }
      } onCancel: {
        isCancelled.value = true
      }
    }

    /// Runs the tribe in the same way, and blocks the thread meanwhile.
    func performBlocking() throws {
      let (database, write) = try write { false }
      try database.write(write)
    }

    /// Returns what the tribe writes, and where; given whether the run was cancelled.
    private func write(
      unless isCancelled: @escaping @Sendable () -> Bool
    ) throws -> (BusyDatabase, BusyDatabase.Write) {
      let own = Self.own
      let given = try? TribeDependencies.current((any DatabaseWriter).self)
      if let writer = own?.session.database.writer, let given, writer !== given,
        writer.path != given.path || [":memory:", ""].contains(given.path)
      {
        throw TribeMisuse(description: "its database is not the one that contains the ledger")
      }
      // The database may run the tribe on another thread.
      let tribe = TribeAttempt.bound { (db: Database) in try run(on: db, own?.work) }
      let recorder = checks != nil && own?.work.isRecorder(of: type) == true ? own : nil
      let note = TribeAttempt.bound { (text: String) -> Void in
        TribeAttempt.current?.note("Before the tribe: \(text).")
      }
      // Synced if a ledger elsewhere records that the tribe finished. A tribe that changes more than the database is
      // synced, too, because the begin of another such tribe may be committed with it.
      let write = BusyDatabase.Write(
        checks: checks,
        isSynced: own == nil || !isTogether,
        isOfTribe: true,
        isCancelled: isCancelled,
        violations: own?.session.violations ?? Locked(KnownViolations()),
        note: note
      ) { db in
        try tribe(db)
        guard let (work, session) = recorder else { return {} }
        let last = try session.fence.append(work.records(), to: db)
        return {
          session.fence.commit(to: last)
          work.noteCommit()
        }
      }
      if let own { return (own.session.database, write) }
      return (BusyDatabase(try TribeDependencies.current((any DatabaseWriter).self)), write)
    }

    private func run(on db: Database, _ work: TribeWork?) throws {
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
        guard let work else { return try statements(db) }
        try work.during {
          try Self.$connection.withValue((work, ObjectIdentifier(db))) { try statements(db) }
        }
      }
      if hasEnded.value {
        throw TribeMisuse(description: "it ended the transaction that it runs in")
      }
    }
  }
#endif
