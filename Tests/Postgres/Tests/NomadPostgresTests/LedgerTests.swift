import Nomad
import NomadLibPQ
import NomadPostgres
import NomadTesting
import Testing

@Suite("A ledger in a PostgreSQL database")
struct LedgerTests {
  @Test("It keeps every promise of a ledger")
  func conforms() async throws {
    try await LedgerConformance.verify {
      try await TestDatabase().ledger()
    } reopening: { ledger in
      let name = ledger.identity.split(separator: " ")[3]
      return PostgresLedger(try await LibPQConnection.connect(TestServer.shared.get().url(String(name))))
    }
  }

  @Test("So do ledgers around it")
  func decorated() async throws {
    try await LedgerConformance.verify {
      let ledger = try await TestDatabase().ledger()
      return DyingLedger(FailingLedger(ledger) { _ in false }, before: { _ in false })
    }
  }
}
