import Nomad
import NomadLibPQ
import NomadPostgres
import NomadTesting
import Testing

@Suite("A ledger in a PostgreSQL database", .serialized)
struct LedgerTests {
  @Test("A PostgreSQL ledger passes the conformance checks for ledgers, which close each of its sessions")
  func conforms() async throws {
    let sessions = CountedSessions()
    let kept = Kept()
    try await LedgerConformance.verify(committing: .postgres) {
      PostgresLedger(try await kept.keep(sessions.connect(TestDatabase().url)), waitingAtMost: .seconds(120))
    } reopening: { ledger in
      let name = ledger.identity.split(separator: " ")[3]
      return PostgresLedger(try await kept.keep(sessions.connect(TestServer.shared().url(String(name)))))
    } closing: {
      #expect(sessions.count.open == 2)
      await kept.close()
    }
    #expect(sessions.count.opened > 20 && sessions.count.open == 0)
  }

  /// The sessions of one promise.
  private actor Kept {
    private var all: [any PostgresConnection] = []

    func keep<Session: PostgresConnection>(_ session: Session) -> Session {
      all.append(session)
      return session
    }

    func close() async {
      for session in all { await session.close() }
      all = []
    }
  }

  @Test("Ledgers that wrap a PostgreSQL ledger pass the conformance checks")
  func decorated() async throws {
    try await LedgerConformance.verify(committing: .postgres) {
      let ledger = try await TestDatabase().ledger()
      return DyingLedger(FailingLedger(ledger) { _ in false }, before: { _ in false })
    }
  }
}
