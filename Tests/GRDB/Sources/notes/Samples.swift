// What the documentation shows; `SampleTests` looks for it here.

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
