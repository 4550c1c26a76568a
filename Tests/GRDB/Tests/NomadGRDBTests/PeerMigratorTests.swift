import Foundation
import GRDB
import Nomad
import NomadAdoption
import NomadGRDB
import Testing

/// The behaviour that GRDB's tests of `DatabaseMigrator` check, each under the name of GRDB's own test.
///
/// ``MigratorTests`` and ``PeerSchemaTests`` have the others. The page "Nomad and DatabaseMigrator" says what differs.
@Suite("As the tests of DatabaseMigrator")
struct PeerMigratorTests {
  private let folder = TemporaryFolder()

  /// Tribes that do nothing.
  private func nomad(_ database: any DatabaseWriter, _ versions: String...) throws -> Nomad {
    let tribes = try TribeRegistry { for version in versions { DatabaseMigration(version) { _ in } } }
    return Nomad(tribes, ledger: .grdb(database), currentVersion: .unlimited)
  }

  private func applied(_ nomad: Nomad) async throws -> [String] {
    try await nomad.plan().steps.filter(\.decision.isDone).map(\.entry.name)
  }

  private func completed(_ nomad: Nomad) async throws -> [String] {
    try await nomad.plan().steps.prefix(while: \.decision.isDone).map(\.entry.name)
  }

  private func identifiers(_ nomad: Nomad) async throws -> Set<String> {
    Set(try await nomad.ledger.history().finished.map(\.key.description))
  }

  @Test("testMigrations, testEmptyMigrator: a registry lists its tribes, and an empty one has nothing to do")
  func migrations() async throws {
    let database = try DatabaseQueue()
    #expect(try nomad(database).registry.entries.isEmpty)
    #expect(try await nomad(database).plan().isEmpty)
    #expect(try nomad(database).migrateSynchronously().migrated.isEmpty)
    #expect(try nomad(database, "1.0.0").registry.entries.map(\.name) == ["1.0.0"])
    // In the order of the versions: GRDB keeps the order of the list.
    #expect(try nomad(database, "2.0.0", "1.0.0").registry.entries.map(\.name) == ["1.0.0", "2.0.0"])
  }

  @Test("testMigrateUpTo: one tribe, none, the others, and none")
  func upTo() async throws {
    let nomad = try nomad(try DatabasePool(path: folder.path("upTo.sqlite")), "1.0.0", "2.0.0", "3.0.0")
    #expect(try nomad.migrateSynchronously(upTo: .literal("1.0.0")).migrated.map(\.name) == ["1.0.0"])
    #expect(try await nomad.migrate(upTo: .literal("1.0.0")).migrated.isEmpty)
    #expect(try await nomad.migrate(upTo: .literal("3.0.0")).migrated.map(\.name) == ["2.0.0", "3.0.0"])
    #expect(try nomad.migrateSynchronously(upTo: .literal("3.0.0")).migrated.isEmpty)
    #expect(try await nomad.migrate().migrated.isEmpty)
  }

  @Test("testAppliedMigrations, testCompletedMigrations, testSuperseded: after each of two tribes")
  func progress() async throws {
    let nomad = try nomad(try DatabaseQueue(), "1.0.0", "2.0.0")
    for done in [[], ["1.0.0"], ["1.0.0", "2.0.0"]] {
      if let last = done.last { try await nomad.migrate(upTo: .literal(last)) }
      #expect(try await applied(nomad) == done)
      #expect(try await completed(nomad) == done)
      #expect(try await nomad.plan().isEmpty == (done.count == 2))
      #expect(try await nomad.plan().newerTribes.isEmpty)
    }
  }

  @Test(
    "testMergedMigrators: a tribe that a branch inserts runs late, and every app of the three reads the same ledger"
  )
  func branches() async throws {
    let database = try DatabaseQueue()
    let first = try nomad(database, "1.0.0", "3.0.0")
    try await first.migrate()
    #expect(try await completed(first) == ["1.0.0", "3.0.0"])

    let second = try nomad(database, "1.0.0", "2.0.0", "3.0.0")
    #expect(try await applied(second) == ["1.0.0", "3.0.0"])
    #expect(try await completed(second) == ["1.0.0"])
    #expect(try await !second.plan().isEmpty)
    #expect(try await second.migrate().migrated.map(\.name) == ["2.0.0"])
    #expect(try await completed(second) == ["1.0.0", "2.0.0", "3.0.0"])
    #expect(try await applied(first) == ["1.0.0", "3.0.0"])
    #expect(try await first.plan().isEmpty)
    // Here GRDB calls the first list superseded. Nomad does so only for what a newer version did.
    #expect(try await first.plan().newerTribes.isEmpty)
    #expect(try await identifiers(first) == ["version:1.0.0", "version:2.0.0", "version:3.0.0"])

    let third = try nomad(database, "1.0.0", "2.0.0", "3.0.0", "4.0.0")
    #expect(try await completed(third) == ["1.0.0", "2.0.0", "3.0.0"])
    #expect(try await third.migrate().migrated.map(\.name) == ["4.0.0"])
    #expect(try await third.plan().newerTribes.isEmpty)
    for older in [first, second] {
      #expect(try await older.plan().newerTribes == ["4.0.0"])
      let error = await #expect(throws: NomadError.self) { try await older.migrate() }
      #expect(error?.code == .ledgerNewerThanApp)
      #expect(try await identifiers(older).count == 4)
    }
  }

  @Test("testMigrationFailureTriggersRollback: the first tribe is committed, with and without a task")
  func failure() async throws {
    let tribes = try TribeRegistry {
      DatabaseMigration("1.0.0") { db in
        try db.execute(sql: "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT)")
        try db.execute(sql: "CREATE TABLE pet (owner INTEGER NOT NULL REFERENCES person(id), name TEXT)")
        try db.execute(sql: "INSERT INTO person (name) VALUES ('Ada')")
      }
      DatabaseMigration("2.0.0") { db in
        try db.execute(sql: "INSERT INTO person (name) VALUES ('Bea')")
        try db.execute(sql: "INSERT INTO pet (owner, name) VALUES (99, 'Rex')")
      }
    }
    for isSynchronous in [true, false] {
      let database = try DatabaseQueue()
      let nomad = Nomad(tribes, ledger: .grdb(database), currentVersion: .unlimited)
      let error = await #expect(throws: NomadError.self) {
        _ = try isSynchronous ? nomad.migrateSynchronously() : try await nomad.migrate()
      }
      let cause = try #require(error?.underlying as? DatabaseError)
      #expect(cause.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY)
      #expect(cause.resultCode == .SQLITE_CONSTRAINT)
      // GRDB's own text has the values of the row.
      #expect(cause.message?.hasSuffix("from pet(owner) to person(id), in row 1") == true)
      #expect(try await database.read { try String.fetchAll($0, sql: "SELECT name FROM person") } == ["Ada"])
      #expect(try await applied(nomad) == ["1.0.0"])
    }
  }

  private static let violation = """
    CREATE TABLE parent (id INTEGER NOT NULL PRIMARY KEY);
    CREATE TABLE child (parentId INTEGER REFERENCES parent(id));
    INSERT INTO child (parentId) VALUES (1);
    """
  private static let passing = "\(violation) DELETE FROM child;"

  @Test(
    "testMigrationForeignKeyChecks, testDisablingDeferredForeignKeyChecks: each rule, for a violation and a passing one",
    arguments: [
      (ForeignKeyChecks.deferred, violation, false), (.deferred, passing, true),
      (.immediate, violation, false), (.immediate, passing, false),
      (.disabled, violation, true), (.disabled, passing, true),
    ]
  )
  func foreignKeys(checks: ForeignKeyChecks, sql: String, succeeds: Bool) async throws {
    let database = try DatabaseQueue()
    let tribes = try TribeRegistry {
      DatabaseMigration("1.0.0", foreignKeyChecks: checks) { db in try db.execute(sql: sql) }
    }
    do throws(NomadError) {
      try await Nomad(tribes, ledger: .grdb(database), currentVersion: .unlimited).migrate()
      #expect(succeeds)
    } catch {
      #expect(!succeeds)
      #expect((error.underlying as? DatabaseError)?.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY)
    }
    // Only a tribe without any check can leave a violation.
    let isValid = (try? await database.read { try $0.checkForeignKeys() }) != nil
    #expect(isValid == !(checks == .disabled && sql == Self.violation))
    #expect(try await database.write { try Bool.fetchOne($0, sql: "PRAGMA foreign_keys") } == true)
  }

  @Test(
    "test_disablingDeferredForeignKeyChecks_applies_to_newly_registered_migrations_only: the rule is one tribe's own"
  )
  func ownRule() async throws {
    let tribes = try TribeRegistry {
      DatabaseMigration("1.0.0") { db in try db.execute(sql: Self.violation) }
      DatabaseMigration("2.0.0", foreignKeyChecks: .disabled) { _ in Issue.record("It ran after a failure.") }
    }
    let nomad = Nomad(tribes, ledger: .grdb(try DatabaseQueue()), currentVersion: .unlimited)
    let error = await #expect(throws: NomadError.self) { try await nomad.migrate() }
    #expect((error?.underlying as? DatabaseError)?.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY)
  }

  /// The five tribes of the old app, each with a table, and those of the new one, which merge three of them.
  private func app(_ database: any DatabaseWriter, mergingInto merged: String?) throws -> Nomad {
    let create = { @Sendable (version: String, db: Database) in
      try db.execute(sql: "CREATE TABLE t\(version.prefix(1)) (a)")
    }
    let parts = ["2.0.0", "3.0.0", "4.0.0"]
    let tribes = try TribeRegistry {
      for version in ["1.0.0", "5.0.0"] { DatabaseMigration(version) { db in try create(version, db) } }
      if let merged {
        DatabaseMigration(merged, merging: parts) { db in
          for part in parts where try !TribeAttempt.wasDone(part) { try create(part, db) }
        }
      } else {
        for version in parts { DatabaseMigration(version) { db in try create(version, db) } }
      }
    }
    return Nomad(tribes, ledger: .grdb(database), currentVersion: .unlimited)
  }

  @Test(
    "test_merged_migrations_named_like_the_last, test_merged_migrations_with_a_new_name: from every point, once and whole",
    arguments: ["4.0.0", "4.0.1"],
    [nil, "1.0.0", "2.0.0", "3.0.0", "4.0.0", "5.0.0"] as [String?]
  )
  func merged(name: String, last: String?) async throws {
    let database = try DatabaseQueue()
    if let last { try await app(database, mergingInto: nil).migrate(upTo: .literal(last)) }
    let new = try app(database, mergingInto: name)
    try await new.migrate()
    let tables = try await database.read { db in
      try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE name GLOB 't[1-5]' ORDER BY name")
    }
    #expect(tables == ["t1", "t2", "t3", "t4", "t5"])
    #expect(try await applied(new) == ["1.0.0", name, "5.0.0"])
    // GRDB removes the merged identifiers. Nomad keeps them, so that the old app knows what is done.
    let all = ["1.0.0", "2.0.0", "3.0.0", "4.0.0", "5.0.0", name].map { "version:\($0)" }
    #expect(try await identifiers(new) == Set(all))
    #expect(try await new.migrate().migrated.isEmpty)
    #expect(try await app(database, mergingInto: nil).migrate().migrated.isEmpty)
  }

  @Test("test_migrations_are_testable: tribes run on a copy of a fixture in memory, up to one and then the next")
  func fixture() async throws {
    let path = folder.path("fixture.sqlite")
    try await DatabaseQueue(path: path).write { db in
      try db.execute(sql: "CREATE TABLE player (name TEXT); INSERT INTO player VALUES ('Ada'), ('Bea')")
    }
    let copy = try DatabaseQueue.inMemoryCopy(fromPath: path)
    let tribes = try TribeRegistry {
      DatabaseMigration("1.0.0") { db in try db.execute(sql: "CREATE TABLE team (id INTEGER PRIMARY KEY)") }
      DatabaseMigration("2.0.0") { db in try db.execute(sql: "CREATE TABLE game (id INTEGER PRIMARY KEY)") }
      DatabaseMigration("3.0.0") { db in try db.execute(sql: "DROP TABLE game") }
    }
    let nomad = Nomad(tribes, ledger: .grdb(copy), currentVersion: .unlimited)
    for (version, hasGame) in [("2.0.0", true), ("3.0.0", false)] {
      try await nomad.migrate(upTo: .literal(version))
      #expect(try await copy.read { try $0.tableExists("team") })
      #expect(try await copy.read { try $0.tableExists("game") } == hasGame)
      #expect(try await copy.read { try String.fetchAll($0, sql: "SELECT name FROM player") } == ["Ada", "Bea"])
    }
    #expect(try await DatabaseQueue(path: path).read { try $0.tableExists("nomad_ledger") } == false)
  }
}
