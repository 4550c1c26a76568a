import Nomad
import NomadPostgres
import NomadPostgresNIO
import PostgresNIO

func upgrade(_ configuration: PostgresNIO.PostgresConnection.Configuration) async throws {
  let connection = try await PostgresNIOConnection.connect(configuration)
  try await Nomad(.generated, ledger: .postgres(connection)).migrate()
  await connection.close()
}
