import Foundation
import Nomad
import NomadTables

/// A ledger in the table `nomad_ledger` of the database that holds the data.
package struct SQLiteLedger: Ledger {
  package let url: URL

  package init(at url: URL) { self.url = url }

  package var identity: String { url.path }

  package var transactionKind: String? { SQLiteTransaction.kind }

  package func history() throws -> LedgerHistory {
    do {
      _ = try FileManager.default.attributesOfItem(atPath: url.path)
    } catch CocoaError.fileReadNoSuchFile {
      return LedgerHistory()
    }
    return try SQLiteDatabase(at: url, toWrite: false).history(of: identity)
  }

  package func immediateHistory() throws -> LedgerHistory? { try history() }

  package func withExclusiveAccess<Result: Sendable>(
    in context: LedgerContext,
    _ body: @Sendable (any LedgerSession) async throws -> Result
  ) async throws -> Result {
    // Only its lock is used.
    let lock = FileLedger(at: URL(fileURLWithPath: url.path + ".nomad"))
    return try await lock.withExclusiveAccess(in: context) { lock in
      try await body(SQLiteSession(SQLiteDatabase(at: url), lock: lock, identity: identity))
    }
  }
}

actor SQLiteSession: LedgerSession {
  private nonisolated let db: SQLiteDatabase
  private nonisolated let lock: any LedgerSession
  private let identity: String
  /// The number of the last row that this session knows; nil before it has read one.
  private var last: Int64?
  private var threshold = LedgerHistory.Compaction.threshold(keeping: 0)

  init(_ db: SQLiteDatabase, lock: any LedgerSession, identity: String) {
    (self.db, self.lock, self.identity) = (db, lock, identity)
  }

  func history() async throws -> LedgerHistory {
    try await lock.secure()
    last = try db.lastNumber()
    let history = try db.history(of: identity)
    let count = LedgerHistory.Compaction.latest(of: history.records).count
    threshold = LedgerHistory.Compaction.threshold(keeping: count)
    return history
  }

  func append(_ records: [LedgerRecord]) async throws {
    if !records.isEmpty { try await write { try add(records) } }
  }

  func replaceRecords(with records: [LedgerRecord]) async throws {
    try await write { try replace(with: records) }
  }

  func perform(
    _ work: @escaping @Sendable () async throws -> Void,
    recording records: @escaping @Sendable () throws -> [LedgerRecord]
  ) async throws {
    let transaction = SQLiteTransaction(session: self, parent: TribeAttempt.current)
    do {
      try await SQLiteTransaction.$current.withValue(transaction) { try await work() }
      if db.isInTransaction {
        let last = try add(records())
        try db.commit()
        self.last = last
        return
      }
    } catch {
      throw db.isInTransaction ? db.rollBack(after: error) : error
    }
    try await append(records())
  }

  /// Begins the transaction of a tribe, which ``perform(_:recording:)`` ends.
  func begin() async throws -> SQLiteDatabase {
    while !db.isInTransaction {
      let suspensions = db.suspensions
      try await lock.secure()
      if try db.begin(after: suspensions) { try checkNumber() }
    }
    return db
  }

  nonisolated func suspend() {
    db.suspend()
    lock.suspend()
  }

  /// Runs `body`, which returns the number of the last row, in a transaction.
  private func write(_ body: () throws -> Int64) async throws {
    var number: Int64?
    while true {
      let suspensions = db.suspensions
      try await lock.secure()
      if try db.transaction(after: suspensions, { number = try body() }) { break }
    }
    last = number
  }

  private func add(_ records: [LedgerRecord]) throws -> Int64 {
    let last = try checkNumber()
    if try db.rowCount() + records.count >= threshold {
      return try replace(with: db.history(of: identity).records + records)
    }
    return try db.insert(LedgerRow.drafts(of: records, behind: last), after: last)
  }

  /// Numbers the rows on, so that a session that was suspended meanwhile notices it.
  private func replace(with records: [LedgerRecord]) throws -> Int64 {
    let last = try checkNumber()
    let rows = try LedgerRow.compaction(of: records, behind: last)
    threshold = LedgerHistory.Compaction.threshold(keeping: rows.count)
    try db.removeRows()
    return try db.insert(rows, after: last)
  }

  @discardableResult
  private func checkNumber() throws -> Int64 {
    let number = try db.lastNumber()
    guard last == nil || last == number else {
      throw NomadError(
        .ledgerWriteFailed,
        "The ledger \(identity) was changed during the run.",
        advice: "Nothing more was run. Run again."
      )
    }
    return number
  }
}

/// The table `nomad_ledger`, in which SQLite counts the rows that were ever added.
extension SQLiteDatabase {
  func history(of ledger: String) throws -> LedgerHistory {
    guard try hasTable() else { return LedgerHistory() }
    let decoder = JSONDecoder()
    // One statement, which sees one state of the database.
    let rows = try execute(
      """
      SELECT seq, id, version, record, checksum FROM
      (SELECT max(seq) AS seq FROM sqlite_sequence WHERE name = 'nomad_ledger') LEFT JOIN nomad_ledger ORDER BY id
      """
    )
    return try LedgerRow.history(
      of: rows.filter { $0[1] != .null }.map { row in
        LedgerRow(
          id: row[1].integer ?? 0,
          version: row[2].integer,
          record: row[3].text,
          // -1 is no checksum, so the row is damaged.
          checksum: row[4] == .null ? nil : row[4].integer ?? -1,
          by: decoder
        )
      },
      last: rows.first?[0].integer ?? 0,
      ledger: ledger,
      table: "the table nomad_ledger",
      dropping: "that table"
    )
  }

  func lastNumber() throws -> Int64 {
    guard try hasTable() else { return 0 }
    return try execute("SELECT seq FROM sqlite_sequence WHERE name = 'nomad_ledger'").first?.first?.integer ?? 0
  }

  func rowCount() throws -> Int {
    guard try hasTable() else { return 0 }
    return try execute("SELECT id FROM nomad_ledger").count
  }

  func removeRows() throws {
    if try hasTable() { try execute("DELETE FROM nomad_ledger") }
  }

  /// Adds rows, and returns the number of the last one.
  func insert(_ rows: [LedgerRow.Draft], after last: Int64) throws -> Int64 {
    try execute(
      """
      CREATE TABLE IF NOT EXISTS nomad_ledger
      (id INTEGER PRIMARY KEY AUTOINCREMENT, version INTEGER NOT NULL, record TEXT NOT NULL, checksum INTEGER)
      """
    )
    for row in rows {
      try execute(
        "INSERT INTO nomad_ledger VALUES (?, ?, ?, ?)",
        .integer(row.id),
        .integer(row.version),
        .text(row.record),
        .integer(row.checksum)
      )
    }
    return rows.last?.id ?? last
  }

  private func hasTable() throws -> Bool {
    try !execute("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'nomad_ledger'").isEmpty
  }
}

extension SQLiteValue {
  fileprivate var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
  fileprivate var text: String? { if case .text(let value) = self { value } else { nil } }
}
