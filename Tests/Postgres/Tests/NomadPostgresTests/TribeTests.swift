import Nomad
import NomadLibPQ
import NomadPostgres
import Testing

@Suite("Tribes in a PostgreSQL database", .serialized)
struct TribeTests {
  struct Create: PostgresTribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate(_ db: PostgresTransaction) async throws {
      try await db.execute("CREATE TABLE note (id int PRIMARY KEY, text text)")
      try await db.execute("INSERT INTO note VALUES (1, $1::text), (2, $2::text)", "it's \"one\"", nil)
    }
  }

  struct Fail: PostgresTribe {
    static let target: TribeTarget = .literal("1.1.0")
    func migrate(_ db: PostgresTransaction) async throws {
      try await db.execute("INSERT INTO note VALUES (3, 'lost')")
      try await db.execute("INSERT INTO note VALUES (1, 'twice')")
    }
  }

  struct Concurrent: PostgresTribe {
    static let target: TribeTarget = .literal("1.2.0")
    static let isTransactional = false
    func migrate(_ db: PostgresTransaction) async throws {
      try await db.execute("CREATE INDEX CONCURRENTLY IF NOT EXISTS note_text ON note (text)")
    }
  }

  private func registry(_ types: any (Tribe & SendableMetatype).Type...) throws -> TribeRegistry {
    try TribeRegistry(types)
  }

  @Test("Each tribe runs once and leaves its records in the ledger")
  func once() async throws {
    let database = try await TestDatabase()
    let nomad = Nomad(try registry(Create.self, Concurrent.self), ledger: try await database.ledger())
    #expect(try await nomad.migrate().migrated.map(\.name) == ["TribeTests.Create", "TribeTests.Concurrent"])
    #expect(try await nomad.migrate().migrated.isEmpty)
    #expect(try await database.column("SELECT text FROM note ORDER BY id") == ["it's \"one\"", "NULL"])
    #expect(
      try await database.column("SELECT record::jsonb ->> 'event' FROM nomad.ledger ORDER BY id")
        == ["began", "finished", "began", "checkpoint", "finished"]
    )
  }

  struct Guarded: PostgresTribe {
    static let target: TribeTarget = .literal("1.1.0")
    static let readableSince: TribeVersion? = "1.1.0"
    func migrate(_ db: PostgresTransaction) async throws {
      try await db.execute("INSERT INTO note VALUES ($1::text::int, 'c')", TribeTests.id)
    }
  }

  @Test("The end of a tribe and the begin of the next one are one transaction, unless only the first one has one")
  func betweenTribes() async throws {
    let database = try await TestDatabase()
    let registry = try registry(Create.self, Guarded.self, Concurrent.self)
    try await Nomad(registry, ledger: database.ledger()).migrate()
    let events = try await database.column(
      """
      SELECT dense_rank() OVER (ORDER BY xmin::text::bigint) || ' ' || (record::jsonb ->> 'event')
      FROM nomad.ledger ORDER BY id
      """
    )
    #expect(
      events == [
        "1 began", "2 finished", "2 began", "3 finished", "3 readable", "4 began", "5 checkpoint", "6 finished",
      ]
    )
  }

  @TaskLocal private static var id = "3"

  @Test("A tribe that is rolled back does not stop an older app, and one that is committed does")
  func rolledBack() async throws {
    let database = try await TestDatabase()
    let ledger = try await database.ledger()
    let newer = Nomad(try registry(Create.self, Guarded.self), ledger: ledger, currentVersion: .exactly("1.1.0"))
    let older = Nomad(try registry(Create.self), ledger: ledger, currentVersion: .exactly("1.0.0"))
    await Self.$id.withValue("1") { _ = await #expect(throws: NomadError.self) { try await newer.migrate() } }
    #expect(try await older.migrate().migrated.isEmpty)
    #expect(try await newer.migrate().migrated.map(\.name) == ["TribeTests.Guarded"])
    let error = await #expect(throws: NomadError.self) { try await older.migrate() }
    #expect(error?.code == .ledgerNewerThanApp)
  }

  @Test("A failed tribe leaves no changes, and its failure is recorded")
  func failure() async throws {
    let database = try await TestDatabase()
    let nomad = Nomad(try registry(Create.self, Fail.self), ledger: try await database.ledger())
    let error = try await #require(throws: NomadError.self) { try await nomad.migrate() }
    #expect(error.code == .tribeFailed)
    #expect((error.underlying as? PostgresError)?.code == "23505")
    #expect(try await database.column("SELECT count(*)::text FROM note") == ["2"])
    #expect(
      try await database.column("SELECT record::jsonb ->> 'event' FROM nomad.ledger ORDER BY id")
        == ["began", "finished", "began", "failed"]
    )
    // The lock is free, and the session has its old settings.
    let locks = """
      SELECT count(*)::text FROM pg_locks
      WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      """
    #expect(try await database.column(locks) == ["0"])
  }

  @Test(
    "A tribe that ends its own transaction fails and is not recorded as finished",
    arguments: [["COMMIT"], ["ROLLBACK"], ["COMMIT", "BEGIN"], ["ROLLBACK AND CHAIN"]]
  )
  func ending(statements: [String]) async throws {
    let database = try await TestDatabase()
    let first = Nomad(try registry(Create.self), ledger: try await database.ledger())
    try await first.migrate()
    struct Local: PostgresTribe {
      static let target: TribeTarget = .literal("1.1.0")
      @TribeDependency private var statements: [String]
      func migrate(_ db: PostgresTransaction) async throws {
        try await db.execute("INSERT INTO note VALUES (3, 'three')")
        for statement in statements { try await db.execute(statement) }
      }
    }
    let nomad = Nomad(try registry(Create.self, Local.self), ledger: try await database.ledger())
      .providing(statements)
    let error = try await #require(throws: NomadError.self) { try await nomad.migrate() }
    #expect("\(error)".contains("ended the transaction"), "\(error)")
    let finished = try await database.column(
      "SELECT record::jsonb ->> 'name' FROM nomad.ledger WHERE record::jsonb ->> 'event' = 'finished'"
    )
    #expect(finished == ["TribeTests.Create"])
  }

  @Test("A tribe is retried after a lock timeout")
  func retried() async throws {
    let database = try await TestDatabase()
    struct Alter: PostgresTribe {
      static let target: TribeTarget = .literal("1.1.0")
      static let timeouts = PostgresTimeouts(lock: .milliseconds(50), retries: 100)
      func migrate(_ db: PostgresTransaction) async throws {
        try await db.execute("ALTER TABLE note ADD COLUMN tag text")
      }
    }
    try await Nomad(try registry(Create.self), ledger: try await database.ledger()).migrate()
    let traffic = try await database.connect()
    _ = try await traffic.query("BEGIN", [])
    _ = try await traffic.query("SELECT * FROM note", [])
    let nomad = Nomad(try registry(Create.self, Alter.self), ledger: try await database.ledger())
    async let report = nomad.migrate()
    try await Task.sleep(for: .seconds(1))
    _ = try await traffic.query("COMMIT", [])
    #expect(try await report.migrated.count == 1)
    let attempts = "SELECT count(*)::text FROM nomad.ledger WHERE record::jsonb ->> 'event' = 'began'"
    #expect(try await database.column(attempts) == ["2"])
  }

  @Test("A lock timeout stops the run when no retries are left")
  func notRetried() async throws {
    let database = try await TestDatabase()
    struct Alter: PostgresTribe {
      static let target: TribeTarget = .literal("1.1.0")
      static let timeouts = PostgresTimeouts(lock: .milliseconds(50), retries: 1)
      func migrate(_ db: PostgresTransaction) async throws {
        try await db.execute("ALTER TABLE note ADD COLUMN tag text")
      }
    }
    try await Nomad(try registry(Create.self), ledger: try await database.ledger()).migrate()
    let traffic = try await database.connect()
    _ = try await traffic.query("BEGIN", [])
    _ = try await traffic.query("SELECT * FROM note", [])
    let nomad = Nomad(try registry(Create.self, Alter.self), ledger: try await database.ledger())
    let error = try await #require(throws: NomadError.self) { try await nomad.migrate() }
    #expect((error.underlying as? PostgresError)?.code == "55P03")
  }

  @Test("An error names an invalid index that a crash left, although IF NOT EXISTS accepts the index")
  func invalidIndex() async throws {
    let database = try await TestDatabase()
    let nomad = Nomad(try registry(Create.self, Concurrent.self), ledger: try await database.ledger())
    // The remains of a killed CREATE INDEX CONCURRENTLY: a record that the tribe began, and an invalid index.
    try await Nomad(try registry(Create.self), ledger: try await database.ledger()).migrate()
    try await database.ledger().withExclusiveAccess { session in
      _ = try await session.history()
      let key = (key: LedgerKey("version:1.2.0"), name: "TribeTests.Concurrent", module: "NomadPostgresTests")
      try await session.append([
        LedgerRecord(.began, key: key.key, name: key.name, module: key.module),
        LedgerRecord(
          .checkpoint(name: "invalid indexes", value: "[\"other\"]"),
          key: key.key,
          name: key.name,
          module: key.module
        ),
      ])
    }
    // An invalid index that the tribe did not cause.
    try await database.query("CREATE INDEX other ON note (id)")
    try await database.query("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'other'::regclass")
    try await database.query("CREATE INDEX note_text ON note (text)")
    try await database.query("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'note_text'::regclass")
    let error = try await #require(throws: NomadError.self) { try await nomad.migrate() }
    #expect("\(error)".contains("invalid indexes: note_text"), "\(error)")
    try await database.query("DROP INDEX note_text")
    #expect(try await nomad.migrate().migrated.map(\.name) == ["TribeTests.Concurrent"])
  }

  @Test("A transaction that a tribe leaves open is rolled back, and the tribe fails")
  func leftOpen() async throws {
    let database = try await TestDatabase()
    struct Leaves: PostgresTribe {
      static let target: TribeTarget = .literal("1.1.0")
      static let isTransactional = false
      func migrate(_ db: PostgresTransaction) async throws {
        try await db.execute("BEGIN")
        try await db.execute("INSERT INTO note VALUES (3, 'three')")
      }
    }
    let nomad = Nomad(try registry(Create.self, Leaves.self), ledger: try await database.ledger())
    let error = try await #require(throws: NomadError.self) { try await nomad.migrate() }
    #expect("\(error)".contains("left a transaction open"), "\(error)")
    #expect(try await database.column("SELECT count(*)::text FROM note") == ["2"])
  }
}
