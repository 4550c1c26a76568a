#if GRDB
  import Foundation
  import GRDB
  import Nomad

  /// The table of a ``GRDBLedger``.
  ///
  /// ```text
  /// CREATE TABLE nomad_ledger (
  ///   id INTEGER PRIMARY KEY AUTOINCREMENT,
  ///   version INTEGER NOT NULL,
  ///   record TEXT NOT NULL
  /// )
  /// ```
  enum LedgerTable {
    /// The version of the form in which records are written.
    static let version = 1

    private static let creation = """
      CREATE TABLE IF NOT EXISTS nomad_ledger (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        version INTEGER NOT NULL,
        record TEXT NOT NULL
      )
      """

    private static func exists(_ db: Database) throws -> Bool {
      // GRDB keeps the answer of `tableExists`, even when another connection has made the table since.
      let sql = "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'nomad_ledger')"
      return try Bool.fetchOne(db, sql: sql) ?? false
    }

    /// The number of the last record; 0 if there is none.
    static func lastID(_ db: Database) throws -> Int64 {
      try exists(db) ? Int64.fetchOne(db, sql: "SELECT max(id) FROM nomad_ledger") ?? 0 : 0
    }

    /// Reads all records; none if there is no table.
    static func history(_ db: Database, of ledger: String) throws -> LedgerHistory {
      guard try exists(db) else { return LedgerHistory() }
      let rows = try Row.fetchAll(db, sql: "SELECT id, version, record FROM nomad_ledger ORDER BY id")
      let decoder = JSONDecoder()
      return LedgerHistory(
        try rows.map { row in
          // Any column can hold a value of any type, and GRDB would end the process for one of another type.
          let id = Int64.fromDatabaseValue(row["id"]) ?? 0
          let version = Int64.fromDatabaseValue(row["version"])
          if let version, version > LedgerTable.version {
            throw NomadError(
              .ledgerNewerFormat,
              "The ledger \(ledger) was written by a newer version of Nomad: record \(id) has version \(version).",
              advice: "Nothing was run and the database was not touched. Run a newer version of the app."
            )
          }
          do {
            guard version == Int64(LedgerTable.version), let text = String.fromDatabaseValue(row["record"]) else {
              throw Damage()
            }
            return try decoder.decode(LedgerRecord.self, from: Data(text.utf8))
          } catch {
            throw NomadError(
              .ledgerDamaged,
              "The ledger \(ledger) is damaged: record \(id) cannot be read.",
              advice: "Nothing was run. Put a good copy of the database in its place, or correct the record by hand.",
              underlying: error
            )
          }
        }
      )
    }

    /// Adds records, and the table if there is none, in the transaction of the caller.
    static func append(_ records: [LedgerRecord], to db: Database) throws {
      try db.execute(sql: creation)
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      for record in records {
        try record.checkLimits()
        try db.execute(
          sql: "INSERT INTO nomad_ledger (version, record) VALUES (?, ?)",
          arguments: [version, String(decoding: try encoder.encode(record), as: UTF8.self)]
        )
      }
    }

    /// A record without a version that ever was.
    private struct Damage: Error {}
  }
#endif
