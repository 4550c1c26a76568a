import Nomad
import NomadAdoption
import NomadLibPQ
import NomadPostgres

func adopting(_ connection: LibPQConnection) -> Nomad {
  var migrator = Nomad(.generated, ledger: .postgres(connection))
  migrator.predecessors = [
    .postgresMigrations(connection, targets: ["CreateOrders": .literal("1.0.0"), "AddNotes": .literal("1.1.0")])
  ]
  return migrator
}
