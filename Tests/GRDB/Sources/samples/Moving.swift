import GRDB
import Nomad
import NomadGRDB
import NomadRepair

func move(to dbPool: DatabasePool) async throws {
  let ledger = GRDBLedger(dbPool)
  try await FileLedger.standard(named: "com.example.notes").move(to: ledger)
  try await Nomad(.generated, ledger: ledger).migrate()
}
