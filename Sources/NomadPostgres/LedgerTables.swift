import Foundation
import Nomad
import NomadTables

/// The tables of a ledger: reads them, checks them, and makes them.
struct LedgerTables: Sendable {
  let schema: LedgerSchema
  let server: Server
  /// The name of the ledger in messages.
  let ledger: String

  /// All records, and the number of the last one.
  struct Contents {
    var history = LedgerHistory()
    var last: Int64 = 0
  }

  /// Reads all records; returns none if the tables do not exist.
  func history() async throws -> Contents {
    let rows: [[String?]]
    do {
      rows = try await server.send(
        """
        SELECT r.version::text, r.last::text, l.id::text, l.version::text, l.record, l.checksum::text
        FROM \(schema.run) r LEFT JOIN \(schema.ledger) l ON true ORDER BY l.id
        """
      )
    } catch let error as PostgresError where error.isMissing {
      // One transaction makes all tables, so a missing one means damage, unless they were made after the query.
      return try await presence(error).hasTables ? try await history() : Contents()
    }
    guard let first = rows.first, first.count == 6, let version = Int(first[0] ?? ""), let last = Int64(first[1] ?? "")
    else { throw NomadError.incomplete(ledger, schema.name, nil) }
    try check(version)
    let decoder = JSONDecoder()
    let numbered = rows.compactMap { row in
      row[2].map {
        LedgerRow(
          id: Int64($0) ?? 0,
          version: row[3].flatMap(Int64.init),
          record: row[4],
          checksum: row[5].map { Int64($0) ?? -1 },
          by: decoder
        )
      }
    }
    let history = try LedgerRow.history(
      of: numbered,
      last: last,
      ledger: ledger,
      table: "the table \(schema.name).ledger",
      dropping: "the schema \(schema.name)"
    )
    return Contents(history: history, last: last)
  }

  /// Returns whether all tables exist.
  func exist() async throws -> Bool { try await presence().hasTables }

  /// Makes the tables if they do not exist.
  ///
  /// The caller must hold the ledger's lock.
  func make() async throws {
    let (hasSchema, hasTables) = try await presence()
    if !hasTables { try await server.send(schema.creation(hasSchema: hasSchema)) }
  }

  /// Throws if a newer version of Nomad made the tables.
  func check(_ version: Int) throws(NomadError) {
    guard version > LedgerSchema.version else { return }
    throw NomadError(
      .ledgerNewerFormat,
      "The ledger \(ledger) was written by a newer version of Nomad: its tables have version \(version).",
      advice: "Nothing was run and the database was not touched. Run a newer version of the app."
    )
  }

  /// Returns whether the schema and its tables exist; throws an error if only some of the tables do.
  private func presence(_ error: PostgresError? = nil) async throws -> (hasSchema: Bool, hasTables: Bool) {
    let row =
      try await server.send(
        """
        SELECT to_regnamespace($1::text)::text, to_regclass($2::text)::text, to_regclass($3::text)::text,
          to_regclass($4::text)::text
        """,
        [schema.quoted, schema.run, schema.ledger, schema.host]
      ).first ?? []
    let hasTable = Set(row.dropFirst().map { $0 != nil })
    guard hasTable.count == 1 else { throw NomadError.incomplete(ledger, schema.name, error) }
    return (row.first.flatMap(\.self) != nil, hasTable == [true])
  }
}

extension NomadError {
  fileprivate static func incomplete(_ ledger: String, _ schema: String, _ error: PostgresError?) -> NomadError {
    NomadError(
      .ledgerDamaged,
      "The ledger \(ledger) is damaged: one of its tables \(schema).run, \(schema).ledger and \(schema).host is missing, or "
        + "\(schema).run is empty.",
      advice:
        "Nothing was run. Restore all three from a backup. If all tribes may run again, drop the schema \(schema).",
      underlying: error
    )
  }
}
