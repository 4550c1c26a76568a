import Foundation
import Nomad
import NomadLibPQ
import NomadPostgres
import NomadRepair
import Testing

@Suite("Server settings and client behavior", .serialized)
struct ConditionsTests {
  struct Create: PostgresTribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate(_ db: PostgresTransaction) async throws {
      try await db.execute("CREATE TABLE orders (id int PRIMARY KEY, old text)")
    }
  }

  struct Contract: PostgresTribe {
    static let target: TribeTarget = .literal("2.0.0")
    static let phase: TribePhase = .contract
    func migrate(_ db: PostgresTransaction) async throws {
      try await db.execute("ALTER TABLE orders DROP COLUMN old")
    }
  }

  private func migrator(_ types: any (Tribe & SendableMetatype).Type..., on ledger: PostgresLedger) throws -> Nomad {
    Nomad(try TribeRegistry(types), ledger: ledger, currentVersion: .exactly("9.0.0"))
  }

  @Test(
    "A contract tribe waits for a host that joins just as it begins, at every isolation level",
    arguments: [
      "read committed", "repeatable read", "serializable",
    ]
  )
  func isolation(level: String) async throws {
    let database = try await TestDatabase()
    let connection = try await database.connect()
    try await migrator(Create.self, on: PostgresLedger(connection)).migrate()
    try await database.query("ALTER DATABASE \(database.name) SET default_transaction_isolation = '\(level)'")
    let joining = Joining(connection: try await database.connect())
    let fleet = PostgresFleet {
      PostgresLedger(Met(connection: try await database.connect(), joining: joining))
    }
    try await fleet.serve(try migrator(Create.self, Contract.self, on: PostgresLedger(connection))) {}
    #expect(await joining.hasJoined)
    #expect(
      try await database.column(
        "SELECT count(*)::text FROM pg_attribute WHERE attrelid = 'orders'::regclass AND attname = 'old'"
      ) == ["1"]
    )
  }

  /// An old host that joins just before a contract tribe looks for hosts, and commits just afterwards.
  private actor Joining {
    let connection: LibPQConnection
    private(set) var hasJoined = false

    init(connection: LibPQConnection) { self.connection = connection }

    func join() async throws {
      if hasJoined { return }
      hasJoined = true
      _ = try await connection.query("BEGIN", [])
      _ = try await connection.query("SELECT 1::text FROM nomad.run FOR SHARE", [])
      _ = try await connection.query(
        "INSERT INTO nomad.host (id, name, version, contracts, lease) VALUES ('a', 'old', '1.0.0', '[]', interval '1 h')",
        []
      )
      Task {
        try await Task.sleep(for: .milliseconds(300))
        _ = try await connection.query("COMMIT", [])
      }
    }
  }

  private struct Met: PostgresConnection {
    let connection: LibPQConnection
    let joining: Joining
    var database: String { connection.database }

    func query(_ sql: String, _ parameters: [String?]) async throws -> [[String?]] {
      if sql.contains("FOR UPDATE") { try await joining.join() }
      return try await connection.query(sql, parameters)
    }
  }

  @Test("A contract tribe waits for a host that joined during the run, and later tribes run")
  func overtaken() async throws {
    struct Comes: PostgresTribe {
      static let target: TribeTarget = .literal("1.5.0")
      func migrate(_ db: PostgresTransaction) async throws {
        try await db.execute(
          "INSERT INTO nomad.host (id, name, version, contracts, lease) VALUES ('a', 'old', '1.0.0', '[]', interval '1 h')"
        )
      }
    }
    struct Later: PostgresTribe {
      static let target: TribeTarget = .literal("3.0.0")
      func migrate(_ db: PostgresTransaction) async throws { try await db.execute("CREATE TABLE later (id int)") }
    }
    let database = try await TestDatabase()
    let nomad = try migrator(
      Create.self,
      Comes.self,
      Contract.self,
      Later.self,
      on: PostgresLedger(try await database.connect())
    )
    let fleet = PostgresFleet { PostgresLedger(try await database.connect()) }
    try await fleet.serve(nomad) {}
    #expect(
      try await database.column("SELECT column_name FROM information_schema.columns WHERE table_name = 'orders'")
        .contains("old")
    )
    #expect(try await database.column("SELECT to_regclass('later')::text") == ["later"])
  }

  @Test("A host that needs the old schema can join after a contract tribe was rolled back")
  func rolledBack() async throws {
    struct Broken: PostgresTribe {
      static let target: TribeTarget = .literal("2.0.0")
      static let phase: TribePhase = .contract
      func migrate(_ db: PostgresTransaction) async throws {
        try await db.execute("ALTER TABLE orders DROP COLUMN old")
        try await db.execute("SELECT 1 / 0")
      }
    }
    let database = try await TestDatabase()
    let fleet = PostgresFleet { PostgresLedger(try await database.connect()) }
    let connection = try await database.connect()
    let old = try migrator(Create.self, on: PostgresLedger(connection))
    try await fleet.serve(old) {}
    let new = try migrator(Create.self, Broken.self, on: PostgresLedger(connection))
    await #expect(throws: NomadError.self) { try await fleet.serve(new) {} }
    #expect(try await database.column("SELECT contracts::text FROM nomad.run") == ["[]"])
    try await fleet.serve(Nomad(try TribeRegistry([Create.self]), currentVersion: .exactly("1.0.0"))) {}
  }

  struct AloneInVain: PostgresTribe {
    static let target: TribeTarget = .literal("2.0.0")
    static let phase: TribePhase = .contract
    static let isTransactional = false
    func migrate(_ db: PostgresTransaction) async throws {
      try await db.execute("ALTER TABLE orders DROP COLUMN old")
      try await db.execute("SELECT 1 / 0")
    }
  }

  struct InVain: PostgresTribe {
    static let target: TribeTarget = .literal("2.0.0")
    static let phase: TribePhase = .contract
    func migrate(_ db: PostgresTransaction) async throws { try await db.execute("SELECT 1 / 0") }
  }

  private func joinOld(_ database: TestDatabase) async throws(NomadError) {
    do {
      let fleet = PostgresFleet { PostgresLedger(try await database.connect()) }
      try await fleet.serve(Nomad(try TribeRegistry([Create.self]), currentVersion: .exactly("1.0.0"))) {}
    } catch let error as NomadError { throw error } catch { Issue.record(error) }
  }

  @Test("A host that needs the old schema cannot join after an earlier build of a contract tribe left a part of it")
  func partly() async throws {
    let database = try await TestDatabase()
    let ledger = PostgresLedger(try await database.connect(), contracts: .atOnce)
    try await joinOld(database)
    await #expect(throws: NomadError.self) {
      try await migrator(Create.self, AloneInVain.self, on: ledger).migrate()
    }
    for version in ["9.0.0", "9.0.1"] {
      var corrected = try migrator(Create.self, InVain.self, on: ledger)
      corrected.currentVersion = .exactly(version)
      await #expect(throws: NomadError.self) { try await corrected.migrate() }
      let error = await #expect(throws: NomadError.self) { try await joinOld(database) }
      #expect(error?.code == .ledgerNewerThanApp)
    }
  }

  @Test("A host that needs the old schema cannot join after a contract tribe committed its changes and failed")
  func committed() async throws {
    struct Committing: PostgresTribe {
      static let target: TribeTarget = .literal("2.0.0")
      static let phase: TribePhase = .contract
      func migrate(_ db: PostgresTransaction) async throws {
        try await db.execute("ALTER TABLE orders DROP COLUMN old")
        try await db.execute("COMMIT")
      }
    }
    let database = try await TestDatabase()
    let ledger = PostgresLedger(try await database.connect(), contracts: .atOnce)
    await #expect(throws: NomadError.self) { try await migrator(Create.self, Committing.self, on: ledger).migrate() }
    #expect(
      try await !database.column("SELECT attname FROM pg_attribute WHERE attrelid = 'orders'::regclass").contains("old")
    )
    let error = await #expect(throws: NomadError.self) { try await joinOld(database) }
    #expect(error?.code == .ledgerNewerThanApp)
  }

  @Test("A host that needs the old schema cannot join after a contract tribe was forgotten and failed in a later run")
  func forgotten() async throws {
    let database = try await TestDatabase()
    let ledger = PostgresLedger(try await database.connect(), contracts: .atOnce)
    try await migrator(Create.self, Contract.self, on: ledger).migrate()
    try await ledger.forget(.literal("2.0.0"))
    await #expect(throws: NomadError.self) { try await migrator(Create.self, InVain.self, on: ledger).migrate() }
    let error = await #expect(throws: NomadError.self) { try await joinOld(database) }
    #expect(error?.code == .ledgerNewerThanApp)
  }

  /// Runs a contract tribe whose host dies in its transaction.
  private func die(on database: TestDatabase) async throws {
    let (isDead, server) = (Flag(), try await database.connect())
    let connection = Interrupted(connection: server) { sql in
      if sql.hasPrefix("ALTER TABLE orders DROP") { isDead.set() }
      if isDead.value { throw CancellationError() }
    }
    let ledger = PostgresLedger(Unrepeatable(connection: connection), contracts: .atOnce)
    await #expect(throws: NomadError.self) {
      try await migrator(Create.self, Contract.self, on: ledger).migrate()
    }
    await server.close()
    #expect(try await database.column("SELECT jsonb_array_length(contracts)::text FROM nomad.run") == ["1"])
  }

  /// A connection that cannot be opened again.
  private struct Unrepeatable: PostgresConnection {
    let connection: Interrupted
    var database: String { connection.database }
    func query(_ sql: String, _ parameters: [String?]) async throws -> [[String?]] {
      try await connection.query(sql, parameters)
    }
  }

  @Test("A host that needs the old schema can join after a host died in a contract tribe, and the next attempt failed")
  func died() async throws {
    let database = try await TestDatabase()
    try await die(on: database)
    let ledger = PostgresLedger(try await database.connect(), contracts: .atOnce)
    await #expect(throws: NomadError.self) { try await migrator(Create.self, InVain.self, on: ledger).migrate() }
    try await joinOld(database)
  }

  @Test("A host that needs the old schema can join after a host died in a contract tribe, and the tribe was reverted")
  func reverted() async throws {
    let database = try await TestDatabase()
    try await die(on: database)
    let ledger = PostgresLedger(try await database.connect(), contracts: .atOnce)
    try await migrator(Create.self, Contract.self, on: ledger).revert(to: "1.0.0")
    try await joinOld(database)
  }

  struct Plans: Tribe {
    @TaskLocal static var plan: (@Sendable () async throws -> Void)?
    static let target: TribeTarget = .literal("1.5.0")
    func migrate() async throws { try await Self.plan?() }
  }

  struct OtherContract: PostgresTribe {
    static let target: TribeTarget = .literal("3.0.0")
    static let phase: TribePhase = .contract
    func migrate(_ db: PostgresTransaction) async throws {}
  }

  @Test("A contract tribe is recorded with the version of its app, whatever another migrator plans meanwhile")
  func planned() async throws {
    for types in [[OtherContract.self], [Contract.self]] as [[any (Tribe & SendableMetatype).Type]] {
      let database = try await TestDatabase()
      let ledger = PostgresLedger(try await database.connect(), contracts: .atOnce)
      let other = Nomad(try TribeRegistry(types), ledger: ledger, currentVersion: .exactly("3.0.0"))
      let nomad = try migrator(Create.self, Plans.self, Contract.self, on: ledger)
      try await Plans.$plan.withValue({ _ = try await other.plan() }) { _ = try await nomad.migrate() }
      #expect(
        try await database.column(
          "SELECT (c ->> 'key') || ' ' || (c ->> 'version') FROM nomad.run, jsonb_array_elements(contracts) c"
        ) == ["version:2.0.0 9.0.0"]
      )
    }
  }

  @Test("A plan creates nothing in the database, even if the registry has a contract tribe")
  func plan() async throws {
    let database = try await TestDatabase()
    let nomad = try migrator(Create.self, Contract.self, on: PostgresLedger(try await database.connect()))
    #expect(try await nomad.plan().pending.map(\.name) == ["ConditionsTests.Create"])
    #expect(try await database.column("SELECT to_regnamespace('nomad')::text") == ["NULL"])
  }

  @Test("A host row that cannot be read stops a run with a contract tribe")
  func unreadableHost() async throws {
    let database = try await TestDatabase()
    let nomad = try migrator(Create.self, on: PostgresLedger(try await database.connect()))
    try await nomad.migrate()
    try await database.query(
      "INSERT INTO nomad.host (id, name, version, contracts, lease) VALUES ('a', 'x', '1', '{\"new\": 1}', interval '1 h')"
    )
    let contract = try migrator(Create.self, Contract.self, on: PostgresLedger(try await database.connect()))
    let error = await #expect(throws: NomadError.self) { try await contract.migrate() }
    #expect(error?.code == .ledgerDamaged)
  }

  @Test("A tribe without a transaction has only the timeouts that it declares")
  func timeouts() async throws {
    struct Own: PostgresTribe {
      static let target: TribeTarget = .literal("1.1.0")
      static let isTransactional = false
      static let timeouts = PostgresTimeouts(statement: .seconds(77))
      func migrate(_ db: PostgresTransaction) async throws {
        let names = try await db.query("SELECT current_setting('lock_timeout'), current_setting('statement_timeout')")
        guard names == [["0", "77s"]] else { throw ServerFailure(description: "\(names)") }
      }
    }
    let database = try await TestDatabase()
    #expect(try await migrator(Own.self, on: try await database.ledger()).migrate().migrated.count == 1)
  }

  @Test("The work of a tribe that another tribe calls belongs to the caller's transaction")
  func nested() async throws {
    struct Inner: PostgresTribe {
      static let target: TribeTarget = .literal("5.0.0")
      func migrate(_ db: PostgresTransaction) async throws { try await db.execute("CREATE TABLE inside (id int)") }
    }
    struct Outer: PostgresTribe {
      static let target: TribeTarget = .literal("1.1.0")
      func migrate(_ db: PostgresTransaction) async throws {
        try await db.execute("CREATE TABLE IF NOT EXISTS outside (id int)")
        try await Inner().migrate()
        if try await db.query("SELECT to_regclass('public.allowed')::text") == [[nil]] {
          try await db.execute("SELECT 1/0")
        }
      }
    }
    let database = try await TestDatabase()
    let nomad = try migrator(Outer.self, on: try await database.ledger())
    let tables = "SELECT count(*)::text FROM pg_tables WHERE tablename IN ('inside', 'outside')"
    await #expect(throws: NomadError.self) { try await nomad.migrate() }
    #expect(try await database.column(tables) == ["0"])
    try await database.query("CREATE TABLE allowed (id int)")
    #expect(try await nomad.migrate().migrated.count == 1)
    #expect(try await database.column(tables) == ["2"])
  }

  @Test(
    "The work of a tribe that another tribe calls belongs to the caller's transaction, also with a ledger in a file"
  )
  func nestedElsewhere() async throws {
    struct Inner: PostgresTribe {
      static let target: TribeTarget = .literal("5.0.0")
      func migrate(_ db: PostgresTransaction) async throws { try await db.execute("CREATE TABLE inside (id int)") }
    }
    struct Outer: PostgresTribe {
      static let target: TribeTarget = .literal("1.1.0")
      func migrate(_ db: PostgresTransaction) async throws {
        try await db.execute("CREATE TABLE outside (id int)")
        try await Inner().migrate()
        if try await db.query("SELECT to_regclass('public.allowed')::text") == [[nil]] {
          try await db.execute("SELECT 1/0")
        }
      }
    }
    /// A tribe whose own record has no transaction.
    struct Caller: Tribe {
      static let target: TribeTarget = .literal("1.2.0")
      func migrate() async throws { try await Outer().migrate() }
    }
    let tables = "SELECT count(*)::text FROM pg_tables WHERE tablename IN ('inside', 'outside')"
    for (type, isInFile) in [(Outer.self, true), (Caller.self, true), (Caller.self, false)]
      as [(any (Tribe & SendableMetatype).Type, Bool)]
    {
      let database = try await TestDatabase()
      let connection: any PostgresConnection = try await database.connect()
      let ledger: any Ledger = isInFile ? InMemoryLedger() : PostgresLedger(connection)
      let nomad = Nomad(try TribeRegistry([type]), ledger: ledger, currentVersion: .exactly("9.0.0"))
        .providing(connection, as: (any PostgresConnection).self)
      await #expect(throws: NomadError.self) { try await nomad.migrate() }
      #expect(try await database.column(tables) == ["0"])
      try await database.query("CREATE TABLE allowed (id int)")
      #expect(try await nomad.migrate().migrated.count == 1)
      #expect(try await database.column(tables) == ["2"])
    }
  }

  @Test("A tribe that is called after the transaction of its caller has one of its own")
  func afterwards() async throws {
    struct Inner: PostgresTribe {
      static let target: TribeTarget = .literal("5.0.0")
      func migrate(_ db: PostgresTransaction) async throws {
        try await db.execute("CREATE TABLE inside (id int)")
        try await db.execute("SELECT 1/0")
      }
    }
    actor Late {
      var task: Task<Void, any Error>?
      func start(_ task: Task<Void, any Error>) { self.task = task }
    }
    struct Outer: PostgresTribe {
      static let target: TribeTarget = .literal("1.1.0")
      @TribeDependency var late: Late
      @TribeDependency var signal: AsyncStream<Void>
      func migrate(_ db: PostgresTransaction) async throws {
        await late.start(
          Task {
            for await _ in signal { break }
            try await Inner().migrate()
          }
        )
      }
    }
    let database = try await TestDatabase()
    let (late, (signal, sender)) = (Late(), AsyncStream<Void>.makeStream())
    let nomad = Nomad(try TribeRegistry([Outer.self]), ledger: .inMemory, currentVersion: .exactly("9.0.0"))
      .providing(try await database.connect(), as: (any PostgresConnection).self).providing(late).providing(signal)
    try await nomad.migrate()
    sender.yield()
    await #expect(throws: (any Error).self) { try await late.task?.value }
    #expect(try await database.column("SELECT count(*)::text FROM pg_tables WHERE tablename = 'inside'") == ["0"])
  }

  /// Sends a failing statement before each commit, like a task that a tribe left behind.
  private struct Saboteur: PostgresConnection {
    let connection: LibPQConnection
    var database: String { connection.database }

    func query(_ sql: String, _ parameters: [String?]) async throws -> [[String?]] {
      if sql == "COMMIT" { _ = try? await connection.query("SELECT 1 / 0", []) }
      return try await connection.query(sql, parameters)
    }
  }

  @Test("A commit that the server turns into a rollback is an error")
  func lostCommit() async throws {
    let database = try await TestDatabase()
    let ledger = PostgresLedger(Saboteur(connection: try await database.connect()))
    let error = await #expect(throws: NomadError.self) { try await migrator(Create.self, on: ledger).migrate() }
    #expect("\(error.map(String.init(describing:)) ?? "")".contains("was rolled back"))
    #expect(try await database.column("SELECT to_regclass('orders')::text") == ["NULL"])
    #expect(try await migrator(Create.self, on: try await database.ledger()).migrate().migrated.count == 1)
  }

  @Test("Text survives a LATIN1 database unchanged, and text with a NUL character is refused")
  func encoding() async throws {
    let server = try await TestServer.shared()
    let administrator = try await server.connect()
    let name = "l" + UUID().uuidString.lowercased().filter { $0 != "-" }
    _ = try await administrator.query(
      "CREATE DATABASE \(name) ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0",
      []
    )
    let database = try await TestDatabase(named: name, on: server)
    let target: TribeTarget = .once("crème brûlée")
    let order = try target.position()
    let registry = TribeRegistry(_module: "App") { $0.add("Crème", target: target, position: order) {} }
    try await Nomad(registry, ledger: try await database.ledger()).migrate()
    let records = try await database.ledger().history().records
    #expect(records.map(\.key) == ["once:crème brûlée", "once:crème brûlée"])
    #expect(try await database.query("SELECT $1::text", "é") == [["é"]])
    await #expect(throws: LibPQError.self) { try await database.query("SELECT $1::text", "a\0b") }
    await #expect(throws: LibPQError.self) { try await database.query("SELECT 'a\0b'") }
  }

  @Test("A host keeps serving after its connection stalled for half of its lease")
  func stalled() async throws {
    let database = try await TestDatabase()
    let proxy = try Proxy(to: database.server.port)
    defer { proxy.stop() }
    let fleet = PostgresFleet(lease: .seconds(12)) { PostgresLedger(try await database.connect(proxy.port)) }
    let nomad = try migrator(Create.self, on: PostgresLedger(try await database.connect()))
    let host = Task { try await fleet.serve(nomad) { try await Task.sleep(for: .seconds(18)) } }
    while (try? await database.column("SELECT count(ready)::text FROM nomad.host")) != ["1"] {
      try await Task.sleep(for: .milliseconds(50))
    }
    proxy.stall()
    try await Task.sleep(for: .seconds(6))
    proxy.resume()
    try await host.value
  }

  @Test("A fleet's session limits idle transactions to the host's lease")
  func silent() async throws {
    let database = try await TestDatabase()
    let opened = Opened()
    let fleet = PostgresFleet(lease: .seconds(20)) {
      let connection = try await database.connect()
      await opened.add(connection)
      return PostgresLedger(connection)
    }
    let nomad = try migrator(Create.self, on: PostgresLedger(try await database.connect()))
    try await fleet.serve(nomad) {
      let limit = try await opened.all[0].query("SHOW idle_in_transaction_session_timeout", [])
      #expect(limit == [["20s"]])
    }
  }

  private actor Opened {
    var all: [LibPQConnection] = []
    func add(_ connection: LibPQConnection) { all.append(connection) }
  }
}
