import Nomad
import NomadAdoption
import NomadLibPQ
import NomadPostgres
import Testing

@Suite("Adoption of a database that PostgresMigrations or Fluent migrated", .serialized)
struct AdoptionTests {
  struct Create: PostgresTribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate(_ db: PostgresTransaction) async throws { try await db.execute("CREATE TABLE orders (id int)") }
  }

  struct Notes: PostgresTribe {
    static let target: TribeTarget = .once("App.AddNotes")
    func migrate(_ db: PostgresTransaction) async throws {
      try await db.execute("ALTER TABLE orders ADD COLUMN note text")
    }
  }

  /// The tables of PostgresMigrations and Fluent, with their columns.
  enum Kind: CaseIterable {
    case postgresMigrations, fluent

    var usual: String { self == .fluent ? "_fluent_migrations" : "_hb_pg_migrations" }

    var table: String { table(usual) }

    /// The libraries put the name into their statements as it is.
    func table(_ name: String) -> String {
      switch self {
      case .postgresMigrations:
        #"CREATE TABLE \#(name) ("order" serial PRIMARY KEY, "name" text, "group" text)"#
      case .fluent:
        """
        CREATE TABLE \(name) (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), name text UNIQUE NOT NULL,
          batch bigint NOT NULL, created_at timestamptz DEFAULT now(), updated_at timestamptz)
        """
      }
    }

    func insertion(_ name: String, into table: String? = nil) -> String {
      switch self {
      case .postgresMigrations:
        #"INSERT INTO \#(table ?? usual) ("name", "group") VALUES ('\#(name)', 'default')"#
      case .fluent: "INSERT INTO \(table ?? usual) (name, batch) VALUES ('\(name)', 1)"
      }
    }

    func predecessor(
      _ connection: LibPQConnection,
      _ table: String?,
      _ targets: [String: TribeTarget?]
    ) -> Predecessor {
      switch self {
      case .postgresMigrations: .postgresMigrations(connection, table: table, targets: targets)
      case .fluent: .fluent(connection, table: table, targets: targets)
      }
    }
  }

  private func migrator(
    _ database: TestDatabase,
    _ kind: Kind,
    table: String? = nil,
    _ targets: [String: TribeTarget?] = ["App.CreateOrders": .literal("1.0.0")]
  ) async throws -> Nomad {
    let connection = try await database.connect()
    var migrator = Nomad(try TribeRegistry([Create.self, Notes.self]), ledger: .postgres(connection))
    migrator.predecessors = [kind.predecessor(connection, table, targets)]
    return migrator
  }

  @Test(
    "A migration that has already run marks its tribe as done, and only the other tribes run",
    arguments: Kind.allCases
  )
  func adopted(kind: Kind) async throws {
    let database = try await TestDatabase()
    for sql in [kind.table, kind.insertion("App.CreateOrders"), "CREATE TABLE orders (id int)"] {
      try await database.query(sql)
    }
    let migrator = try await migrator(database, kind)
    #expect(try await migrator.plan().marked.map(\.name) == ["AdoptionTests.Create"])
    #expect(try await migrator.migrate().migrated.map(\.name) == ["AdoptionTests.Notes"])
    #expect(try await migrator.migrate().migrated.isEmpty)
    // The table is never read again.
    try await database.query(kind.insertion("App.Unknown"))
    #expect(try await migrator.migrate().migrated.isEmpty)
  }

  @Test("Migrations that ran before the app named the predecessor do not run again", arguments: Kind.allCases)
  func sideBySide(kind: Kind) async throws {
    let database = try await TestDatabase()
    for sql in [kind.table, kind.insertion("App.CreateOrders"), "CREATE TABLE orders (id int)"] {
      try await database.query(sql)
    }
    var migrator = try await migrator(database, kind)
    // The app has run a tribe of its own, side by side with the predecessor.
    let (own, both) = (try TribeRegistry { Nomad.migration(.once("own")) {} }, migrator.registry)
    (migrator.registry, migrator.predecessors) = (own, [])
    let before = migrator
    try await before.migrate()
    migrator.registry = TribeRegistry(combining: [own, both])
    migrator.predecessors = try await self.migrator(database, kind).predecessors
    let after = migrator
    #expect(try await after.migrate().migrated.map(\.name) == ["AdoptionTests.Notes"])
    #expect(try await after.migrate().plan.isEmpty)
  }

  @Test("Every tribe runs on a database whose migrations table is empty or missing", arguments: Kind.allCases)
  func fresh(kind: Kind) async throws {
    for hasTable in [true, false] {
      let database = try await TestDatabase()
      if hasTable { try await database.query(kind.table) }
      #expect(try await migrator(database, kind).migrate().migrated.count == 2)
    }
  }

  @Test("A completed migration without a target stops the run, and no ledger is created", arguments: Kind.allCases)
  func unknown(kind: Kind) async throws {
    let database = try await TestDatabase()
    for sql in [kind.table, kind.insertion("App.CreateOrders"), "CREATE TABLE orders (id int)"] {
      try await database.query(sql)
    }
    let error = await #expect(throws: NomadError.self) { try await migrator(database, kind, [:]).migrate() }
    #expect(error?.code == .predecessorUnreadable)
    #expect(try await database.column("SELECT to_regclass('nomad.ledger')::text") == ["NULL"])
    let targets: [String: TribeTarget?] = ["App.CreateOrders": nil as TribeTarget?]
    // It counts as no tribe, so the tribe runs and finds the table.
    let accepted = await #expect(throws: NomadError.self) { try await migrator(database, kind, targets).migrate() }
    #expect(accepted?.code == .tribeFailed)
  }

  @Test("An unreadable migrations table is an error, not a fresh install")
  func unreadable() async throws {
    let database = try await TestDatabase()
    try await database.query("CREATE TABLE _fluent_migrations (other int)")
    let error = await #expect(throws: NomadError.self) { try await migrator(database, .fluent).migrate() }
    #expect(error?.code == .predecessorUnreadable)
  }

  @Test(
    "A table with a name of its own is read by that name, as the library reads it",
    arguments: Kind.allCases,
    [
      "my_migrations", "MyMigrations", #""MyMigrations""#, #"app."Migrations 2""#, "app.migrations", #""a"";DROP""#,
      "größe", #""select""#,
    ]
  )
  func named(kind: Kind, name: String) async throws {
    let database = try await TestDatabase()
    for sql in [
      "CREATE SCHEMA app", kind.table(name), kind.insertion("App.CreateOrders", into: name),
      "CREATE TABLE orders (id int)",
    ] {
      try await database.query(sql)
    }
    let migrator = try await migrator(database, kind, table: name)
    #expect(try await migrator.plan().marked.map(\.name) == ["AdoptionTests.Create"])
    #expect(try await migrator.migrate().migrated.map(\.name) == ["AdoptionTests.Notes"])
  }

  @Test(
    "A named table that does not exist stops the run if the database has tables",
    arguments: Kind.allCases,
    ["my_migration", #""MY_MIGRATIONS""#, "other.my_migrations"]
  )
  func mistyped(kind: Kind, name: String) async throws {
    let database = try await TestDatabase()
    try await database.query(kind.table("my_migrations"))
    try await database.query(kind.insertion("App.CreateOrders", into: "my_migrations"))
    let migrator = try await migrator(database, kind, table: name)
    // A fleet makes the tables of its ledger before it reads the predecessor.
    let fleet = PostgresFleet { PostgresLedger(try await database.connect()) }
    for _ in 1...2 {
      for call in [
        { try await migrator.migrate() }, { try await fleet.serve(migrator) {} },
      ] as [@Sendable () async throws -> Void] {
        let error = await #expect(throws: NomadError.self) { try await call() }
        #expect(error?.code == .predecessorUnreadable)
        #expect(error?.message.contains(name) == true && error?.advice.contains("1.0.0") == true)
      }
    }
    #expect(try await database.column("SELECT to_regclass('orders')::text") == ["NULL"])
  }

  @Test("A named table can be missing in a database without tables, also after a fleet has made its ledger, and later")
  func namedFresh() async throws {
    for kind in Kind.allCases {
      let database = try await TestDatabase()
      // As the tables of PostGIS.
      try await database.query("CREATE TABLE reference (id int)")
      try await database.query("ALTER EXTENSION plpgsql ADD TABLE reference")
      let migrator = try await migrator(database, kind, table: "my_migrations")
      var first = migrator
      first.registry = try TribeRegistry([])
      let fleet = PostgresFleet { PostgresLedger(try await database.connect()) }
      try await fleet.serve(first) {}
      #expect(try await migrator.migrate().migrated.count == 2)
      // A tribe of a later release finds tables, and no predecessor.
      var later = migrator
      later.registry = try TribeRegistry([Create.self, Notes.self, Later.self])
      #expect(try await later.migrate().migrated.map(\.name) == ["AdoptionTests.Later"])
    }
  }

  struct Later: PostgresTribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate(_ db: PostgresTransaction) async throws { try await db.execute("CREATE TABLE later (id int)") }
  }

  @Test("After the first start, a missing table stops only a tribe that it could name")
  func mistypedLater() async throws {
    let database = try await TestDatabase()
    var migrator = try await migrator(database, .postgresMigrations, table: "my_migration")
    let predecessors = migrator.predecessors
    migrator.registry = try TribeRegistry([Later.self])
    migrator.predecessors = []
    #expect(try await migrator.migrate().migrated.count == 1)
    migrator.predecessors = predecessors
    migrator.registry = try TribeRegistry([Create.self, Later.self])
    let error = await #expect(throws: NomadError.self) { try await migrator.migrate() }
    #expect(error?.code == .predecessorUnreadable && error?.message.contains("my_migration") == true)
    migrator.registry = try TribeRegistry([Notes.self, Later.self])
    let other = await #expect(throws: NomadError.self) { try await migrator.migrate() }
    #expect(other?.code == .tribeFailed)
  }

  @Test("A name of a table that is no name is an error, and no statement")
  func unquoted() async throws {
    let database = try await TestDatabase()
    try await database.query("CREATE TABLE orders (id int)")
    for name in ["orders; DROP TABLE orders", "a\"b", "", "orders WHERE true --", "a.b.c.d"] {
      let error = await #expect(throws: NomadError.self) {
        try await migrator(database, .postgresMigrations, table: name).migrate()
      }
      #expect(error?.code == .predecessorUnreadable)
    }
    #expect(try await database.column("SELECT to_regclass('orders')::text") == ["orders"])
  }
}
