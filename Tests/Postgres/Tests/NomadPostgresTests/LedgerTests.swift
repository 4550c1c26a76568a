import Nomad
import NomadLibPQ
import NomadPostgres
import NomadTesting
import Testing

@Suite("A ledger in a PostgreSQL database")
struct LedgerTests {
  @Test("A PostgreSQL ledger passes the conformance checks for ledgers")
  func conforms() async throws {
    try await LedgerConformance.verify {
      try await TestDatabase().ledger()
    } reopening: { ledger in
      let name = ledger.identity.split(separator: " ")[3]
      return PostgresLedger(try await LibPQConnection.connect(TestServer.shared.get().url(String(name))))
    }
  }

  @Test("Ledgers that wrap a PostgreSQL ledger pass the conformance checks")
  func decorated() async throws {
    try await LedgerConformance.verify {
      let ledger = try await TestDatabase().ledger()
      return DyingLedger(FailingLedger(ledger) { _ in false }, before: { _ in false })
    }
  }
}
