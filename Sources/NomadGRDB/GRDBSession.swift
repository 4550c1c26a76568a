#if GRDB
  import GRDB
  import Nomad
  internal import NomadFiles
  import NomadTables

  /// Exclusive access to a ``GRDBLedger`` for a thread, which each call blocks.
  final class GRDBSession: SynchronousLedgerSession {
    let database: BusyDatabase
    let fence: LedgerFence
    let violations = Locked(KnownViolations())
    private let identity: String
    private let table: LedgerTable
    /// The session of the lock.
    ///
    /// It records nothing.
    private let lock: any SynchronousLedgerSession
    /// Returns the seal for a history; nil if something is left to do after it.
    private let makeSeal = Locked<(@Sendable (LedgerHistory) -> LedgerHistory.Seal?)?>(nil)

    init(
      of identity: String,
      in table: LedgerTable,
      of database: BusyDatabase,
      holding lock: any SynchronousLedgerSession
    ) {
      (self.identity, self.table, self.database, self.lock) = (identity, table, database, lock)
      fence = LedgerFence(of: identity, in: table)
    }

    func history() throws -> LedgerHistory {
      try resume()
      let (history, last) = try database.read { (try table.history($0, of: identity), try table.lastID($0)) }
      fence.commit(to: last)
      return history
    }

    func append(_ records: [LedgerRecord]) throws { try append(records, isSynced: true) }

    func appendBeforeTransaction(_ records: [LedgerRecord]) throws {
      // A loss of power that takes the records also takes the transaction of the tribe.
      try append(records, isSynced: false)
    }

    private func append(_ records: [LedgerRecord], isSynced: Bool) throws {
      if records.isEmpty { return }
      // Synced, because the next step may change more than the database.
      try write(isSynced: isSynced) { [fence] in try fence.append(records, to: $0) }
    }

    func replaceRecords(with records: [LedgerRecord]) throws {
      try write { [self] in try replaceRecords(with: records, in: $0) }
    }

    private func replaceRecords(with records: [LedgerRecord], in db: Database) throws -> Int64 {
      // Another run may have written while this process was suspended.
      try fence.check(db)
      return try table.replace(with: records, db)
    }

    func secure() throws {
      try write { [table] db in
        try table.touch(db)
        return nil
      }
    }

    /// Writes while the process may run and holds the lock.
    ///
    /// Retries if a suspension came before the write began. The closure returns the number of the new last record; nil if
    /// it is the old one.
    private func write(isSynced: Bool = true, _ body: @escaping @Sendable (Database) throws -> Int64?) throws {
      let write = BusyDatabase.Write(isSynced: isSynced) { [fence, violations] db in
        let version = try DatabaseVersion(db)
        let last = try body(db)
        let new = try DatabaseVersion(db)
        // Records violate no foreign keys.
        violations.withLock { if $0.last?.version == version { $0.last?.version = new } }
        return { if let last { fence.commit(to: last) } }
      }
      while true {
        try resume()
        do { return try database.write(write) } catch is OpenTransactions.Suspended {}
      }
    }

    /// Waits until the process may run, and takes the lock again if it was released.
    ///
    /// The fence then detects records of another run.
    private func resume() throws {
      // The lock has no records to secure. But any call that writes first takes a released lock again, and this one then
      // only looks for the file of a ledger that is never there.
      try database.transactions.resume { try lock.secure() }
    }

    func suspend() { database.transactions.suspend(database.writer) { lock.suspend() } }

    func seal(by seal: @escaping @Sendable (LedgerHistory) -> LedgerHistory.Seal?) { makeSeal.value = seal }

    /// Ends the session: leaves out records if many no longer matter, and seals the others.
    ///
    /// Does neither if the database is busy. It is not synced: without a seal, the next start reads all records.
    func end() {
      guard let makeSeal = makeSeal.value else { return }
      let write = BusyDatabase.Write { [self] db in
        let history = try table.history(db, of: identity)
        if LedgerRow.needsCompaction(of: history.records) { _ = try replaceRecords(with: history.records, in: db) }
        // Changed rows have made the old seal void.
        if let seal = makeSeal(history), try table.seal(db) != seal { try table.write(seal, db) }
        return {}
      }
      try? database.withoutWaiting.write(write)
    }

    func perform(
      _ work: () throws -> Void,
      recording records: @escaping @Sendable () throws -> [LedgerRecord]
    ) throws {
      try TribeWork(in: self, recording: records).performBlocking(work, adding: append)
    }
  }

  /// Exclusive access to a ``GRDBLedger`` for a task: each call blocks a thread of its own.
  struct AwaitedGRDBSession: LedgerSession {
    let session: GRDBSession

    func history() async throws -> LedgerHistory { try await onThreadUncancelled { try session.history() } }

    func append(_ records: [LedgerRecord]) async throws {
      try await onThreadUncancelled { try session.append(records) }
    }

    func appendBeforeTransaction(_ records: [LedgerRecord]) async throws {
      try await onThreadUncancelled { try session.appendBeforeTransaction(records) }
    }

    func replaceRecords(with records: [LedgerRecord]) async throws {
      try await onThreadUncancelled { try session.replaceRecords(with: records) }
    }

    func secure() async throws { try await onThreadUncancelled { try session.secure() } }

    func seal(by seal: @escaping @Sendable (LedgerHistory) -> LedgerHistory.Seal?) { session.seal(by: seal) }

    func suspend() { session.suspend() }

    func perform(
      _ work: @escaping @Sendable () async throws -> Void,
      recording records: @escaping @Sendable () throws -> [LedgerRecord]
    ) async throws {
      try await TribeWork(in: session, recording: records).perform(work, adding: append)
    }
  }
#endif
