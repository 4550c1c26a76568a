import GRDB
import Nomad
import NomadGRDB

/// A library that keeps its tables in the app's database.
enum Billing {
  static func migrate(_ dbPool: DatabasePool) async throws {
    try await Nomad(.generated, ledger: .grdb(dbPool, table: "billing_ledger")).migrate()
  }
}
