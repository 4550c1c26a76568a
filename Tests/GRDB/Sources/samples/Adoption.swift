import GRDB
import Nomad
import NomadAdoption
import NomadGRDB

func adopt(_ dbPool: DatabasePool) async throws {
  var migrator = Nomad(.generated, ledger: .grdb(dbPool))
  migrator.predecessors = [
    .grdb(dbPool, targets: ["createNotes": .literal("1.0.0"), "addFolders": .literal("1.1.0")])
  ]
  try await migrator.migrate()
}
