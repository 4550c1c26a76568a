import Foundation
import GRDB
import Nomad
import NomadGRDB
import Testing

/// The behavior that GRDB's own tests of `DatabaseMigrator` check, for tribes.
@Suite("Behavior that tribes share with DatabaseMigrator")
struct MigratorTests {
  private let folder = TemporaryFolder()

  enum Kind: CaseIterable { case inMemory, queue, pool }

  private func database(_ kind: Kind, _ configuration: Configuration = Configuration()) throws -> any DatabaseWriter {
    switch kind {
    case .inMemory: try DatabaseQueue(configuration: configuration)
    case .queue: try DatabaseQueue(path: folder.path("queue.sqlite"), configuration: configuration)
    case .pool: try DatabasePool(path: folder.path("pool.sqlite"), configuration: configuration)
    }
  }

  private func migrate(
    _ database: any DatabaseWriter,
    _ tribes: [any ListedTribe.Type],
    upTo version: CurrentVersion = .unlimited
  ) async throws -> [String] {
    try await Nomad(try TribeRegistry(tribes), ledger: .grdb(database), currentVersion: version).migrate()
      .migrated.map(\.name)
  }

  private func tables(_ database: any DatabaseWriter) async throws -> [String] {
    let sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
    return try await database.read { try String.fetchAll($0, sql: sql) }.filter { $0 != "nomad_ledger" }
  }

  @Test("An empty registry leaves the database unchanged", arguments: Kind.allCases)
  func none(kind: Kind) async throws {
    let database = try database(kind)
    #expect(try await migrate(database, []).isEmpty)
    #expect(try await tables(database).isEmpty)
    #expect(try await database.read { try $0.tableExists("nomad_ledger") } == false)
  }

  @Test("Tribes run once, and a tribe that is added later runs in the next run", arguments: Kind.allCases)
  func some(kind: Kind) async throws {
    let database = try database(kind)
    #expect(try await migrate(database, [Persons.self, Pets.self]) == ["Persons", "Pets"])
    #expect(try await tables(database) == ["persons", "pets"])
    #expect(try await migrate(database, [Persons.self, Pets.self]).isEmpty)
    #expect(try await migrate(database, [Persons.self, Pets.self, NoPets.self]) == ["NoPets"])
    #expect(try await tables(database) == ["persons"])
  }

  @Test(
    "Tribes run up to the app's version, a newer version runs the rest, and an older one is refused",
    arguments: Kind.allCases
  )
  func upTo(kind: Kind) async throws {
    let (database, all) = (try database(kind), [Persons.self, Pets.self, NoPets.self] as [any ListedTribe.Type])
    #expect(try await migrate(database, all, upTo: .exactly("1.1.0")) == ["Persons", "Pets"])
    #expect(try await tables(database) == ["persons", "pets"])
    #expect(try await migrate(database, all) == ["NoPets"])
    #expect(try await tables(database) == ["persons"])
    // A `DatabaseMigrator` would end the process here.
    let error = await #expect(throws: NomadError.self) { try await migrate(database, all, upTo: .exactly("1.0.0")) }
    #expect(error?.code == .ledgerNewerThanApp)
    #expect(try await tables(database) == ["persons"])
  }

  @Test("A broken foreign key rolls back only its own tribe, and the error names the key", arguments: Kind.allCases)
  func rollback(kind: Kind) async throws {
    let database = try database(kind)
    let error = await #expect(throws: NomadError.self) {
      try await migrate(database, [PersonsAndPets.self, WithoutColumn.self, BrokenPet.self])
    }
    let cause = try #require(error?.underlying as? DatabaseError)
    #expect(cause.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY)
    #expect(cause.message?.contains("from pets(masterId) to persons(id)") == true)
    let texts = { @Sendable (sql: String) in try await database.read { try String.fetchAll($0, sql: sql) } }
    #expect(try await texts("SELECT name FROM persons") == ["Arthur"])
    #expect(try await texts("SELECT name FROM pragma_table_info('persons')") == ["id", "name"])
    // The table that they refer to was dropped and made again.
    #expect(try await texts("SELECT name FROM pets") == ["Bobby"])
    #expect(try await database.write { try Bool.fetchOne($0, sql: "PRAGMA foreign_keys") } == true)
  }

  @Test("A temporarily broken foreign key is an error only if foreign keys are enforced immediately")
  func momentary() async throws {
    #expect(try await migrate(try database(.inMemory), [Momentary.self]) == ["Momentary"])
    let error = await #expect(throws: NomadError.self) {
      try await migrate(try database(.inMemory), [MomentaryAtOnce.self])
    }
    #expect((error?.underlying as? DatabaseError)?.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY)
  }

  @Test("A broken foreign key is accepted if the tribe or the connection turns off foreign keys")
  func unchecked() async throws {
    #expect(try await migrate(try database(.inMemory), [BrokenUnchecked.self]) == ["BrokenUnchecked"])
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let database = try database(.inMemory, configuration)
    #expect(try await migrate(database, [PersonsAndPets.self, BrokenPet.self]) == ["PersonsAndPets", "BrokenPet"])
    #expect(try await database.write { try Bool.fetchOne($0, sql: "PRAGMA foreign_keys") } == false)
  }

  @Test("A tribe does not use the schema source of the app's configuration")
  func schemaSource() async throws {
    var configuration = Configuration()
    configuration.schemaSource = Keys()
    let database = try database(.queue, configuration)
    #expect(try await migrate(database, [WithoutKeys.self]) == ["WithoutKeys"])
    let columns = try await database.read { try $0.primaryKey("shown").columns }
    #expect(columns == ["id"])
    #expect(try await migrate(database, [WithoutKeys.self, WithKeys.self]) == ["WithKeys"])
  }

  @Test("A target has no effect on later tribes, and a database beyond it is an error", arguments: Kind.allCases)
  func upToTarget(kind: Kind) async throws {
    let tribes = try TribeRegistry([Persons.self, Pets.self, NoPets.self])
    let nomad = Nomad(tribes, ledger: .grdb(try database(kind)), currentVersion: .unlimited)
    #expect(try await nomad.migrate(upTo: .literal("1.1.0")).migrated.map(\.name) == ["Persons", "Pets"])
    let error = await #expect(throws: NomadError.self) { try await nomad.migrate(upTo: .literal("1.0.0")) }
    #expect(error?.code == .beyondTarget)
    let same = #expect(throws: NomadError.self) { try nomad.migrateSynchronously(upTo: .literal("1.0.0")) }
    #expect(same?.code == .beyondTarget)
    let unknown = #expect(throws: NomadError.self) { try nomad.migrateSynchronously(upTo: .once("none")) }
    #expect(unknown?.code == .unknownTarget)
    #expect(try nomad.migrateSynchronously(upTo: .literal("1.2.0")).migrated.map(\.name) == ["NoPets"])
  }

  @Test("The members of a DatabaseMigrator that query migrations have counterparts")
  func queries() async throws {
    let database = try database(.queue)
    let all = Nomad(
      try TribeRegistry([Persons.self, Pets.self, NoPets.self]),
      ledger: .grdb(database),
      currentVersion: .unlimited
    )
    try await all.migrate(upTo: .literal("1.1.0"))
    let plan = try all.planSynchronously()
    #expect(plan.steps.filter(\.decision.isDone).map(\.entry.name) == ["Persons", "Pets"])
    #expect(plan.steps.prefix(while: \.decision.isDone).map(\.entry.name) == ["Persons", "Pets"])
    #expect(!plan.isEmpty)
    #expect(try await all.ledger.history().finished.map(\.key.description) == ["version:1.0.0", "version:1.1.0"])
    try await all.migrate()
    #expect(try all.planSynchronously().isEmpty)
    let older = Nomad(try TribeRegistry([Persons.self]), ledger: .grdb(database), currentVersion: .exactly("1.0.0"))
    #expect(try older.planSynchronously().newerTribes == ["Pets", "NoPets"])
  }

  @Test("A schema that differs from the one that the tribes make is found")
  func schemaChanges() async throws {
    let (database, tribes) = (try database(.queue), try TribeRegistry([Persons.self, Pets.self, NoPets.self]))
    func schema(_ db: Database) throws -> [String] {
      let sql = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY sql"
      return try String.fetchAll(db, sql: sql).filter { !$0.contains("nomad_ledger") }
    }
    func hasChanges() async throws -> Bool {
      let history = try await GRDBLedger(database).history()
      let fresh = try DatabaseQueue()
      let done = tribes.filter { history.isDone($0.key) }
      try await Nomad(done, ledger: .grdb(fresh), currentVersion: .unlimited).migrate()
      return try database.read(schema) != fresh.read(schema)
    }
    #expect(try await !hasChanges())
    try await Nomad(tribes, ledger: .grdb(database), currentVersion: .unlimited).migrate(upTo: .literal("1.1.0"))
    #expect(try await !hasChanges())
    try await database.write { try $0.execute(sql: "ALTER TABLE pets ADD COLUMN age INTEGER") }
    #expect(try await hasChanges())
  }

  @Test("Tribes that have run can be removed from the registry")
  func superseded() async throws {
    let database = try database(.queue)
    _ = try await migrate(database, [Persons.self, Pets.self, NoPets.self])
    #expect(try await migrate(database, [Persons.self, NoPets.self]).isEmpty)
    #expect(try await migrate(database, [NoPets.self]).isEmpty)
  }
}

private struct Keys: DatabaseSchemaSource {
  func columnsForPrimaryKey(_ db: Database, inView view: DatabaseObjectID) throws -> [String]? { ["id"] }
}

struct WithoutKeys: DatabaseTribe {
  static let target: TribeTarget = .literal("1.0.0")

  func migrate(_ db: Database) throws {
    try db.execute(sql: "CREATE VIEW shown AS SELECT 1 AS id")
    #expect(db.schemaSource == nil)
    #expect(throws: (any Error).self) { try db.primaryKey("shown") }
  }
}

struct WithKeys: DatabaseTribe {
  static let target: TribeTarget = .literal("1.1.0")

  func migrate(_ db: Database) throws {
    #expect(throws: (any Error).self) { try db.primaryKey("shown") }
    try db.withSchemaSource(Keys()) { _ = try db.primaryKey("shown") }
  }
}

struct Persons: DatabaseTribe {
  static let target: TribeTarget = .literal("1.0.0")

  func migrate(_ db: Database) throws {
    try db.create(table: "persons") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("name", .text)
    }
  }
}

struct Pets: DatabaseTribe {
  static let target: TribeTarget = .literal("1.1.0")

  func migrate(_ db: Database) throws {
    try db.create(table: "pets") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("masterID", .integer).references("persons")
    }
  }
}

struct NoPets: DatabaseTribe {
  static let target: TribeTarget = .literal("1.2.0")

  func migrate(_ db: Database) throws { try db.drop(table: "pets") }
}

struct PersonsAndPets: DatabaseTribe {
  static let target: TribeTarget = .literal("1.0.0")

  func migrate(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE persons (id INTEGER PRIMARY KEY, name TEXT, tmp TEXT);
        CREATE TABLE pets (masterId INTEGER NOT NULL REFERENCES persons(id), name TEXT);
        INSERT INTO persons (name) VALUES ('Arthur');
        INSERT INTO pets (masterId, name) VALUES (last_insert_rowid(), 'Bobby');
        """
    )
  }
}

struct WithoutColumn: DatabaseTribe {
  static let target: TribeTarget = .literal("1.1.0")

  func migrate(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE new_persons (id INTEGER PRIMARY KEY, name TEXT);
        INSERT INTO new_persons SELECT id, name FROM persons;
        DROP TABLE persons;
        ALTER TABLE new_persons RENAME TO persons;
        """
    )
  }
}

struct BrokenPet: DatabaseTribe {
  static let target: TribeTarget = .literal("1.2.0")

  func migrate(_ db: Database) throws {
    try db.execute(sql: "INSERT INTO persons (name) VALUES ('Barbara')")
    try db.execute(sql: "INSERT INTO pets (masterId, name) VALUES (123, 'Bobby')")
  }
}

private let momentarily = """
  CREATE TABLE parent(id INTEGER NOT NULL PRIMARY KEY);
  CREATE TABLE child(parentId INTEGER REFERENCES parent(id));
  INSERT INTO child (parentId) VALUES (1);
  DELETE FROM child;
  """

struct Momentary: DatabaseTribe {
  static let target: TribeTarget = .literal("1.0.0")

  func migrate(_ db: Database) throws { try db.execute(sql: momentarily) }
}

struct MomentaryAtOnce: DatabaseTribe {
  static let target: TribeTarget = .literal("1.0.0")
  static let foreignKeyChecks: ForeignKeyChecks = .immediate

  func migrate(_ db: Database) throws { try db.execute(sql: momentarily) }
}

struct BrokenUnchecked: DatabaseTribe {
  static let target: TribeTarget = .literal("1.0.0")
  static let foreignKeyChecks: ForeignKeyChecks = .disabled

  func migrate(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE parent(id INTEGER NOT NULL PRIMARY KEY);
        CREATE TABLE child(parentId INTEGER REFERENCES parent(id));
        INSERT INTO child (parentId) VALUES (1);
        """
    )
  }
}
