import Nomad
import NomadLibPQ
import NomadPostgres
import ServiceLifecycle

func run(_ app: some Service, url: String) async throws {
  let fleet = PostgresFleet(lease: .seconds(60)) { PostgresLedger(try await LibPQConnection.connect(url)) }
  try await fleet.serve(Nomad(.generated, currentVersion: .exactly("3.0.0"))) { event in
    print(event)
  } _: {
    try await app.run()
  }
}
