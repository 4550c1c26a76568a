import Foundation
import Nomad
import NomadLibPQ
import NomadPostgres
import Testing

@Suite("The settings of the session between tribes")
struct SettingsTests {
  @TaskLocal private static var role = ""

  private static func change(_ db: PostgresTransaction) async throws {
    try await db.execute("SELECT set_config('search_path', '', false)")
    try await db.execute("SET statement_timeout = '7min'")
    try await db.execute("SET work_mem = '1MB'")
    try await db.execute("SET session_replication_role = replica")
    try await db.execute("SET idle_in_transaction_session_timeout = 0")
    // The server refuses to restore this one.
    try await db.execute("SET temp_buffers = '2MB'")
    try await db.execute("CREATE TEMP TABLE temporary (id int)")
    try await db.execute("SET ROLE \(role)")
  }

  struct Change: PostgresTribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate(_ db: PostgresTransaction) async throws {
      try await SettingsTests.change(db)
      // The record is part of the transaction, and this role may not add it.
      try await db.execute("RESET ROLE")
    }
  }

  struct Alone: PostgresTribe {
    static let target: TribeTarget = .literal("1.0.0")
    static let isTransactional = false
    func migrate(_ db: PostgresTransaction) async throws {
      try await SettingsTests.change(db)
      try await db.execute("SET SESSION AUTHORIZATION \(role)")
    }
  }

  struct AloneInVain: PostgresTribe {
    static let target: TribeTarget = .literal("1.0.0")
    static let isTransactional = false
    func migrate(_ db: PostgresTransaction) async throws {
      try await SettingsTests.change(db)
      throw CancellationError()
    }
  }

  struct Bound: PostgresBatchTribe {
    static let target: TribeTarget = .literal("1.0.0")
    func upperBound(_ db: PostgresTransaction) async throws -> Int? {
      try await SettingsTests.change(db)
      return 1
    }
    func migrate(_ db: PostgresTransaction, after cursor: Int?, upTo bound: Int?) async throws -> Int? { nil }
  }

  /// The place of the statements that change settings.
  enum Way: CaseIterable {
    case inTransaction, alone, upperBound

    var tribe: any (Tribe & SendableMetatype).Type {
      switch self {
      case .inTransaction: Change.self
      case .alone: Alone.self
      case .upperBound: Bound.self
      }
    }
  }

  struct Look: PostgresTribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate(_ db: PostgresTransaction) async throws {
      let names = [
        "search_path", "statement_timeout", "work_mem", "session_replication_role",
        "idle_in_transaction_session_timeout", "role", "lock_timeout",
      ]
      let values = names.map { "current_setting('\($0)')" }.joined(separator: ", ")
      try await db.execute("CREATE TABLE app.settings AS SELECT unnest(ARRAY[\(values)]) AS value")
    }
  }

  private func prepare(_ database: TestDatabase) async throws -> (connection: LibPQConnection, role: String) {
    try await database.query("CREATE SCHEMA app")
    let role = "r" + database.name
    try await database.query("CREATE ROLE \(role)")
    let connection = try await database.connect()
    // The app's own settings stay.
    _ = try await connection.query("SET search_path = app, public", [])
    _ = try await connection.query("SET statement_timeout = '9min'", [])
    return (connection, role)
  }

  private func settings(_ connection: LibPQConnection) async throws -> [String?] {
    try await connection.query(
      """
      SELECT current_setting('search_path'), current_setting('statement_timeout'), current_setting('work_mem'),
        current_setting('session_replication_role'), current_setting('idle_in_transaction_session_timeout'),
        current_setting('role'), current_setting('session_authorization'), current_setting('lock_timeout')
      """,
      []
    )[0]
  }

  @Test(
    "A SET of a tribe does not reach the next tribe, and the app's settings stay",
    arguments: Way.allCases
  )
  func next(way: Way) async throws {
    let database = try await TestDatabase()
    let (connection, role) = try await prepare(database)
    let before = try await settings(connection)
    let nomad = Nomad(try TribeRegistry([way.tribe, Look.self]), ledger: PostgresLedger(connection))
    try await Self.$role.withValue(role) { _ = try await nomad.migrate() }
    #expect(
      try await database.column("SELECT value FROM app.settings")
        == ["app, public", "9min", "4MB", "origin", "30s", "none", "1s"]
    )
    #expect(try await settings(connection) == before)
  }

  @Test("A SET of a tribe that fails without a transaction does not stay, and the failure is recorded")
  func failed() async throws {
    let database = try await TestDatabase()
    let (connection, role) = try await prepare(database)
    let before = try await settings(connection)
    let nomad = Nomad(try TribeRegistry([AloneInVain.self]), ledger: PostgresLedger(connection))
    await Self.$role.withValue(role) { _ = await #expect(throws: NomadError.self) { try await nomad.migrate() } }
    #expect(try await settings(connection) == before)
    #expect(try await nomad.ledger.history().attempts(at: "version:1.0.0").deaths == 0)
  }

  @Test("A tribe may leave a setting that the login role may not set, and counts as done", arguments: [true, false])
  func forbidden(hasOwnLedger: Bool) async throws {
    struct Forbidden: PostgresTribe {
      static let target: TribeTarget = .literal("1.0.0")
      func migrate(_ db: PostgresTransaction) async throws {
        try await db.execute("SELECT app.replicate()")
        try await db.execute("SET work_mem = '1MB'")
      }
    }
    let database = try await TestDatabase()
    let role = try await prepare(database).role
    try await database.query(
      """
      CREATE FUNCTION app.replicate() RETURNS void LANGUAGE sql SECURITY DEFINER
        AS $$ SELECT set_config('session_replication_role', 'replica', false) $$
      """
    )
    try await database.query("GRANT USAGE, CREATE ON SCHEMA app TO \(role)")
    try await database.query("ALTER ROLE \(role) LOGIN")
    try await database.query("GRANT CREATE ON DATABASE \(database.name) TO \(role)")
    let url = database.url.replacingOccurrences(of: "postgres@", with: "\(role)@")
    let limited = try await LibPQConnection.connect(url)
    var nomad = Nomad(try TribeRegistry([Forbidden.self]), ledger: InMemoryLedger())
      .providing(limited, as: (any PostgresConnection).self)
    if hasOwnLedger { nomad.ledger = PostgresLedger(limited) }
    #expect(try await nomad.migrate().migrated.count == 1)
    #expect(try await settings(limited)[2] == "4MB")
  }

  @Test(
    "A SET of a tribe that another ledger runs does not reach the next tribe",
    arguments: Way.allCases
  )
  func otherLedger(way: Way) async throws {
    let database = try await TestDatabase()
    let (connection, role) = try await prepare(database)
    let before = try await settings(connection)
    let nomad = Nomad(try TribeRegistry([way.tribe, Look.self]), ledger: InMemoryLedger())
      .providing(connection, as: (any PostgresConnection).self)
    try await Self.$role.withValue(role) { _ = try await nomad.migrate() }
    #expect(
      try await database.column("SELECT value FROM app.settings").dropLast(3)
        == ["app, public", "9min", "4MB", "origin"]
    )
    #expect(try await settings(connection) == before)
  }
}
