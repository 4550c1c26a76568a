import Nomad
import NomadLibPQ
import NomadPostgres
import ServiceLifecycle

func run(_ app: some Service, url: String) async throws {
  let fleet = PostgresFleet { PostgresLedger(try await LibPQConnection.connect(url)) }
  try await fleet.serve(Nomad(.generated, currentVersion: .exactly("3.0.0"))) {
    try await app.run()
  }
}
