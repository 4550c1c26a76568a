#if GRDB
  package import GRDB
  import Foundation
  import Nomad
  package import NomadTables

  /// The table of a ``GRDBLedger``.
  ///
  /// ```text
  /// CREATE TABLE nomad_ledger (
  ///   id INTEGER PRIMARY KEY AUTOINCREMENT,
  ///   version INTEGER NOT NULL,
  ///   record TEXT NOT NULL,
  ///   checksum INTEGER
  /// )
  /// ```
  ///
  /// The checksum is the CRC-32C of the number, the version and the record, with a space between each; NULL in a row that
  /// was corrected by hand.
  ///
  /// SQLite notes the last number in `sqlite_sequence`. So a ledger that lost records differs from one that never had
  /// them. For the form of the rows see ``LedgerRow``.
  package enum LedgerTable {
    private static let creation = """
      CREATE TABLE IF NOT EXISTS main.nomad_ledger (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        version INTEGER NOT NULL,
        record TEXT NOT NULL,
        checksum INTEGER
      )
      """

    /// Whether the table is there.
    package static func exists(_ db: Database) throws -> Bool {
      // GRDB keeps the answer of `tableExists`, even when another connection has made the table since.
      let sql = "SELECT EXISTS (SELECT 1 FROM main.sqlite_master WHERE type = 'table' AND name = 'nomad_ledger')"
      return try Bool.fetchOne(db, sql: sql) ?? false
    }

    /// The number of the last record; 0 if there is none.
    static func lastID(_ db: Database) throws -> Int64 {
      try exists(db) ? Int64.fetchOne(db, sql: "SELECT max(id) FROM main.nomad_ledger") ?? 0 : 0
    }

    /// The number of the last record that was ever written; 0 if that is not known.
    package static func lastIDEver(_ db: Database) throws -> Int64 {
      let sequence = "SELECT EXISTS (SELECT 1 FROM main.sqlite_master WHERE name = 'sqlite_sequence')"
      guard try Bool.fetchOne(db, sql: sequence) == true else { return 0 }
      let row = try Row.fetchOne(db, sql: "SELECT seq FROM main.sqlite_sequence WHERE name = 'nomad_ledger'")
      return row.flatMap { Int64.fromDatabaseValue($0["seq"]) } ?? 0
    }

    /// Reads all records; none if there is no table.
    static func history(_ db: Database, of ledger: String) throws -> LedgerHistory {
      let (isThere, last) = (try exists(db), try lastIDEver(db))
      // SQLite forgets the number of a table that is dropped.
      if !isThere, last == 0 { return LedgerHistory() }
      let rows = isThere ? try rows(db) : []
      if let fault = LedgerRow.fault(of: rows, last: last) {
        throw fault.error(of: ledger, in: "the table nomad_ledger", dropping: "that table")
      }
      return LedgerHistory(rows.compactMap(\.record))
    }

    /// Reads all rows, whatever they hold.
    package static func rows(_ db: Database) throws -> [LedgerRow] {
      let decoder = JSONDecoder()
      return try Row.fetchAll(db, sql: "SELECT id, version, record, checksum FROM main.nomad_ledger ORDER BY id")
        .map { row in
          // Any column can hold a value of any type, and GRDB would end the process for one of another type.
          let checksum: DatabaseValue = row["checksum"]
          return LedgerRow(
            id: Int64.fromDatabaseValue(row["id"]) ?? 0,
            version: Int64.fromDatabaseValue(row["version"]),
            record: String.fromDatabaseValue(row["record"]),
            checksum: checksum.isNull ? nil : Int64.fromDatabaseValue(checksum) ?? -1,
            by: decoder
          )
        }
    }

    /// Adds a record after the last one, and the table if there is none, in the transaction of the caller.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - last: The number of the last record; 0 if there is none.
    ///   - db: The database.
    /// - Returns: Whether that still was the last one; otherwise nothing is added.
    /// - Throws: ``NomadError`` if a text is too long, or an error of the database.
    static func append(_ record: LedgerRecord, behind last: Int64, to db: Database) throws -> Bool {
      let drafts = try LedgerRow.drafts(of: [record], behind: last)
      if last == 0 { try db.execute(sql: creation) }
      try drafts.forEach { try insert($0, behind: last, db) }
      return db.changesCount == 1
    }

    /// Leaves out what no longer matters, in the transaction of the caller.
    ///
    /// - Parameters:
    ///   - db: The database.
    ///   - ledger: What messages call the ledger.
    /// - Returns: The number of the last record, and how many are left.
    /// - Throws: What ``history(_:of:)`` throws.
    static func compact(_ db: Database, of ledger: String) throws -> (last: Int64, kept: Int) {
      let records = try history(db, of: ledger).records
      let drafts = try LedgerRow.compaction(of: records, behind: lastID(db))
      try db.execute(sql: "DELETE FROM main.nomad_ledger")
      var last: Int64 = 0
      for draft in drafts {
        try insert(draft, behind: last, db)
        last = draft.id
      }
      return (last, drafts.count - 1)
    }

    /// Replaces all records, in the transaction of the caller.
    ///
    /// - Parameters:
    ///   - records: The records; none for a database without a ledger.
    ///   - db: The database.
    /// - Throws: What ``append(_:behind:to:)`` throws.
    static func replace(with records: [LedgerRecord], _ db: Database) throws {
      // With the table, SQLite forgets its last number, and the ledger is not taken for one that lost records.
      try db.execute(sql: "DROP TABLE IF EXISTS main.nomad_ledger")
      for (index, record) in records.enumerated() { _ = try append(record, behind: Int64(index), to: db) }
    }

    /// Inserts a row, if the last one has a number; 0 for none.
    private static func insert(_ draft: LedgerRow.Draft, behind last: Int64, _ db: Database) throws {
      try db.execute(
        sql: """
          INSERT INTO main.nomad_ledger (id, version, record, checksum)
          SELECT ?, ?, ?, ? WHERE (SELECT coalesce(max(id), 0) FROM main.nomad_ledger) = ?
          """,
        arguments: [draft.id, draft.version, draft.record, draft.checksum, last]
      )
    }

    /// Whether a record is there with a number.
    static func holds(_ record: LedgerRecord, as id: Int64, _ db: Database) throws -> Bool {
      let json = try String.fetchOne(db, sql: "SELECT record FROM main.nomad_ledger WHERE id = ?", arguments: [id])
      return try LedgerRow.drafts(of: [record], behind: id - 1).first?.record == json
    }

    /// Writes the last row again, so that there is a commit to sync.
    static func touch(_ db: Database) throws {
      guard try exists(db) else { return }
      // There and back: SQLite does not write a row that stays the same.
      for change in ["+ 1", "- 1"] {
        let last = "(SELECT max(id) FROM main.nomad_ledger)"
        try db.execute(sql: "UPDATE main.nomad_ledger SET version = version \(change) WHERE id = \(last)")
      }
    }
  }
#endif
