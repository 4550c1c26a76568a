#if GRDB
  import Foundation
  public import GRDB
  public import Nomad
  public import NomadTables

  /// A ledger in a GRDB database, which commits the changes of a ``DatabaseTribe`` and their record together.
  ///
  /// The table `nomad_ledger` keeps the records, one in each row, in the JSON form of `LedgerRecord`:
  ///
  /// ```text
  /// sqlite3 notes.sqlite "SELECT record ->> 'at', record ->> 'event', record ->> 'name' FROM nomad_ledger"
  /// ```
  ///
  /// A run on the database `notes.sqlite` holds a lock on the file `notes.sqlite.nomad.lock` beside it. For another
  /// table, the file has its name in place of `nomad`. The kernel frees the lock when the process dies. An in-memory
  /// database excludes only other tasks of its process.
  ///
  /// Before the system suspends the process, the ledger frees that lock, interrupts the tribe's statement, and waits up
  /// to one second until the transaction is rolled back. A tribe that spends more time between two statements keeps its
  /// transaction, and with it SQLite's lock. Such a tribe should save checkpoints, or observe GRDB's
  /// `Database.suspendNotification`.
  public struct GRDBLedger: SynchronousLedger {
    let database: BusyDatabase
    private let lock: any SynchronousLedger
    private let name: String

    /// The path of the database, or a text that identifies an in-memory database; with the table at its end if it is not
    /// `nomad_ledger`.
    public let identity: String

    /// Creates a ledger in a database.
    ///
    /// The ledger reads and creates nothing until it is used.
    ///
    /// - Parameters:
    ///   - writer: The database: a `DatabaseQueue` or a `DatabasePool`.
    ///   - table: The table of the ledger, in small letters, digits and underscores. A library that shares the database
    ///     needs one of its own.
    ///   - waitLimit: How long to wait for another run, and for other connections that write to the database; zero or
    ///     less fails at once.
    public init(
      _ writer: any DatabaseWriter,
      table: String = "nomad_ledger",
      waitingAtMost waitLimit: Duration = FileLedger.defaultWaitLimit
    ) {
      database = BusyDatabase(writer, waitingAtMost: waitLimit)
      lock = DatabaseLock.lock(of: writer, table: table, waitingAtMost: waitLimit)
      name = table
      let place = lock is FileLedger ? writer.path : lock.identity
      identity = table == LedgerTable.defaultName ? place : "\(place).\(table)"
    }

    /// The kind of transactions that the ledger shares with the tribes of its database.
    public var transactionKind: String? { DatabaseWork.transactionKind }

    /// The table.
    ///
    /// - Throws: ``NomadError`` if it has an illegal name, before the database or the lock is used.
    var table: LedgerTable {
      get throws(NomadError) { try LedgerTable(name) }
    }

    /// Reads the history of the ledger.
    ///
    /// - Returns: The history; empty only if the database has no ledger.
    /// - Throws: `DatabaseError` if the database cannot be read, or ``NomadError`` if a record cannot be read or has a
    ///   newer format, or with the code `reentrant` if a tribe calls this on the database's queue.
    public func history() async throws -> LedgerHistory {
      try checkReentrance()
      return try await onThread { [database, identity, table = try table] in
        try database.readAfterAllWrites { try table.history($0, of: identity) }
      }
    }

    /// Reads the history without suspending, unless a run of this process writes or another connection locks the
    /// database.
    ///
    /// Like each synchronous read with GRDB, it waits for other accesses of the app through the same connection.
    ///
    /// - Returns: The history; nil if it must be awaited.
    /// - Throws: The errors of ``history()``.
    public func immediateHistory() throws -> LedgerHistory? {
      try database.readAtOnce { [identity, table = try table] in try table.history($0, of: identity) }
    }

    /// Reads the history, and blocks the thread while another connection locks the database or a run of this process
    /// writes.
    ///
    /// - Returns: The history; empty only if the database has no ledger.
    /// - Throws: The errors of ``history()``, or ``NomadError`` with the code `ledgerBusy` after the ledger's time limit,
    ///   or `reentrant` if a tribe calls this on the database's queue.
    public func blockForHistory() throws -> LedgerHistory {
      try checkReentrance()
      return try database.readAfterWrites { [table = try table] in try table.history($0, of: identity) }
    }

    private func checkReentrance() throws {
      if DatabaseWork.running?.session.database.writer === database.writer { throw NomadError.reentrant(identity) }
    }

    /// Reads the seal that the last run left.
    ///
    /// - Returns: The seal. It is `LedgerHistory.Seal.open` if there is none, or if any row has changed since. It is nil if
    ///   there is no ledger yet, or if ``immediateHistory()`` returns nil.
    /// - Throws: `DatabaseError` if the database cannot be read.
    public func seal() throws -> LedgerHistory.Seal? {
      do {
        return try database.readAtOnce(table.seal) ?? nil
      } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
        // There is no such table yet. Whoever reads the history reports any other reason.
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
      let table = try table
      return try await lock.withExclusiveAccess(in: context) { lock in
        // Each kind of lock has sessions for threads.
        guard let lock = lock as? any SynchronousLedgerSession else {
          throw TribeMisuse(description: "no thread can use its lock \(lock)")
        }
        let session = GRDBSession(of: identity, in: table, of: database, holding: lock)
        let result = try await body(AwaitedGRDBSession(session: session))
        try await onThreadUncancelled { session.end() }
        return result
      }
    }

    /// Runs `body` while no run can use the ledger, and waits until none does first.
    ///
    /// Any number of such accesses are possible at once, in any number of processes.
    ///
    /// - Parameters:
    ///   - context: The limits of the wait, beside the ledger's own.
    ///   - body: The work to do with shared access.
    /// - Returns: The result of `body`.
    /// - Throws: The errors of ``withExclusiveAccess(in:_:)``.
    public func withSharedAccess<Result: Sendable>(
      in context: LedgerContext,
      _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
      _ = try table
      return try await lock.withSharedAccess(in: context, body)
    }

    /// Runs `body` while no other run can use the ledger, and blocks the thread until then.
    ///
    /// - Parameters:
    ///   - context: The limits of the wait, beside the ledger's own.
    ///   - body: The work that needs the ledger.
    /// - Returns: The result of `body`.
    /// - Throws: The errors of ``withExclusiveAccess(in:_:)``.
    public func blockForExclusiveAccess<Result>(
      in context: LedgerContext,
      _ body: (any SynchronousLedgerSession) throws -> Result
    ) throws -> Result {
      let table = try table
      return try lock.blockForExclusiveAccess(in: context) { lock in
        let session = GRDBSession(of: identity, in: table, of: database, holding: lock)
        let result = try body(session)
        session.end()
        return result
      }
    }
  }

  extension NomadError {
    fileprivate static func reentrant(_ ledger: String) -> NomadError {
      NomadError(
        .reentrant,
        "A tribe read the ledger \(ledger) on the queue of its database.",
        advice: "Nothing was read, because that would wait for the tribe to end. Read the ledger outside of a tribe."
      )
    }
  }

  extension Ledger where Self == GRDBLedger {
    /// A ledger in a GRDB database.
    ///
    /// - Parameters:
    ///   - writer: The database: a `DatabaseQueue` or a `DatabasePool`.
    ///   - table: The table of the ledger, in small letters, digits and underscores. A library that shares the database
    ///     needs one of its own.
    ///   - waitLimit: How long to wait for another run, and for other connections that write to the database; zero or
    ///     less fails at once.
    /// - Returns: The ledger.
    public static func grdb(
      _ writer: any DatabaseWriter,
      table: String = "nomad_ledger",
      waitingAtMost waitLimit: Duration = FileLedger.defaultWaitLimit
    ) -> GRDBLedger {
      GRDBLedger(writer, table: table, waitingAtMost: waitLimit)
    }
  }
#endif
