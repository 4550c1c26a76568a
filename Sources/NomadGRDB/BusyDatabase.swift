#if GRDB
  import Foundation
  import GRDB
  import Nomad
  internal import NomadFiles
  import NomadTables

  /// A database that other connections may write to.
  ///
  /// A call blocks its thread, and tries again while the database is busy, up to the time limit. For a task, it runs on a
  /// thread of its own: see ``onThread(_:)`` and ``onThreadUncancelled(_:)``.
  struct BusyDatabase: Sendable {
    let writer: any DatabaseWriter
    private var waitLimit: Duration
    let transactions = OpenTransactions()

    init(_ writer: any DatabaseWriter, waitingAtMost waitLimit: Duration = FileLedger.defaultWaitLimit) {
      (self.writer, self.waitLimit) = (writer, waitLimit)
    }

    /// The same database, for calls that do not wait while it is busy.
    var withoutWaiting: BusyDatabase {
      var database = self
      database.waitLimit = .zero
      return database
    }

    /// Reads in a transaction.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value { try retrying { try writer.read(body) } }

    /// The number of writes of runs in this process, by their database.
    private static let writes = Locked<[ObjectIdentifier: Int]>([:])

    private static func isWriting(_ writer: any DatabaseWriter) -> Bool {
      writes.value[ObjectIdentifier(writer as AnyObject)] != nil
    }

    /// Reads unless a run of this process writes.
    ///
    /// A read through the same connection would block the thread for as long as a tribe takes.
    private func readBetweenWrites<Value>(_ body: (Database) throws -> Value) throws -> Value {
      guard !Self.isWriting(writer) else {
        throw DatabaseError(resultCode: .SQLITE_BUSY, message: "a run of this process writes")
      }
      return try writer.read(body)
    }

    /// Reads without waiting; returns nil if the database is busy or a run of this process writes.
    func readAtOnce<Value>(_ body: (Database) throws -> Value) throws -> Value? {
      do { return try readBetweenWrites(body) } catch let error as DatabaseError where error.isBusy { return nil }
    }

    /// Reads when no run of this process writes.
    func readAfterWrites<Value>(_ body: (Database) throws -> Value) throws -> Value {
      try retrying { try readBetweenWrites(body) }
    }

    /// Reads as soon as no run of this process writes, however long that takes.
    func readAfterAllWrites<Value>(_ body: (Database) throws -> Value) throws -> Value {
      while true {
        while Self.isWriting(writer) {
          try Task.checkCancellation()
          Thread.sleep(forTimeInterval: 0.01)
        }
        do {
          return try readAfterWrites(body)
        } catch let error as NomadError where error.code == .ledgerBusy && Self.isWriting(writer) {}
      }
    }

    /// Statements that change the database.
    struct Write: Sendable {
      /// When the transaction checks foreign keys; nil for no transaction.
      var checks: ForeignKeyChecks? = .immediate
      /// Whether the commit survives a loss of power, whatever the connection's settings are.
      var isSynced = false
      /// Whether a tribe writes.
      ///
      /// A suspension cancels its write.
      var isOfTribe = false
      /// Whether the run was cancelled before the write began.
      var isCancelled: @Sendable () -> Bool = { false }
      /// The violations of foreign keys that the session knows of.
      var violations = Locked(KnownViolations())
      /// Tells the observer about violations before the tribe.
      var note: @Sendable (String) throws -> Void = { _ in }
      /// Runs the statements, and returns a closure to call on the database's queue after the commit, before any other
      /// write.
      let body: @Sendable (Database) throws -> @Sendable () -> Void
    }

    /// Writes to the database.
    ///
    /// - Parameter write: The statements.
    /// - Throws: The error of the statements, `CancellationError`, or an error of the database.
    func write(_ write: Write) throws {
      let id = ObjectIdentifier(writer as AnyObject)
      Self.writes.withLock { $0[id, default: 0] += 1 }
      defer { Self.writes.withLock { $0[id] = $0[id] == 1 ? nil : ($0[id] ?? 1) - 1 } }
      var hasBegun = false
      do {
        // A record is added even if the task was cancelled.
        try Self.retrying(on: writer.path, atMost: waitLimit, isCancellable: write.isOfTribe, unless: { hasBegun }) {
          try writer.barrierWriteWithoutTransaction { db in try transact(write, db) { hasBegun = true } }
        }
      } catch {
        throw transactions.interruption(error, write.isOfTribe)
      }
    }

    /// Runs the statements, and calls a closure before the first of them.
    private func transact(_ write: Write, _ db: Database, beginning begin: () -> Void) throws {
      let committed = try transactions.during {
        try db.synced(write.isSynced) {
          try db.transaction(of: write) {
            // The transaction may have waited for another connection.
            try transactions.check()
            if write.isCancelled() { throw CancellationError() }
            begin()
            return try write.isOfTribe ? transactions.duringTribe { try write.body(db) } : write.body(db)
          }
        }
      }
      committed()
    }

    /// Calls a closure again while the database is busy, up to the time limit.
    func retrying<Value>(_ body: () throws -> Value) throws -> Value {
      try Self.retrying(on: writer.path, atMost: waitLimit, body)
    }

    /// Calls a closure again while a database is busy, up to a time limit and unless its statements have begun.
    static func retrying<Value>(
      on path: String,
      atMost limit: Duration,
      isCancellable: Bool = true,
      unless hasBegun: () -> Bool = { false },
      _ body: () throws -> Value
    ) throws -> Value {
      var busy: DatabaseError?
      do {
        // Not under the name of the ledger: a tribe that waits for another connection does not wait for its own run.
        let context = LedgerContext()
        return try context.blockForTurn(on: "the database \(path)", atMost: limit, isCancellable: isCancellable) {
          do {
            busy = nil
            return try body()
          } catch let error as DatabaseError where error.isBusy && !hasBegun() {
            busy = error
            return nil
          }
        }
      } catch let error as NomadError where error.code == .ledgerBusy {
        throw busy.map { problem($0, path) } ?? error
      }
    }

    /// Returns the error for a database that was busy for too long.
    private static func problem(_ busy: DatabaseError, _ path: String) -> any Error {
      NomadError(
        .ledgerBusy,
        "The database \(path) is in use by another connection: \(busy.message ?? "\(busy.resultCode)").",
        advice: "Nothing was written. Run again when the other connection has ended its transaction.",
        underlying: busy
      )
    }
  }

  extension DatabaseError {
    fileprivate var isBusy: Bool { [.SQLITE_BUSY, .SQLITE_LOCKED].contains(resultCode) }
  }

  extension Database {
    /// Runs transactions, and makes SQLite sync them if they must survive a loss of power.
    ///
    /// EXTRA also syncs the removal of a rollback journal: losing that removal would undo the commit. On Apple's systems,
    /// the cache of the drive is only flushed with `fullfsync`. See
    /// <https://www.sqlite.org/pragma.html#pragma_synchronous> and <https://www.sqlite.org/pragma.html#pragma_fullfsync>.
    func synced<Value>(_ isNeeded: Bool = true, _ body: () throws -> Value) throws -> Value {
      var old: [(name: String, level: Int)] = []
      defer { for (name, level) in old { try? execute(sql: "PRAGMA \(name) = \(level)") } }
      for (name, needed) in isNeeded ? [("synchronous", 3), ("fullfsync", 1)] : [] {
        let level = try Int.fetchOne(self, sql: "PRAGMA \(name)") ?? needed
        guard level < needed else { continue }
        try execute(sql: "PRAGMA \(name) = \(needed)")
        old.append((name, level))
      }
      return try body()
    }

    /// Runs statements in a transaction that checks foreign keys, or in none.
    fileprivate func transaction<Value>(of write: BusyDatabase.Write, _ body: () throws -> Value) throws -> Value {
      guard let checks = write.checks else {
        write.violations.withLock { $0.last = nil }
        // The next tribe must not go without the check of foreign keys.
        let areEnforced = try Bool.fetchOne(self, sql: "PRAGMA foreign_keys") == true
        defer { try? execute(sql: "PRAGMA foreign_keys = \(areEnforced ? "ON" : "OFF")") }
        let outcome = Result { try body() }
        guard isInsideTransaction else { return try outcome.get() }
        // GRDB would end the process because of the open transaction.
        try rollback()
        _ = try outcome.get()
        throw TribeMisuse(description: "it left a transaction open, which was rolled back")
      }
      // GRDB would end the process, because it does not observe the transactions of such a connection.
      if configuration.readonly { throw DatabaseError(resultCode: .SQLITE_READONLY) }
      // GRDB's migrations do the same. The pragma has no effect inside a transaction:
      // https://www.sqlite.org/pragma.html#pragma_foreign_keys
      let isSuspended = try checks != .immediate && Bool.fetchOne(self, sql: "PRAGMA foreign_keys") == true
      if isSuspended { try execute(sql: "PRAGMA foreign_keys = OFF") }
      defer { if isSuspended { try? execute(sql: "PRAGMA foreign_keys = ON") } }
      var value: Value?
      var known: (ForeignKeyViolations, DatabaseVersion)?
      // Exclusive, so that a busy database is detected here and not at the commit, after the work is done.
      try inTransaction(.exclusive) {
        guard isSuspended, checks == .deferred else {
          value = try body()
          return .commit
        }
        // The data of an app may violate foreign keys already, and no tribe could run if that were an error.
        let old = try write.violations.value.last(at: DatabaseVersion(self)) ?? ForeignKeyViolations(self)
        if let text = write.violations.withLock({ $0.name(old) }) { try write.note(text) }
        value = try body()
        let new = try ForeignKeyViolations(self)
        try new.check(against: old)
        known = (new, try DatabaseVersion(self))
        return .commit
      }
      if write.isOfTribe { write.violations.withLock { [known] in $0.last = known } }
      guard let value else { throw TribeMisuse(description: "it was not run") }
      return value
    }
  }
#endif
