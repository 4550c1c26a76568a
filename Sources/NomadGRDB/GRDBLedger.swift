#if GRDB
  import Foundation
  public import GRDB
  public import Nomad

  /// A ledger in a GRDB database, in which the record of a ``DatabaseTribe`` is committed with its changes.
  ///
  /// The records are in the table `nomad_ledger`, one row each, in the JSON form of `LedgerRecord`:
  ///
  /// ```text
  /// sqlite3 notes.sqlite "SELECT record ->> 'at', record ->> 'event', record ->> 'name' FROM nomad_ledger"
  /// ```
  ///
  /// A run holds a lock on a file beside the database, `NAME.nomad.lock`. The kernel frees it when the process dies. A
  /// database in memory excludes the tasks of its process.
  ///
  /// Before the system suspends the process, the ledger frees that lock, interrupts the statement of a tribe, and waits up
  /// to a second until the transaction is rolled back. A tribe that spends more time between two statements keeps its
  /// transaction, and with it SQLite's lock: let it save checkpoints, or observe GRDB's `Database.suspendNotification`.
  public struct GRDBLedger: Ledger {
    private let database: BusyDatabase
    private let lock: any Ledger

    /// The path of the database; of one in memory, a text that tells it from others.
    public let identity: String

    /// Makes a ledger in a database.
    ///
    /// Nothing is read or created before there is a need.
    ///
    /// - Parameters:
    ///   - writer: The database: a `DatabaseQueue` or a `DatabasePool`.
    ///   - waitLimit: How long to wait for another run, and for others that write to the database; zero or less waits for
    ///     nobody.
    public init(_ writer: any DatabaseWriter, waitingAtMost waitLimit: Duration = FileLedger.defaultWaitLimit) {
      database = BusyDatabase(writer, waitingAtMost: waitLimit)
      lock = DatabaseLock.lock(of: writer, waitingAtMost: waitLimit)
      identity = lock is FileLedger ? writer.path : lock.identity
    }

    /// Reads what ran.
    ///
    /// - Returns: What ran; empty only if the database has no ledger.
    /// - Throws: `DatabaseError` if the database cannot be read, or ``NomadError`` if a record cannot be read or has a
    ///   newer format.
    public func history() async throws -> LedgerHistory {
      let identity = identity
      return try await database.read { try LedgerTable.history($0, of: identity) }
    }

    /// Waits until nobody else runs tribes on the database, and keeps it so while `body` runs.
    ///
    /// - Parameter body: What to do meanwhile.
    /// - Returns: What `body` returned.
    /// - Throws: What `body` threw, `CancellationError` if the task is cancelled while it waits, or ``NomadError`` if the
    ///   lock beside the database cannot be taken within the time that was given for it.
    public func withExclusiveAccess<Result: Sendable>(
      _ body: @Sendable (any LedgerSession) async throws -> Result
    ) async throws -> Result {
      try await lock.withExclusiveAccess { lock in
        try await body(Session(database: database, identity: identity, fence: LedgerFence(of: identity), lock: lock))
      }
    }

    private struct Session: LedgerSession {
      let database: BusyDatabase
      let identity: String
      let fence: LedgerFence
      /// The session of the lock, in which nothing is recorded.
      let lock: any LedgerSession
      /// How many records there are, and with how many those that no longer matter are left out.
      let size = Locked((count: 0, threshold: Compaction.threshold(keeping: 0)))

      func history() async throws -> LedgerHistory {
        try await resume()
        let (history, last) = try await database.read { [identity] db in
          (try LedgerTable.history(db, of: identity), try LedgerTable.lastID(db))
        }
        fence.commit(to: last)
        size.withLock { size in
          size.count = history.records.count
          guard size.count >= size.threshold else { return }
          size.threshold = Compaction.threshold(keeping: Compaction.latest(of: history.records).count)
        }
        return history
      }

      func append(_ records: [LedgerRecord]) async throws {
        if records.isEmpty { return }
        // Only at the start of a tribe: on a full disk, a compaction must not keep the end of one from being recorded.
        let isDue = size.withLock { size in
          size.count += records.count
          return size.count >= size.threshold && records.allSatisfy { $0.kind == .began }
        }
        // Synced: what comes next may change more than the database.
        let (_, kept) = try await whileActive {
          try await database.write(in: .immediate, isSynced: true) { [fence] (last: Int64, _: Int?) in
            fence.commit(to: last)
          } _: { [fence, identity] db in
            let last = try fence.append(records, to: db)
            return isDue ? try LedgerTable.compact(db, of: identity) : (last, nil)
          }
        }
        if let kept { size.value = (kept, Compaction.threshold(keeping: kept)) }
      }

      func suspend() {
        lock.suspend()
        database.transactions.suspend(database.writer)
      }

      /// Waits until the process has time, if the lock was released; the fence then finds what another run wrote.
      private func resume() async throws {
        try await lock.secure()
        database.transactions.resume()
      }

      /// Writes when the process has time and the lock is held, and again if that ended before it began.
      private func whileActive<Value>(_ body: () async throws -> Value) async throws -> Value {
        while true {
          try await resume()
          do { return try await body() } catch is OpenTransactions.Suspended {}
        }
      }

      func secure() async throws {
        try await whileActive { try await database.write(in: .immediate, isSynced: true, LedgerTable.touch) }
      }

      func replaceRecords(with records: [LedgerRecord]) async throws {
        let count = try await whileActive {
          try await database.write(in: .immediate, isSynced: true) { [fence] (count: Int) in
            fence.commit(to: Int64(count))
          } _: { [fence] db in
            // Another run may have written while the process was suspended.
            try fence.check(db)
            try LedgerTable.replace(with: records, db)
            return records.count
          }
        }
        size.value = (count, Compaction.threshold(keeping: count))
      }

      func perform(
        _ work: @escaping @Sendable () async throws -> Void,
        recording record: @escaping @Sendable () throws -> LedgerRecord
      ) async throws {
        let current = TribeWork(database: database, fence: fence, record: record)
        try await TribeWork.$current.withValue(current) { try await work() }
        if !current.isRecorded.value { return try await append([try record()]) }
        size.withLock { $0.count += 1 }
      }
    }
  }

  extension Ledger where Self == GRDBLedger {
    /// A ledger in a GRDB database.
    ///
    /// - Parameters:
    ///   - writer: The database: a `DatabaseQueue` or a `DatabasePool`.
    ///   - waitLimit: How long to wait for another run, and for others that write to the database; zero or less waits for
    ///     nobody.
    /// - Returns: The ledger.
    public static func grdb(
      _ writer: any DatabaseWriter,
      waitingAtMost waitLimit: Duration = FileLedger.defaultWaitLimit
    ) -> GRDBLedger {
      GRDBLedger(writer, waitingAtMost: waitLimit)
    }
  }
#endif
