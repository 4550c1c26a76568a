import Foundation
import Nomad
import NomadTables

protocol RecordTable: Sendable {
  /// Returns all rows, in the order of their numbers, and the number of the last row that was ever written; 0 if there
  /// was none. It reads both in one transaction.
  func rows() throws -> (rows: [LedgerRow], last: Int64)
  /// Writes rows in one synced transaction, if `last` is still the number of the last row; returns whether it did.
  /// If it replaces, it deletes all other rows.
  func write(_ rows: [LedgerRow.Draft], after last: Int64, replacing replaces: Bool) throws -> Bool
}

struct TableLedger: Ledger {
  let path: String
  let table: any RecordTable

  var identity: String { path }

  func history() throws -> LedgerHistory {
    let (rows, last) = try table.rows()
    return try LedgerRow.history(
      of: rows,
      last: last,
      ledger: identity,
      table: "the table ledger",
      dropping: "that table"
    )
  }

  func immediateHistory() throws -> LedgerHistory? { try history() }

  func withExclusiveAccess<Result: Sendable>(
    in context: LedgerContext,
    _ body: @Sendable (any LedgerSession) async throws -> Result
  ) async throws -> Result {
    // The lock file beside the database. Nothing else of this ledger is used.
    let lock = FileLedger(at: URL(fileURLWithPath: path + ".nomad"))
    return try await lock.withExclusiveAccess(in: context) { lock in
      try await body(TableSession(ledger: self, lock: lock))
    }
  }
}

/// The lock on a file, as one session has it.
final class FileLock: @unchecked Sendable {
  private let session: any LedgerSession
  private let mutex = NSLock()
  private var suspensions = 0

  init(_ session: any LedgerSession) { self.session = session }

  /// Writes while the lock is held.
  ///
  /// If a suspension has released it, waits until the process may run, and takes it again.
  func whileHeld<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ write: () throws -> Result
  ) async throws -> Result {
    while true {
      let before = mutex.withLock { suspensions }
      try await session.secure()
      // A suspension can come here, too.
      if let result = try mutex.withLock({ suspensions == before ? try write() : nil }) { return result }
    }
  }

  /// Waits for the write in progress, and releases the lock.
  func suspend() {
    mutex.withLock {
      suspensions += 1
      session.suspend()
    }
  }
}

actor TableSession: LedgerSession {
  private let ledger: TableLedger
  private let lock: FileLock
  /// The number of the last row that this session knows; nil before it has read one.
  private var last: Int64?

  init(ledger: TableLedger, lock: any LedgerSession) {
    (self.ledger, self.lock) = (ledger, FileLock(lock))
  }

  func history() async throws -> LedgerHistory {
    try await lock.whileHeld {
      last = try ledger.table.rows().last
      return try ledger.history()
    }
  }

  func append(_ records: [LedgerRecord]) async throws {
    if records.isEmpty { return }
    try await write(replacing: false) { try LedgerRow.drafts(of: records, behind: $0) }
  }

  func replaceRecords(with records: [LedgerRecord]) async throws {
    try await write(replacing: true) { try LedgerRow.compaction(of: records, behind: $0) }
  }

  private func write(replacing replaces: Bool, _ rows: (_ last: Int64) throws -> [LedgerRow.Draft]) async throws {
    try await lock.whileHeld {
      let last = try last ?? ledger.table.rows().last
      let rows = try rows(last)
      guard try ledger.table.write(rows, after: last, replacing: replaces) else {
        throw NomadError(
          .ledgerWriteFailed,
          "The ledger \(ledger.identity) was changed during the run.",
          advice: "Nothing more was run. Run again."
        )
      }
      self.last = rows.last?.id ?? last
    }
  }

  nonisolated func suspend() { lock.suspend() }
}
