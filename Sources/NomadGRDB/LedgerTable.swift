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
  /// The checksum is the CRC-32C of the number, the version and the record, with a space between each. It is NULL in a
  /// row that was corrected by hand.
  ///
  /// SQLite keeps the last number in `sqlite_sequence`, so a ledger that lost records differs from one that never had
  /// any. When a run ends, a row beside that number gets a seal of all rows, so that the next start need not decode every
  /// record. For the form of the rows, see ``LedgerRow``.
  package struct LedgerTable: Sendable {
    package static let defaultName = "nomad_ledger"

    /// The table of a ledger that has the default name.
    package static let standard = LedgerTable(unchecked: defaultName)

    package let name: String

    private init(unchecked name: String) { self.name = name }

    /// Creates the statements for a table.
    ///
    /// - Throws: ``NomadError`` if a ledger cannot have the name.
    package init(_ name: String) throws(NomadError) {
      // SQLite takes capitals for small letters, but the file of the lock can differ.
      let isLegal = name.utf8.enumerated().allSatisfy { index, byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): index > 0
        default: false
        }
      }
      guard isLegal, !name.isEmpty, !name.hasPrefix("sqlite_") else { throw .illegalTable(name) }
      self.name = name
    }

    private var creation: String {
      """
      CREATE TABLE IF NOT EXISTS main.\(name) (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        version INTEGER NOT NULL,
        record TEXT NOT NULL,
        checksum INTEGER
      )
      """
    }

    /// All rows as one text.
    ///
    /// The last number ever written shows that no row was removed.
    private var contents: String {
      """
      SELECT (SELECT seq FROM main.sqlite_sequence WHERE name = '\(name)') || ' ' || count(*) || ' ' || min(id)
        || ' ' || max(id) || ' ' || sum(version) || ' ' || count(checksum) || ' ' || ifnull(sum(checksum), 0)
        || ' ' || group_concat(record)
      FROM main.\(name)
      """
    }

    /// The name of the row of `sqlite_sequence` that has the seal.
    ///
    /// SQLite ignores a row that has the name of no table.
    private var sealName: String { "\(name).seal" }

    /// Returns the seal; nil if there is no table.
    ///
    /// Without a seal, or if any row has changed since it was written, it is the seal that answers nothing.
    func seal(_ db: Database) throws -> LedgerHistory.Seal? {
      let isThere = "EXISTS (SELECT 1 FROM main.sqlite_master WHERE type = 'table' AND name = '\(name)')"
      let sql = "SELECT seq, (\(contents)) FROM main.sqlite_sequence WHERE name = '\(sealName)' AND \(isThere)"
      guard let row = try Row.fetchOne(db, sql: sql), let seal = String.fromDatabaseValue(row[0]),
        let contents = String.fromDatabaseValue(row[1])
      else { return try exists(db) ? .open : nil }
      return LedgerHistory.Seal(seal, over: contents) ?? .open
    }

    /// Writes the seal, in the caller's transaction.
    func write(_ seal: LedgerHistory.Seal, _ db: Database) throws {
      guard let contents = try String.fetchOne(db, sql: contents) else { return }
      try db.execute(sql: "DELETE FROM main.sqlite_sequence WHERE name = ?", arguments: [sealName])
      try db.execute(
        sql: "INSERT INTO main.sqlite_sequence (name, seq) VALUES (?, ?)",
        arguments: [sealName, seal.text(over: contents)]
      )
    }

    /// Returns whether the table exists.
    package func exists(_ db: Database) throws -> Bool { try db.hasTable(name) }

    /// Returns all tables that look like ledgers, by name.
    package static func all(in db: Database) throws -> [LedgerTable] {
      let sql = """
        SELECT name FROM main.sqlite_master WHERE type = 'table' AND 'id version record checksum' =
          (SELECT group_concat(name, ' ') FROM (SELECT name FROM pragma_table_info(sqlite_master.name) ORDER BY cid))
        ORDER BY name
        """
      return try String.fetchAll(db, sql: sql).compactMap { try? LedgerTable($0) }
    }

    /// Returns the number of the last record; 0 if there is none.
    func lastID(_ db: Database) throws -> Int64 {
      try exists(db) ? Int64.fetchOne(db, sql: "SELECT max(id) FROM main.\(name)") ?? 0 : 0
    }

    /// Returns the number of the last record that was ever written; 0 if it is unknown.
    package func lastIDEver(_ db: Database) throws -> Int64 {
      guard try db.hasTable("sqlite_sequence") else { return 0 }
      let row = try Row.fetchOne(db, sql: "SELECT seq FROM main.sqlite_sequence WHERE name = '\(name)'")
      return row.flatMap { Int64.fromDatabaseValue($0["seq"]) } ?? 0
    }

    /// Reads all records; returns none if there is no table.
    func history(_ db: Database, of ledger: String) throws -> LedgerHistory {
      try LedgerRow.history(
        of: exists(db) ? rows(db) : [],
        // SQLite also forgets this number when the table is dropped.
        last: lastIDEver(db),
        ledger: ledger,
        table: "the table \(name)",
        dropping: "that table"
      )
    }

    /// Reads all rows, including damaged ones.
    package func rows(_ db: Database) throws -> [LedgerRow] {
      let decoder = JSONDecoder()
      return try Row.fetchAll(db, sql: "SELECT id, version, record, checksum FROM main.\(name) ORDER BY id")
        .map { row in
          // Any column can hold a value of any type. GRDB's typed access would end the process for an unexpected type.
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

    /// Replaces all records by those of the given ones that matter, in the caller's transaction.
    ///
    /// Numbers the rows on, so that a session that was suspended meanwhile notices it.
    ///
    /// - Parameters:
    ///   - records: The new records.
    ///   - db: The database.
    /// - Returns: The number of the last row.
    /// - Throws: ``NomadError`` if a text is too long, or an error of the database.
    func replace(with records: [LedgerRecord], _ db: Database) throws -> Int64 {
      let last = try max(lastID(db), lastIDEver(db))
      let rows = try LedgerRow.compaction(of: records, behind: last)
      if try exists(db) { try db.execute(sql: "DELETE FROM main.\(name)") }
      _ = try insert(rows, behind: 0, db)
      return last + Int64(rows.count)
    }

    /// Adds rows, in the caller's transaction, and makes the table first if it does not exist.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - last: The number of the last row; 0 if there is none.
    ///   - db: The database.
    /// - Returns: Whether `last` still was the number of the last row; otherwise nothing is added.
    /// - Throws: An error of the database.
    func insert(_ rows: [LedgerRow.Draft], behind last: Int64, _ db: Database) throws -> Bool {
      if last == 0 { try db.execute(sql: creation) }
      let statement = try db.cachedStatement(
        sql: """
          INSERT INTO main.\(name) (id, version, record, checksum)
          SELECT ?, ?, ?, ? WHERE (SELECT coalesce(max(id), 0) FROM main.\(name)) = ?
          """
      )
      var last = last
      for row in rows {
        try statement.execute(arguments: [row.id, row.version, row.record, row.checksum, last])
        guard db.changesCount == 1 else { return false }
        last = row.id
      }
      return true
    }

    /// Returns whether the row with a number contains a record.
    func holds(_ record: LedgerRecord, as id: Int64, _ db: Database) throws -> Bool {
      let json = try String.fetchOne(db, sql: "SELECT record FROM main.\(name) WHERE id = ?", arguments: [id])
      return try LedgerRow.drafts(of: [record], behind: id - 1).first?.record == json
    }

    /// Writes the last row again, so that a commit syncs the database.
    func touch(_ db: Database) throws {
      guard try exists(db) else { return }
      // Changes the value and restores it, because SQLite does not write an unchanged row.
      for change in ["+ 1", "- 1"] {
        let last = "(SELECT max(id) FROM main.\(name))"
        try db.execute(sql: "UPDATE main.\(name) SET version = version \(change) WHERE id = \(last)")
      }
    }
  }

  extension Database {
    /// Returns whether a table exists.
    ///
    /// GRDB caches the answer of `tableExists`, even if another connection has made the table since.
    func hasTable(_ name: String) throws -> Bool {
      let sql = "SELECT EXISTS (SELECT 1 FROM main.sqlite_master WHERE type = 'table' AND name = ?)"
      return try Bool.fetchOne(self, sql: sql, arguments: [name]) == true
    }
  }

  extension NomadError {
    fileprivate static func illegalTable(_ name: String) -> NomadError {
      NomadError(
        .ledgerUnreadable,
        "The ledger cannot be in the table \(name.debugDescription).",
        advice: "Nothing was run. Use small letters, digits and underscores, such as \"billing_ledger\"."
      )
    }
  }
#endif
