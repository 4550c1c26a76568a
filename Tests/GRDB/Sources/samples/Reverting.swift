// The samples of the documentation. `SampleTests` looks for them here.

import GRDB
import NomadGRDB

struct AddPriority: RevertibleDatabaseTribe {
  static let target: TribeTarget = .literal("3.4.0")

  func migrate(_ db: Database) throws {
    try db.execute(sql: "ALTER TABLE note ADD COLUMN priority INTEGER")
  }

  func revert(_ db: Database) throws {
    try db.execute(sql: "ALTER TABLE note DROP COLUMN priority")
  }
}
