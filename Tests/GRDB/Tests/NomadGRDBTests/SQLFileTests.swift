import GRDB
import Nomad
import NomadGRDB
import Testing
import scripts

/// The tribes of the target `scripts`, whose SQL files the plugin finds.
@Suite("Tribes in SQL files")
struct SQLFileTests {
  private let database: DatabasePool
  private let folder = TemporaryFolder()

  init() throws {
    database = try DatabasePool(path: folder.path("notes.sqlite"))
  }

  private func texts(_ sql: String) async throws -> [String] {
    try await database.read { try String.fetchAll($0, sql: sql) }
  }

  @Test("The files run in the order of the targets in their names, each once")
  func once() async throws {
    let nomad = migrator(of: database)
    #expect(
      try await nomad.migrate().migrated.map(\.name) == [
        "SQL_1_0_0_create_notes", "SQL_1_1_0_unique_titles", "SQL_once_2026_11_vacuum", "SQL_whenChanged_views",
        "SQL_always_log",
      ]
    )
    #expect(try await texts("SELECT title FROM note ORDER BY id") == ["it's; one!", "two!"])
    #expect(try await texts("SELECT title FROM titles ORDER BY title") == ["it's; one!", "two!"])
    #expect(try await texts(#"SELECT DISTINCT "odd;name" FROM note"#) == ["a;b"])
    #expect(try await texts("SELECT entry FROM log ORDER BY rowid") == ["it's; one;", "done", "two;", "done", "run"])
    #expect(try await nomad.migrate().migrated.map(\.name) == ["SQL_always_log"])
  }

  @Test("A failed file changes nothing and records nothing, and its error has the file and the line of the statement")
  func failing() async throws {
    let nomad = migrator(of: database)
    var older = nomad
    older.currentVersion = .exactly("1.0.0")
    _ = try await older.migrate()
    try await database.write { try $0.execute(sql: "INSERT INTO note (title) VALUES ('two')") }
    let error = await #expect(throws: NomadError.self) { try await nomad.migrate() }
    let cause = try #require(error?.underlying as? DatabaseError)
    #expect(cause.message == "1.1.0-unique-titles.sql:4: UNIQUE constraint failed: note.title")
    #expect(cause.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE)
    #expect(try await texts("SELECT title FROM note ORDER BY id") == ["it's; one", "two", "two"])
    try await database.write { try $0.execute(sql: "DELETE FROM note WHERE id = 3") }
    #expect(try await nomad.migrate().migrated.first?.name == "SQL_1_1_0_unique_titles")
  }
}
