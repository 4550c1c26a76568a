// The samples of the documentation. `SampleTests` looks for them here.

import Foundation
import GRDB
import Nomad
import NomadAdoption
import NomadGRDB

struct Storage {
  static let shared = Result { try Storage(path: NSHomeDirectory() + "/Documents/notes.sqlite") }

  let dbPool: DatabasePool

  init(path: String) throws {
    dbPool = try DatabasePool(path: path)
    try Nomad(.generated, ledger: .grdb(dbPool)).migrateSynchronously()
  }
}

func isUpToDate(_ dbPool: DatabasePool) throws -> Bool {
  try Nomad(.generated, ledger: .grdb(dbPool)).planSynchronously().isEmpty
}

func listed() throws -> TribeRegistry {
  let registry = try TribeRegistry {
    DatabaseMigration("1.0.0") { db in
      try db.create(table: "note") { $0.autoIncrementedPrimaryKey("id") }
    }
    DatabaseMigration("1.1.0") { db in
      try db.alter(table: "note") { $0.add(column: "tags", .text) }
    }
  }
  return registry
}

func migrateInDevelopment(_ dbPool: DatabasePool) async throws {
  let migrator = Nomad(.generated, ledger: .grdb(dbPool))
  #if DEBUG
    try migrator.eraseOnChange()
  #endif
  try await migrator.migrate()
}

func openPreloaded(_ bundled: URL, at url: URL) async throws -> DatabasePool {
  if !FileManager.default.fileExists(atPath: url.path) {
    // A copy that is interrupted must not be taken for the database.
    let partial = url.appendingPathExtension("partial")
    try? FileManager.default.removeItem(at: partial)
    try FileManager.default.copyItem(at: bundled, to: partial)
    try FileManager.default.moveItem(at: partial, to: url)
  }
  let dbPool = try DatabasePool(path: url.path)
  try await Nomad(.generated, ledger: .grdb(dbPool)).migrate()
  return dbPool
}
