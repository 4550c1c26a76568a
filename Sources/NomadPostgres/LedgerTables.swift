import Foundation
import Nomad
import NomadTables

/// The tables of a ledger: reads them, checks them, and makes them.
struct LedgerTables: Sendable {
  let schema: LedgerSchema
  let server: Server
  /// The name of the ledger in messages.
  let ledger: String

  init(_ schema: LedgerSchema, on server: Server, of ledger: String) {
    (self.schema, self.server, self.ledger) = (schema, server, ledger)
  }

  /// All records, and the number of the last one.
  struct Contents {
    var history = LedgerHistory()
    var last: Int64 = 0
  }

  /// Reads all records; returns none if the tables do not exist.
  func history() async throws -> Contents {
    let rows: [[String?]]
    do {
      rows = try await server.send(schema.history)
    } catch let error as PostgresError where error.isMissing {
      // One transaction makes all tables, so a missing one means damage, unless they were made after the query.
      let presence = try await presence()
      guard presence.hasTables || presence.hasNoTable else { throw NomadError.incomplete(ledger, schema.name, error) }
      return presence.hasTables ? try await history() : Contents()
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
    let presence = try await presence()
    guard !presence.hasTables else { return }
    guard presence.hasNoTable else { throw NomadError.incomplete(ledger, schema.name, nil) }
    try await server.send(schema.creation(hasSchema: presence.hasSchema))
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

  private struct Presence {
    let hasSchema: Bool
    let tables: [Bool]

    var hasTables: Bool { !tables.contains(false) }
    var hasNoTable: Bool { !tables.contains(true) }
  }

  private func presence() async throws -> Presence {
    let (sql, parameters) = schema.presence
    let row = try await server.send(sql, parameters).first ?? []
    return Presence(hasSchema: row.first.flatMap(\.self) != nil, tables: row.dropFirst().map { $0 != nil })
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
