#if GRDB
  package import GRDB
  import Nomad
  import Foundation

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
  /// The numbers of the rows have no gaps, and the last one is that which SQLite notes in `sqlite_sequence`: so a ledger
  /// that lost records is not taken for one that never had them. Where records that no longer matter are left out, the
  /// others are written anew, with new numbers, behind a row that says so: `{"at":"…","event":"compacted"}`.
  package enum LedgerTable {
    /// The version of the form in which records are written.
    static let version: Int64 = 1

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
      if let fault = LedgerRow.fault(of: rows, last: last) { throw error(for: fault, of: ledger) }
      return LedgerHistory(rows.compactMap(\.record))
    }

    private static func error(for fault: LedgerFault, of ledger: String) -> NomadError {
      let reason: String
      switch fault {
      case .newer(let reason):
        return NomadError(
          .ledgerNewerFormat,
          "The ledger \(ledger) was written by a newer version of Nomad: \(reason).",
          advice: "Nothing was run and the database was not touched. Run a newer version of the app."
        )
      case .damaged(let text): reason = text
      case .lost(let first, let last): reason = "it ends before record \(first), and \(last) was the last one"
      case .gone(let last): reason = "the table nomad_ledger is empty or missing, although it had \(last) records"
      }
      return NomadError(
        .ledgerDamaged,
        "The ledger \(ledger) is damaged: \(reason).",
        advice: "Nothing was run. Put a good copy of the database in its place, or correct the table nomad_ledger by "
          + "hand. If all tribes may run again, drop that table."
      )
    }

    /// Reads all rows, whatever they hold.
    package static func rows(_ db: Database) throws -> [LedgerRow] {
      let decoder = JSONDecoder()
      return try Row.fetchAll(db, sql: "SELECT id, version, record, checksum FROM main.nomad_ledger ORDER BY id")
        .map { LedgerRow($0, by: decoder) }
    }

    /// Adds a record behind the last one, and the table if there is none, in the transaction of the caller.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - last: The number of the last record; 0 if there is none.
    ///   - db: The database.
    /// - Returns: Whether that still was the last one; otherwise nothing is added.
    /// - Throws: ``NomadError`` if a text is too long, or an error of the database.
    static func append(_ record: LedgerRecord, behind last: Int64, to db: Database) throws -> Bool {
      try record.checkLimits()
      if last == 0 { try db.execute(sql: creation) }
      // Where the last one has the highest number there is, this one has none that is free.
      try insert(try LedgerRow.encoder.encode(record), as: last &+ 1, behind: last, db)
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
      let records = Compaction.latest(of: try history(db, of: ledger).records)
      let notes = try [LedgerRow.encoder.encode(LedgerRow.Compacted())] + records.map(LedgerRow.encoder.encode)
      var last = try lastID(db)
      try db.execute(sql: "DELETE FROM main.nomad_ledger")
      for (index, note) in notes.enumerated() {
        try insert(note, as: last + 1, behind: index == 0 ? 0 : last, db)
        last += 1
      }
      return (last, records.count)
    }

    /// Inserts a row, if the last one has a number; 0 for none.
    private static func insert(_ json: Data, as id: Int64, behind last: Int64, _ db: Database) throws {
      let text = String(decoding: json, as: UTF8.self)
      try db.execute(
        sql: """
          INSERT INTO main.nomad_ledger (id, version, record, checksum)
          SELECT ?, ?, ?, ? WHERE (SELECT coalesce(max(id), 0) FROM main.nomad_ledger) = ?
          """,
        arguments: [id, version, text, LedgerRow.checksum(id: id, version: version, record: text), last]
      )
    }

    /// Whether a record is there with a number.
    static func holds(_ record: LedgerRecord, as id: Int64, _ db: Database) throws -> Bool {
      let json = try String.fetchOne(db, sql: "SELECT record FROM main.nomad_ledger WHERE id = ?", arguments: [id])
      return json == String(decoding: try LedgerRow.encoder.encode(record), as: UTF8.self)
    }

    /// Writes what is there already, for a commit that can be synced.
    static func touch(_ db: Database) throws {
      guard try exists(db) else { return }
      // There and back, as SQLite leaves out a change to what is there.
      for change in ["+ 1", "- 1"] {
        let last = "(SELECT max(id) FROM main.nomad_ledger)"
        try db.execute(sql: "UPDATE main.nomad_ledger SET version = version \(change) WHERE id = \(last)")
      }
    }
  }
#endif
