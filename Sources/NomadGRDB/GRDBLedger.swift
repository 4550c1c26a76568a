#if GRDB
  import Foundation
  public import GRDB
  public import Nomad
  internal import NomadFiles

  /// A ledger in a GRDB database, which commits the changes of a ``DatabaseTribe`` and their record together.
  ///
  /// The table `nomad_ledger` keeps the records, one in each row, in the JSON form of `LedgerRecord`:
  ///
  /// ```text
  /// sqlite3 notes.sqlite "SELECT record ->> 'at', record ->> 'event', record ->> 'name' FROM nomad_ledger"
  /// ```
  ///
  /// A run on the database `notes.sqlite` holds a lock on the file `notes.sqlite.nomad.lock` beside it. The kernel
  /// frees the lock when the process dies. An in-memory database excludes only other tasks of its process.
  ///
  /// Before the system suspends the process, the ledger frees that lock, interrupts the tribe's statement, and waits up
  /// to one second until the transaction is rolled back. A tribe that spends more time between two statements keeps its
  /// transaction, and with it SQLite's lock. Such a tribe should save checkpoints, or observe GRDB's
  /// `Database.suspendNotification`.
  public struct GRDBLedger: Ledger {
    private let database: BusyDatabase
    private let lock: any Ledger

    /// The path of the database; for an in-memory database, a text that identifies it.
    public let identity: String

    /// Creates a ledger in a database.
    ///
    /// The ledger reads and creates nothing until it is used.
    ///
    /// - Parameters:
    ///   - writer: The database: a `DatabaseQueue` or a `DatabasePool`.
    ///   - waitLimit: How long to wait for another run, and for other connections that write to the database; zero or
    ///     less fails at once.
    public init(_ writer: any DatabaseWriter, waitingAtMost waitLimit: Duration = FileLedger.defaultWaitLimit) {
      database = BusyDatabase(writer, waitingAtMost: waitLimit)
      lock = DatabaseLock.lock(of: writer, waitingAtMost: waitLimit)
      identity = lock is FileLedger ? writer.path : lock.identity
    }

    /// Reads the history of the ledger.
    ///
    /// - Returns: The history; empty only if the database has no ledger.
    /// - Throws: `DatabaseError` if the database cannot be read, or ``NomadError`` if a record cannot be read or has a
    ///   newer format.
    public func history() async throws -> LedgerHistory {
      let identity = identity
      return try await database.read { try LedgerTable.history($0, of: identity) }
    }

    /// Reads the history at once, unless the database is in use.
    ///
    /// - Returns: The history; nil if it must be awaited.
    /// - Throws: The errors of ``history()``.
    public func immediateHistory() throws -> LedgerHistory? {
      try database.readAtOnce { [identity] in try LedgerTable.history($0, of: identity) }
    }

    /// Reads the seal that the last run left.
    ///
    /// - Returns: The seal; nil if there is none, if any row has changed since, or if the database is in use.
    /// - Throws: `DatabaseError` if the database cannot be read.
    public func seal() throws -> LedgerHistory.Seal? {
      do {
        return try database.readAtOnce(LedgerTable.seal) ?? nil
      } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
        // There is no such table or column yet. Whoever reads the history reports any other reason.
        return nil
      }
    }

    /// Runs `body` while no other run can use the ledger, and waits for its turn first.
    ///
    /// - Parameters:
    ///   - context: The limits of the wait, beside the ledger's own.
    ///   - body: The work that needs the ledger.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`, the errors of `LedgerContext.waitForTurn`, or ``NomadError`` if the lock beside
    ///   the database cannot be taken.
    public func withExclusiveAccess<Result: Sendable>(
      in context: LedgerContext,
      _ body: @Sendable (any LedgerSession) async throws -> Result
    ) async throws -> Result {
      try await lock.withExclusiveAccess(in: context) { lock in
        let session = Session(database: database, identity: identity, fence: LedgerFence(of: identity), lock: lock)
        let result = try await body(session)
        await session.seal()
        return result
      }
    }

    private struct Session: LedgerSession {
      let database: BusyDatabase
      let identity: String
      let fence: LedgerFence
      /// The session of the lock.
      ///
      /// It records nothing.
      let lock: any LedgerSession
      /// The number of records, the number from which compaction removes the obsolete ones, and whether the session has
      /// added any.
      let size = Locked((count: 0, threshold: LedgerHistory.Compaction.threshold(keeping: 0), isChanged: false))

      func history() async throws -> LedgerHistory {
        try await resume()
        let (history, last) = try await database.read { [identity] db in
          (try LedgerTable.history(db, of: identity), try LedgerTable.lastID(db))
        }
        fence.commit(to: last)
        size.withLock { size in
          size.count = history.records.count
          guard size.count >= size.threshold else { return }
          let kept = LedgerHistory.Compaction.latest(of: history.records).count
          size.threshold = LedgerHistory.Compaction.threshold(keeping: kept)
        }
        return history
      }

      func append(_ records: [LedgerRecord]) async throws {
        // Synced, because the next step may change more than the database.
        try await append(records, isSynced: true)
      }

      func appendBeforeTransaction(_ records: [LedgerRecord]) async throws {
        try await append(records, isSynced: false)
      }

      private func append(_ records: [LedgerRecord], isSynced: Bool) async throws {
        if records.isEmpty { return }
        // Compacts only at a tribe's start, so that a full disk does not keep the end of a tribe from being recorded.
        let isDue = size.withLock { size in
          size.count += records.count
          size.isChanged = true
          return size.count >= size.threshold && records.allSatisfy { $0.kind == .began }
        }
        let (_, kept) = try await whileActive {
          try await database.write(checking: .immediate, isSynced: isSynced) { [fence] (last: Int64, _: Int?) in
            fence.commit(to: last)
          } _: { [fence, identity] db in
            let last = try fence.append(records, to: db)
            return isDue ? try LedgerTable.compact(db, of: identity) : (last, nil)
          }
        }
        if let kept { size.value = (kept, LedgerHistory.Compaction.threshold(keeping: kept), true) }
      }

      /// Seals the records of this session, if it has added any.
      func seal() async {
        guard size.value.isChanged else { return }
        // Best effort, and not synced: without a seal, the next start reads all records.
        try? await database.write(checking: .immediate) { [fence, identity] db in
          try fence.check(db)
          try LedgerTable.writeSeal(db, of: identity)
        }
      }

      func suspend() {
        lock.suspend()
        database.transactions.suspend(database.writer)
      }

      /// Waits until the process may run, if the lock was released.
      ///
      /// The fence then detects records of another run.
      private func resume() async throws {
        try await lock.secure()
        database.transactions.resume()
      }

      /// Writes while the process may run and holds the lock.
      ///
      /// Retries if a suspension came before the write began.
      private func whileActive<Value>(_ body: () async throws -> Value) async throws -> Value {
        while true {
          try await resume()
          do { return try await body() } catch is OpenTransactions.Suspended {}
        }
      }

      func secure() async throws {
        try await whileActive { try await database.write(checking: .immediate, isSynced: true, LedgerTable.touch) }
      }

      func replaceRecords(with records: [LedgerRecord]) async throws {
        let count = try await whileActive {
          try await database.write(checking: .immediate, isSynced: true) { [fence] (count: Int) in
            fence.commit(to: Int64(count))
          } _: { [fence] db in
            // Another run may have written while this process was suspended.
            try fence.check(db)
            try LedgerTable.replace(with: records, db)
            return records.count
          }
        }
        size.value = (count, LedgerHistory.Compaction.threshold(keeping: count), count > 0)
      }

      var transactionKind: String? { TribeWork.transactionKind }

      func perform(
        _ work: @escaping @Sendable () async throws -> Void,
        recording records: @escaping @Sendable () throws -> [LedgerRecord]
      ) async throws {
        let current = TribeWork(database: database, fence: fence, records: records)
        try await TribeWork.$current.withValue(current) { try await work() }
        guard let count = current.recorded.value else { return try await append(records()) }
        size.withLock { ($0.count, $0.isChanged) = ($0.count + count, true) }
      }
    }
  }

  extension Ledger where Self == GRDBLedger {
    /// A ledger in a GRDB database.
    ///
    /// - Parameters:
    ///   - writer: The database: a `DatabaseQueue` or a `DatabasePool`.
    ///   - waitLimit: How long to wait for another run, and for other connections that write to the database; zero or
    ///     less fails at once.
    /// - Returns: The ledger.
    public static func grdb(
      _ writer: any DatabaseWriter,
      waitingAtMost waitLimit: Duration = FileLedger.defaultWaitLimit
    ) -> GRDBLedger {
      GRDBLedger(writer, waitingAtMost: waitLimit)
    }
  }
#endif
