import GRDB
import Nomad
import NomadGRDB

struct AddFolders: DatabaseTribe {
  static let target: TribeTarget = .literal("3.0.0")

  func migrate(_ db: Database) throws {
    try db.create(table: "folder") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("name", .text).notNull()
    }
    try db.execute(sql: "INSERT INTO folder (id, name) VALUES (1, 'Notes')")
    try db.alter(table: "note") { table in
      table.add(column: "folderID", .integer).notNull().defaults(to: 1)
    }
  }
}

func openDatabase(at path: String) async throws -> DatabasePool {
  let dbPool = try DatabasePool(path: path)
  try await Nomad(.generated, ledger: .grdb(dbPool)).migrate()
  return dbPool
}
