import Nomad
import NomadLibPQ
import NomadPostgres
import Testing
import scripts

/// The tribes of the target `scripts`, whose SQL files the plugin finds.
@Suite("Tribes in SQL files", .serialized)
struct SQLFileTests {
  private func migrator(_ database: TestDatabase) async throws -> Nomad {
    Nomad(scripts, ledger: try await database.ledger(), currentVersion: .exactly("2.0.0"))
  }

  @Test(
    "A failed file changes nothing, its error has the place of the mistake in the file, and the next run completes it"
  )
  func files() async throws {
    let database = try await TestDatabase()
    let nomad = try await migrator(database)
    let error = await #expect(throws: NomadError.self) { try await nomad.migrate() }
    #expect(error?.report?.migrated.map(\.name) == ["SQL_1_0_0_create_notes"])
    let cause = try #require(error?.underlying as? PostgresError)
    #expect(cause.message == "1.1.0-add-authors.sql:7:34: column note.author does not exist" && cause.code == "42703")
    #expect(
      try await database.column("SELECT title FROM note ORDER BY id")
        == ["it's; one", "two;", #"back\"#]
    )
    #expect(try await database.column("SELECT title_of(3) || count_notes()") == [#"back\3"#])
    try await database.query("ALTER TABLE note ADD author text DEFAULT 'me'")
    #expect(
      try await nomad.migrate().migrated.map(\.name) == ["SQL_1_1_0_add_authors", "SQL_1_2_0_index_titles"]
    )
    // The contract tribe waits, unless the old version has stopped.
    #expect(try await nomad.migrate().migrated.isEmpty)
    var last = nomad
    last.ledger = PostgresLedger(try await database.connect(), contracts: .atOnce)
    #expect(try await last.migrate().migrated.map(\.name) == ["SQL_2_0_0__beta_1_drop_odd_name"])
    #expect(try await database.column("SELECT title FROM note WHERE id = 4") == ["üme"])
    #expect(try await database.column("SELECT indexname FROM pg_indexes WHERE tablename = 'note'").count == 2)
    #expect(try await nomad.migrate().migrated.isEmpty)
    // The rule with two statements is whole.
    try await database.query("DELETE FROM note")
    #expect(try await database.column("SELECT count(*) FROM note") == ["4"])
  }

  @Test("An error of a statement has its place, whatever characters precede it")
  func position() async throws {
    let database = try await TestDatabase()
    let error = await #expect(throws: PostgresError.self) { try await database.query("SELECT 'ü',\n wrong") }
    #expect(error?.position == 14)
  }
}
