import Nomad
import NomadLibPQ
import NomadPostgres

/// A library that keeps its tables in the app's database.
enum Billing {
  static func migrate(_ connection: LibPQConnection) async throws {
    try await Nomad(.generated, ledger: .postgres(connection, schema: "billing_nomad")).migrate()
  }
}

func migrateAll(_ connection: LibPQConnection) async throws {
  try await Billing.migrate(connection)
  try await Nomad(.generated, ledger: .postgres(connection)).migrate()
}
