import Foundation
import Nomad
import NomadPostgres
import NomadRepair
import Testing

@Suite("The schema of a ledger", .serialized)
struct SchemaTests {
  struct Create: PostgresTribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate(_ db: PostgresTransaction) async throws { try await db.execute("CREATE TABLE orders (id int)") }
  }

  private var registry: TribeRegistry { get throws { try TribeRegistry([Create.self]) } }

  @Test(
    "A schema can have any name that PostgreSQL accepts",
    arguments: [
      "a$nomad$b", "$nomad$", "$nomad$nomad_$nomad__$", "nomad$", "a$", "$", "x\u{600}$nomad$\u{301}", "a\"b", "\"",
      "a\"\u{301}b", "\u{600}\"", "a'b", "a\\b", "a.b", "a b", "a\nb", "a;--b", "PG_nomad", "pg", "Größe", "🐪",
      "select",
      "public", String(repeating: "n", count: 63), "%I", "a/*b", "a$1b",
    ]
  )
  func legal(name: String) async throws {
    let database = try await TestDatabase()
    let ledger = PostgresLedger(try await database.connect(), schema: name)
    let nomad = Nomad(try registry, ledger: ledger, currentVersion: .exactly("1.0.0"))
    #expect(try await nomad.plan().pending.count == 1)
    #expect(try await nomad.migrate().migrated.count == 1)
    #expect(try await nomad.migrate().migrated.isEmpty)
    let fleet = PostgresFleet { PostgresLedger(try await database.connect(), schema: name) }
    try await fleet.serve(nomad) {}
    let found = try await database.query("SELECT nspname::text FROM pg_namespace WHERE nspname = $1::text", name)
    #expect(found == [[name]])
    let all = "SELECT count(*)::text FROM pg_class WHERE relname IN ('ledger', 'run', 'host') AND relkind = 'r'"
    #expect(try await database.column(all) == ["3"])
  }

  @Test(
    "A name that no schema can have is refused before anything is sent to the server",
    arguments: [
      ("", "empty"), ("pg_nomad", "reserves"), ("pg_catalog", "reserves"), ("information_schema", "belongs"),
      ("a\0b", "zero byte"), (String(repeating: "n", count: 64), "63 bytes"), (String(repeating: "ü", count: 32), "63"),
    ]
  )
  func illegal(name: String, reason: String) async throws {
    let (database, sessions) = (try await TestDatabase(), CountedSessions())
    let ledger = PostgresLedger(try await sessions.connect(database.url), schema: name)
    let nomad = Nomad(try registry, ledger: ledger, currentVersion: .exactly("1.0.0"))
    let fleet = PostgresFleet { PostgresLedger(try await sessions.connect(database.url), schema: name) }
    for call in [
      { _ = try await nomad.plan() }, { _ = try await nomad.migrate() }, { try await fleet.serve(nomad) {} },
      { _ = try await ledger.markAsDone(.literal("1.0.0"), reason: "by hand") }, { _ = try await ledger.history() },
    ] as [@Sendable () async throws -> Void] {
      let error = await #expect(throws: (any Error).self) { try await call() }
      #expect("\(error.map { "\($0)" } ?? "")".contains(reason), "\(String(describing: error))")
    }
    #expect(sessions.statements == [])
  }
}
