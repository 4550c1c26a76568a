// The samples of the documentation. `SampleTests` looks for them here.

import Foundation
import GRDB
import Nomad
import NomadGRDB

struct AddTags: DatabaseTribe {
  static let target: TribeTarget = .literal("2.1.0")

  func migrate(_ db: Database) throws {
    try db.execute(sql: "ALTER TABLE note ADD COLUMN tags TEXT")
  }
}

func upgrade(_ dbPool: DatabasePool) async throws {
  try await Nomad(.generated, ledger: .grdb(dbPool)).migrate()
}

struct NoteViews: DatabaseTribe {
  static let target: TribeTarget = .whenChanged("note-views")

  func migrate(_ db: Database) throws {
    try db.execute(sql: "DROP VIEW IF EXISTS openNote")
    try db.execute(sql: "CREATE VIEW openNote AS SELECT * FROM note WHERE isOpen")
  }
}

struct HashNotes: DatabaseTribe {
  static let target: TribeTarget = .literal("2.2.0")
  static let isTransactional = false

  func migrate(_ db: Database) throws {
    var last = try TribeAttempt.current?.checkpoint("last", as: Int64.self) ?? 0
    let batch = "SELECT max(id) FROM (SELECT id FROM note WHERE id > ? AND hash IS NULL ORDER BY id LIMIT 500)"
    let update = "UPDATE note SET hash = hex(text) WHERE id > ? AND id <= ? AND hash IS NULL"
    while let end = try Int64.fetchOne(db, sql: batch, arguments: [last]) {
      try db.inTransaction {
        try db.execute(sql: update, arguments: [last, end])
        try TribeAttempt.current?.save(end, as: "last", in: db)
        return .commit
      }
      last = end
    }
  }
}

func both(_ dbPool: DatabasePool) async throws {
  var schema = DatabaseMigrator()
  schema.registerMigration("createNotes") { db in
    try db.create(table: "note") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("text", .text).notNull()
    }
  }
  try schema.migrate(dbPool)
  try await Nomad(.generated, ledger: .grdb(dbPool)).migrate()
}

func synchronize(_ dbPool: DatabasePool) throws {
  try dbPool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
}
