import Nomad
import NomadLibPQ
import NomadPostgres
import NomadTesting

/// A tribe with which the conformance checks look for its changes.
struct Committed: PostgresTribe {
  static let target: TribeTarget = .literal("1.0.0")

  func migrate(_ db: PostgresTransaction) async throws { try await db.execute("CREATE TABLE committed ()") }
}

extension LedgerConformance.Transaction {
  /// The transaction of a tribe in the database of a ledger.
  static var postgres: Self {
    LedgerConformance.Transaction(of: Committed.self) { ledger in
      let name = String(ledger.identity.split(separator: " ")[3])
      let session = try await LibPQConnection.connect(TestServer.shared().url(name))
      let rows = try await session.query("SELECT 1::text FROM pg_tables WHERE tablename = 'committed'", [])
      await session.close()
      return !rows.isEmpty
    }
  }
}
