import Foundation
import Nomad
import NomadLibPQ
import NomadPostgres
import Testing

/// Five lost sessions in a row, where three deaths of a process would put a tribe in quarantine.
@Suite("A lost session is no death of the process", .serialized)
struct LostSessionTests {
  /// Something that takes the session from the ledger.
  struct Attack: Sendable {
    let begin: @Sendable () async throws -> Void
  }

  struct Create: PostgresTribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate(_ db: PostgresTransaction) async throws { try await db.execute("CREATE TABLE note (id int)") }
  }

  struct InTransaction: PostgresTribe {
    static let target: TribeTarget = .literal("2.0.0")
    @TribeDependency private var attack: Attack
    func migrate(_ db: PostgresTransaction) async throws {
      try await attack.begin()
      try await db.execute("INSERT INTO note VALUES (1)")
    }
  }

  struct Contract: PostgresTribe {
    static let target: TribeTarget = .literal("2.0.0")
    static let phase: TribePhase = .contract
    @TribeDependency private var attack: Attack
    func migrate(_ db: PostgresTransaction) async throws {
      try await attack.begin()
      try await db.execute("INSERT INTO note VALUES (1)")
    }
  }

  struct WithoutTransaction: PostgresTribe {
    static let target: TribeTarget = .literal("2.0.0")
    static let isTransactional = false
    @TribeDependency private var attack: Attack
    func migrate(_ db: PostgresTransaction) async throws { try await attack.begin() }
  }

  struct Ordinary: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    @TribeDependency private var attack: Attack
    func migrate() async throws { try await attack.begin() }
  }

  static let tribes: [any ListedTribe.Type] = [
    InTransaction.self, Contract.self, WithoutTransaction.self, Ordinary.self,
  ]

  private func migrator(
    _ tribe: any ListedTribe.Type,
    on connection: some PostgresConnection,
    _ attack: @escaping @Sendable () async throws -> Void
  ) throws -> Nomad {
    let ledger = PostgresLedger(connection, contracts: .atOnce, waitingAtMost: .seconds(30))
    return Nomad(try TribeRegistry([Create.self, tribe]), ledger: ledger, currentVersion: .exactly("2.0.0"))
      .providing(Attack(begin: attack))
  }

  private func expectFailure(of migrator: Nomad, in database: TestDatabase, _ words: String? = nil) async throws {
    let error = await #expect(throws: NomadError.self) { try await migrator.migrate() }
    #expect(error?.code != .quarantined)
    if let words { #expect(error?.message.contains(words) == true, "\(error?.message ?? "")") }
    #expect(try await database.ledger().history().attempts(at: "version:2.0.0").deaths == 0)
    // A contract tribe that was rolled back keeps no host from joining.
    #expect(try await database.column("SELECT contracts::text FROM nomad.run") == ["[]"])
  }

  @Test("An administrator ends the session in each attempt", arguments: tribes)
  func terminated(tribe: any ListedTribe.Type) async throws {
    let database = try await TestDatabase()
    let holder = """
      SELECT pg_terminate_backend(pid, 5000)::text FROM pg_locks WHERE locktype = 'advisory' AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      """
    for _ in 0..<5 {
      let migrator = try migrator(tribe, on: try await database.connect()) { try await database.query(holder) }
      try await expectFailure(of: migrator, in: database)
    }
    let migrator = try migrator(tribe, on: try await database.connect()) {}
    #expect(try await migrator.migrate().migrated.count == 1)
  }

  @Test("The network cuts the connection in each attempt, and a new connection works", arguments: tribes)
  func cut(tribe: any ListedTribe.Type) async throws {
    let database = try await TestDatabase()
    let proxy = try Proxy(to: database.server.port)
    defer { proxy.stop() }
    for _ in 0..<5 {
      let migrator = try migrator(tribe, on: try await database.connect(proxy.port)) {
        proxy.cut()
        proxy.resume()
      }
      try await expectFailure(of: migrator, in: database)
    }
    let migrator = try migrator(tribe, on: try await database.connect()) {}
    #expect(try await migrator.migrate().migrated.count == 1)
  }

  @Test(
    "A pooler in transaction mode gives the session with the lock to another client in each attempt",
    .enabled(if: Attacks.PoolerAttacks.path != nil, "PgBouncer has to be installed"),
    arguments: [InTransaction.self, Ordinary.self] as [any ListedTribe.Type]
  )
  func pooled(tribe: any ListedTribe.Type) async throws {
    let database = try await TestDatabase()
    let pooler = try await Pooler(Attacks.PoolerAttacks.path ?? "", in: "transaction", size: 4, to: database.server)
    for _ in 0..<5 {
      let (client, isTaken) = (try await database.connect(pooler.port), Flag())
      // The pool gives out the session that it got back last: the ledger's.
      let take = { @Sendable () async throws -> Void in
        if isTaken.value { return }
        isTaken.set()
        _ = try await client.query("BEGIN", [])
      }
      let connection = Interrupted(connection: try await database.connect(pooler.port)) { sql in
        // The transaction of a tribe; the first tribe's table does not exist yet.
        let isBegun = sql == "BEGIN READ WRITE"
        if isBegun, try await database.column("SELECT to_regclass('note')::text") == ["note"] { try await take() }
      }
      // Without a transaction, the tribe itself is the moment between two of the ledger's statements.
      let migrator = try migrator(tribe, on: connection) { try await take() }
      try await expectFailure(of: migrator, in: database, "pooler")
      await client.close()
    }
    await pooler.stop()
    let migrator = try migrator(tribe, on: try await database.connect()) {}
    #expect(try await migrator.migrate().migrated.count == 1)
  }

  @Test("A run that another one has overtaken records nothing")
  func overtaken() async throws {
    let database = try await TestDatabase()
    let migrator = try migrator(Ordinary.self, on: try await database.connect()) {
      // As the next holder does.
      try await database.query("UPDATE nomad.run SET token = token + 1")
      throw ServerFailure(description: "it fails")
    }
    await #expect(throws: NomadError.self) { try await migrator.migrate() }
    let events = "SELECT record::jsonb ->> 'event' FROM nomad.ledger ORDER BY id"
    #expect(try await database.column(events) == ["began", "finished", "began"])
  }
}
