import Foundation
import GRDB
import Nomad
import NomadGRDB
import NomadTesting
import Testing

/// Tribes on data that violates foreign keys before them.
@Suite("Foreign keys that data violates")
struct ForeignKeyTests {
  private let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    try database.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          PRAGMA foreign_keys = OFF;
          CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT);
          CREATE TABLE tag (item INTEGER REFERENCES item (id), name TEXT);
          CREATE TABLE note (id INTEGER PRIMARY KEY, item INTEGER REFERENCES item, text TEXT);
          INSERT INTO tag VALUES (7, 'secret'), (8, 'secret');
          PRAGMA foreign_keys = ON;
          """
      )
    }
  }

  /// Runs tribes with a version, a check and statements each, and returns the notes of the run.
  @discardableResult
  private func run(_ tribes: (String, ForeignKeyChecks, String)...) async throws -> [String] {
    let registry = TribeRegistry(
      combining: try tribes.map { version, checks, sql in
        try TribeRegistry { DatabaseMigration(version, foreignKeyChecks: checks) { try $0.execute(sql: sql) } }
      }
    )
    let notes = Notes()
    try await Nomad(registry, ledger: .grdb(database), currentVersion: .unlimited).migrate(observing: notes.add)
    return notes.texts
  }

  private final class Notes: @unchecked Sendable {
    private let lock = NSLock()
    private var all: [String] = []

    var texts: [String] { lock.withLock { all } }

    @Sendable func add(_ event: MigrationEvent) {
      if case .noted(let tribe, let text) = event { lock.withLock { all.append("\(tribe.name): \(text)") } }
    }
  }

  @Test("Violations from before a tribe do not stop it, and a run names them once, without values of rows")
  func old() async throws {
    let notes = try await run(
      ("1.0.0", .deferred, "INSERT INTO item VALUES (1, 'a')"),
      ("1.1.0", .deferred, "INSERT INTO note VALUES (1, 1, 'b')")
    )
    let text = "FOREIGN KEY constraint violation - from tag(item) to item(id), in 2 rows, such as row 1"
    #expect(notes == ["1.0.0: Before the tribe: \(text)."])
  }

  @Test("A tribe that adds a violation fails, whichever table has violations before")
  func new() async throws {
    for (sql, place) in [
      ("INSERT INTO note VALUES (5, 9, 'secret')", "from note(item) to item(id), in row 5"),
      ("INSERT INTO tag VALUES (9, 'secret')", "from tag(item) to item(id), in 3 rows, and in 2 before the tribe"),
    ] {
      let error = await #expect(throws: NomadError.self) { try await run(("1.0.0", .deferred, sql)) }
      let cause = try #require(error?.underlying as? DatabaseError)
      #expect(cause.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY)
      #expect(cause.message == "FOREIGN KEY constraint violation - \(place)")
      let history = try await GRDBLedger(database).history()
      #expect(!"\(history.records)".contains("secret"))
    }
    #expect(try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM tag") } == 2)
  }

  @Test(
    "Violations may stay in a table that a tribe rebuilds or renames",
    arguments: [
      """
      CREATE TABLE new (name TEXT, item INTEGER REFERENCES item (id));
      INSERT INTO new SELECT name, item FROM tag ORDER BY item DESC;
      DROP TABLE tag;
      ALTER TABLE new RENAME TO tag
      """,
      "ALTER TABLE tag RENAME TO label", "ALTER TABLE tag RENAME COLUMN item TO thing",
      "ALTER TABLE item RENAME TO thing", "DELETE FROM tag WHERE item = 7", "DROP TABLE tag",
    ]
  )
  func changed(sql: String) async throws {
    try await run(("1.0.0", .deferred, sql), ("1.1.0", .deferred, "SELECT 1"))
    await #expect(throws: NomadError.self) {
      try await run(("1.2.0", .deferred, "INSERT INTO note VALUES (5, 9, 'secret')"))
    }
  }

  @Test("Old violations that go with their table do not make up for new ones in another table")
  func dropped() async throws {
    let sql = "DROP TABLE tag; INSERT INTO note VALUES (5, 9, 'secret')"
    await #expect(throws: NomadError.self) { try await run(("1.0.0", .deferred, sql)) }
  }

  @Test("Violations that a tribe without the ledger's transaction removes do not make up for new ones")
  func removedElsewhere() async throws {
    let registry = try TribeRegistry {
      DatabaseMigration("1.0.0") { try $0.execute(sql: "INSERT INTO item VALUES (1, 'a')") }
      Nomad.migration("1.1.0") { [database] in try await database.write { try $0.execute(sql: "DELETE FROM tag") } }
      DatabaseMigration("1.2.0") { try $0.execute(sql: "INSERT INTO tag VALUES (8, 'secret'), (9, 'secret')") }
    }
    let error = await #expect(throws: NomadError.self) {
      try await Nomad(registry, ledger: .grdb(database), currentVersion: .unlimited).migrate()
    }
    #expect(error?.report?.migrated.map(\.name) == ["1.0.0", "1.1.0"])
    #expect(try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM tag") } == 0)
  }

  @Test("Violations that an unchecked tribe makes do not stop the next one")
  func unchecked() async throws {
    let notes = try await run(
      ("1.0.0", .deferred, "DELETE FROM tag"),
      ("1.1.0", .disabled, "INSERT INTO note VALUES (1, 9, 'b')"),
      ("1.2.0", .deferred, "INSERT INTO item VALUES (1, 'a')")
    )
    #expect(notes.map { $0.prefix(6) } == ["1.0.0:", "1.2.0:"])
  }
}
