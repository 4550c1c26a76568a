import Foundation
import Nomad
import NomadLibPQ
import NomadPostgres
import Testing

@Suite("Expand and contract in a fleet")
struct FleetTests {
  struct Create: PostgresTribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate(_ db: PostgresTransaction) async throws {
      try await db.execute("CREATE TABLE orders (id int PRIMARY KEY, old int)")
    }
  }

  struct Expand: PostgresTribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate(_ db: PostgresTransaction) async throws {
      try await db.execute("ALTER TABLE orders ADD COLUMN new int")
    }
  }

  struct Contract: PostgresTribe {
    static let target: TribeTarget = .literal("2.1.0")
    static let phase: TribePhase = .contract
    func migrate(_ db: PostgresTransaction) async throws {
      try await db.execute("ALTER TABLE orders DROP COLUMN old")
    }
  }

  struct Later: PostgresTribe {
    static let target: TribeTarget = .literal("2.2.0")
    func migrate(_ db: PostgresTransaction) async throws {
      try await db.execute("CREATE TABLE later (id int)")
    }
  }

  struct AlwaysDrop: PostgresTribe {
    static let target: TribeTarget = .always
    static let phase: TribePhase = .contract
    func migrate(_ db: PostgresTransaction) async throws {
      try await db.execute("ALTER TABLE orders DROP COLUMN old")
    }
  }

  private func first() throws -> Nomad {
    Nomad(try TribeRegistry([Create.self]), currentVersion: .exactly("1.0.0"))
  }

  private func second() throws -> Nomad {
    Nomad(
      try TribeRegistry([Create.self, Expand.self, Contract.self, Later.self]),
      currentVersion: .exactly("2.2.0")
    )
  }

  /// A fleet that looks for contract tribes every 4 s at first, and whose hosts outlive a stall of 6 s.
  private func fleet(_ database: TestDatabase, lease: Duration = .seconds(12)) -> PostgresFleet {
    PostgresFleet(lease: lease) { PostgresLedger(try await database.connect()) }
  }

  private func columns(_ database: TestDatabase) async throws -> [String] {
    try await database.column(
      "SELECT column_name FROM information_schema.columns WHERE table_name = 'orders' ORDER BY ordinal_position"
    )
  }

  private func wait(_ condition: () async throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(120)
    while .now < end {
      // The condition may query a table that does not exist yet.
      if (try? await condition()) == true { return }
      try await Task.sleep(for: .milliseconds(50))
    }
    Issue.record("it never comes")
  }

  /// Stops a host, which must not have ended by itself.
  private func stop(_ host: Task<Void, any Error>) async {
    host.cancel()
    let error = await #expect(throws: (any Error).self) { try await host.value }
    #expect(error is CancellationError || (error as? NomadError)?.code == .cancelled, "\(error as Any)")
  }

  @Test("A host that needs the old schema cannot join after a contract tribe that has run once fails in a later run")
  func failedLater() async throws {
    let database = try await TestDatabase()
    try await fleet(database).serve(try first()) {}
    let second = Nomad(try TribeRegistry([Create.self, AlwaysDrop.self]), currentVersion: .exactly("2.0.0"))
    try await fleet(database).serve(second) {}
    #expect(try await columns(database) == ["id"])
    let failure = await #expect(throws: NomadError.self) { try await fleet(database).serve(second) {} }
    #expect(failure?.code == .tribeFailed)
    let refusal = await #expect(throws: NomadError.self) { try await fleet(database).serve(try first()) {} }
    #expect(refusal?.code == .ledgerNewerThanApp)
  }

  @Test("A contract tribe runs on a serving host once the last host that needs the old schema has ended")
  func rolling() async throws {
    let database = try await TestDatabase()
    let old = Task { [fleet = fleet(database), first = try first()] in
      try await fleet.serve(first) { try await Task.sleep(for: .seconds(600)) }
    }
    try await wait { try await columns(database) == ["id", "old"] }
    try await wait { try await database.column("SELECT count(ready)::text FROM nomad.host") == ["1"] }
    let new = Task { [fleet = fleet(database), second = try second()] in
      try await fleet.serve(second) { try await Task.sleep(for: .seconds(600)) }
    }
    try await wait { try await database.column("SELECT count(ready)::text FROM nomad.host") == ["2"] }
    // Later tribes do not wait for the contract tribe.
    #expect(try await columns(database) == ["id", "old", "new"])
    #expect(try await database.column("SELECT to_regclass('later')::text") == ["later"])
    // A host of the old version that restarts in the meantime serves.
    try await fleet(database).serve(try first()) {}
    try await Task.sleep(for: .seconds(5))
    #expect(try await columns(database) == ["id", "old", "new"])
    await stop(old)
    try await wait { try await columns(database) == ["id", "new"] }
    // A host of the old version does not serve again, but one of the new version does.
    await #expect(throws: NomadError.self) { try await fleet(database).serve(try first()) {} }
    try await fleet(database).serve(try second()) {}
    await stop(new)
    #expect(try await database.column("SELECT count(*)::text FROM nomad.host") == ["0"])
  }

  struct EachStart: PostgresTribe {
    static let target: TribeTarget = .always
    func migrate(_ db: PostgresTransaction) async throws {
      try await db.execute("CREATE TABLE IF NOT EXISTS starts (at timestamptz DEFAULT now())")
      try await db.execute("INSERT INTO starts DEFAULT VALUES")
    }
  }

  @Test("An .always tribe runs once per start, even while its host waits for and runs a contract tribe")
  func always() async throws {
    let database = try await TestDatabase()
    try await fleet(database).serve(try first()) {}
    try await database.query(
      "INSERT INTO nomad.host (id, name, version, contracts, lease) VALUES ('a', 'a', '', '[]', interval '1 h')"
    )
    let registry = try TribeRegistry([Create.self, Expand.self, Contract.self, EachStart.self])
    let host = Task { [fleet = fleet(database)] in
      try await fleet.serve(Nomad(registry, currentVersion: .exactly("2.1.0"))) {
        try await Task.sleep(for: .seconds(600))
      }
    }
    try await wait { try await database.column("SELECT count(ready)::text FROM nomad.host") == ["1"] }
    try await database.query("DELETE FROM nomad.host WHERE id = 'a'")
    try await wait { try await columns(database) == ["id", "new"] }
    // After a run, the next look is 8 s later.
    try await Task.sleep(for: .seconds(9))
    #expect(try await database.column("SELECT count(*)::text FROM starts") == ["1"])
    await stop(host)
  }

  @Test("A contract tribe runs when the leases of dead hosts have expired")
  func dead() async throws {
    let database = try await TestDatabase()
    try await fleet(database).serve(try first()) {}
    // The rows of two killed hosts: one was killed just now, and one long ago.
    try await database.query(
      """
      INSERT INTO nomad.host (id, name, version, contracts, lease, seen) VALUES
        ('a', 'host a', '1.0.0', '[]', interval '2 s', clock_timestamp()),
        ('b', 'host b', '1.0.0', '[]', interval '1 h', clock_timestamp() - interval '2 h')
      """
    )
    let new = Task { [fleet = fleet(database), second = try second()] in
      try await fleet.serve(second) { try await Task.sleep(for: .seconds(600)) }
    }
    try await wait { try await columns(database) == ["id", "new"] }
    await stop(new)
  }

  @Test("A host that the fleet has forgotten stops serving after a contract tribe has removed its schema")
  func forgotten() async throws {
    let database = try await TestDatabase()
    // The host must not renew its lease before the contract tribe has run, on a busy machine either.
    let old = Task { [fleet = fleet(database, lease: .seconds(60)), first = try first()] in
      try await fleet.serve(first) { try await Task.sleep(for: .seconds(600)) }
    }
    try await wait { try await database.column("SELECT count(ready)::text FROM nomad.host") == ["1"] }
    // As if the host had been silent for too long.
    try await database.query("DELETE FROM nomad.host")
    try await fleet(database).serve(try second()) {}
    #expect(try await columns(database) == ["id", "new"])
    let error = await #expect(throws: NomadError.self) { try await old.value }
    #expect(error?.code == .ledgerNewerThanApp)
  }

  @Test("A contract tribe outside of a fleet waits until it is released")
  func alone() async throws {
    let database = try await TestDatabase()
    var migrator = try second()
    migrator.ledger = try await database.ledger()
    let plan = try await migrator.plan()
    #expect(plan.pending.map(\.name) == ["FleetTests.Create", "FleetTests.Expand", "FleetTests.Later"])
    #expect("\(plan)".contains("has not joined the fleet"), "\(plan)")
    try await migrator.migrate()
    #expect(try await columns(database) == ["id", "old", "new"])
    try await database.query("UPDATE nomad.run SET released = '[\"version:2.1.0\"]'")
    #expect(try await migrator.migrate().migrated.map(\.name) == ["FleetTests.Contract"])
    #expect(try await columns(database) == ["id", "new"])
  }

  @Test("The policy .whenApproved holds contract tribes back, and .atOnce runs them")
  func policies() async throws {
    let database = try await TestDatabase()
    var migrator = try second()
    let held = PostgresFleet {
      PostgresLedger(try await database.connect(), contracts: .whenApproved)
    }
    try await held.serve(migrator) {}
    #expect(try await columns(database) == ["id", "old", "new"])
    migrator.ledger = PostgresLedger(try await database.connect(), contracts: .atOnce)
    try await migrator.migrate()
    #expect(try await columns(database) == ["id", "new"])
  }

  @Test("An app that no longer contains the contract tribe joins only with a newer version")
  func pruned() async throws {
    let database = try await TestDatabase()
    try await fleet(database).serve(try second()) {}
    #expect(try await columns(database) == ["id", "new"])
    let registry = try TribeRegistry([Create.self, Expand.self, Later.self])
    try await fleet(database).serve(Nomad(registry, currentVersion: .exactly("3.0.0"))) {}
    for version in [CurrentVersion.unlimited, .exactly("2.2.0")] {
      await #expect(throws: NomadError.self) {
        try await fleet(database).serve(Nomad(registry, currentVersion: version)) {}
      }
    }
  }

  @Test("A host stops serving when it cannot reach the server for the length of its lease", arguments: [false, true])
  func unreachable(isStalled: Bool) async throws {
    let database = try await TestDatabase()
    let proxy = try Proxy(to: database.server.port)
    defer { proxy.stop() }
    let fleet = PostgresFleet(lease: .seconds(3)) { PostgresLedger(try await database.connect(proxy.port)) }
    let wasCancelled = Counter()
    let host = Task { [first = try first()] in
      try await fleet.serve(first) {
        do { try await Task.sleep(for: .seconds(600)) } catch { _ = wasCancelled.next() }
      }
    }
    try await wait { try await database.column("SELECT count(ready)::text FROM nomad.host") == ["1"] }
    if isStalled { proxy.stall() } else { proxy.cut() }
    await #expect(throws: NomadError.self) { try await host.value }
    #expect(wasCancelled.next() == 2)
  }

  /// A contract tribe that does not end when it is cancelled, such as one that waits for a system call.
  struct Deaf: FleetTribe {
    static let target: TribeTarget = .literal("2.1.0")
    static let phase: TribePhase = .contract
    static let ends = Counter()
    func migrate() async {
      await Task { try? await Task.sleep(for: .seconds(15)) }.value
      _ = Self.ends.next()
    }
  }

  @Test("A host that cannot reach the server stops serving, although its contract tribe goes on")
  func unreachableInContract() async throws {
    let database = try await TestDatabase()
    let proxy = try Proxy(to: database.server.port)
    defer { proxy.stop() }
    let old = Task { [fleet = fleet(database), first = try first()] in
      try await fleet.serve(first) { try await Task.sleep(for: .seconds(600)) }
    }
    try await wait { try await database.column("SELECT count(ready)::text FROM nomad.host") == ["1"] }
    let fleet = PostgresFleet(lease: .seconds(3)) { PostgresLedger(try await database.connect(proxy.port)) }
    let migrator = Nomad(try TribeRegistry([Create.self, Deaf.self]), currentVersion: .exactly("2.1.0"))
    let host = Task {
      try await fleet.serve(migrator) {
        do { try await Task.sleep(for: .seconds(600)) } catch { #expect(Deaf.ends.next() == 1) }
      }
    }
    try await wait { try await database.column("SELECT count(ready)::text FROM nomad.host") == ["2"] }
    await stop(old)
    try await wait {
      let last = try await database.column("SELECT record FROM nomad.ledger ORDER BY id DESC LIMIT 1").first ?? ""
      return last.contains("began") && last.contains("2.1.0")
    }
    proxy.cut()
    await #expect(throws: NomadError.self) { try await host.value }
    #expect(Deaf.ends.next() == 3)
  }

  @Test("A contract tribe that could not be recorded as begun keeps no host out")
  func unrecordedBegin() async throws {
    let database = try await TestDatabase()
    var migrator = try second()
    try await PostgresFleet { PostgresLedger(try await database.connect(), contracts: .whenApproved) }.serve(migrator) {
    }
    try await database.query("ALTER TABLE nomad.ledger ADD CHECK (false) NOT VALID")
    migrator.ledger = PostgresLedger(try await database.connect(), contracts: .atOnce)
    let nomad = migrator
    let error = await #expect(throws: NomadError.self) { try await nomad.migrate() }
    #expect(error?.code == .ledgerWriteFailed)
    try await fleet(database).serve(try first()) {}
  }

  @Test("The page's query ends the holder of the schema nomad, and leaves that of another schema alone")
  func endingHolder() async throws {
    let page = URL(fileURLWithPath: #filePath + "/../../../../../Sources/Nomad/Nomad.docc/OperatingFleets.md")
      .standardized
    let blocks = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```").filter {
      $0.contains("pg_locks")
    }
    let queries = blocks.map { String($0.dropFirst("sql".count)) }
    try #require(queries.count == 2)
    let database = try await TestDatabase()
    let (own, other) = (try await database.ledger(), PostgresLedger(try await database.connect(), schema: "other"))
    try await other.withExclusiveAccess(in: LedgerContext()) { session in
      _ = await #expect(throws: (any Error).self) {
        try await own.withExclusiveAccess(in: LedgerContext()) { session in
          let rows = try await database.query(queries[0])
          #expect(rows.count == 2 && rows.contains { $0[1] == "1069652373" && $0[2] != nil }, "\(rows)")
          #expect(try await database.query(queries[1]) == [["t"]])
          _ = try await session.history()
        }
      }
      _ = try await session.history()
    }
  }

  @Test("A host that loses its connection before it serves still serves for the length of its lease")
  func cutBeforeServing() async throws {
    let database = try await TestDatabase()
    let proxy = try Proxy(to: database.server.port)
    defer { proxy.stop() }
    let connections = Counter()
    // The second connection is that of the migration.
    let fleet = PostgresFleet(lease: .seconds(3)) {
      PostgresLedger(try await database.connect(connections.next() == 2 ? database.server.port : proxy.port))
    }
    let wasCancelled = Counter()
    let cut: @Sendable (MigrationEvent) -> Void = { if case .completed = $0 { proxy.cut() } }
    await #expect(throws: NomadError.self) {
      try await fleet.serve(try first(), observing: cut) {
        do { try await Task.sleep(for: .seconds(600)) } catch { _ = wasCancelled.next() }
      }
    }
    #expect(wasCancelled.next() == 2)
  }

  @Test("A host keeps serving when it reaches the server again within its lease")
  func reconnected() async throws {
    let database = try await TestDatabase()
    let proxy = try Proxy(to: database.server.port)
    defer { proxy.stop() }
    let fleet = PostgresFleet(lease: .seconds(6)) { PostgresLedger(try await database.connect(proxy.port)) }
    let host = Task { [first = try first()] in
      try await fleet.serve(first) { try await Task.sleep(for: .seconds(600)) }
    }
    try await wait { try await database.column("SELECT count(ready)::text FROM nomad.host") == ["1"] }
    proxy.cut()
    proxy.resume()
    let seen = try await database.column("SELECT seen::text FROM nomad.host")
    try await wait { try await database.column("SELECT seen::text FROM nomad.host") != seen }
    try await Task.sleep(for: .seconds(7))
    #expect(try await database.column("SELECT count(ready)::text FROM nomad.host") == ["1"])
    await stop(host)
  }

  struct RemoveFiles: FleetTribe {
    static let target: TribeTarget = .literal("2.1.0")
    static let phase: TribePhase = .contract
    func migrate() {}
  }

  @Test("A tribe that uses no database is a contract tribe on a PostgreSQL ledger, and an ordinary one on any other")
  func otherTribes() async throws {
    let database = try await TestDatabase()
    let registry = TribeRegistry(_module: "App") { tribes in
      tribes.add("A", RemoveFiles.self, target: .literal("2.1.0"), position: .version(.init([2, 1, 0]))) {}
      tribes.add("B", RemoveFiles.self, target: .once("b"), position: .once("b")) {}
      tribes.add("C", target: .once("c"), position: .once("c")) {}
    }
    var migrator = Nomad(registry, ledger: try await database.ledger(), currentVersion: .unlimited)
    #expect(try await migrator.migrate().migrated.map(\.name) == ["C"])
    for step in try await migrator.plan().steps.prefix(2) {
      guard case .skip(.postponed(let reason)) = step.decision else {
        Issue.record("\(step)")
        continue
      }
      #expect(reason.contains("this host has not joined the fleet"))
    }
    migrator.ledger = InMemoryLedger()
    #expect(try await migrator.migrate().migrated.map(\.name) == ["A", "B", "C"])
  }

  @Test("Errors for a role without privileges and for a read-only session name the remedy")
  func refused() async throws {
    let database = try await TestDatabase()
    var migrator = try first()
    migrator.ledger = try await database.ledger()
    try await migrator.migrate()
    let role = "r" + database.name
    try await database.query("CREATE ROLE \(role) LOGIN")
    let url = database.url.replacingOccurrences(of: "postgres@", with: "\(role)@")
    migrator.ledger = PostgresLedger(try await LibPQConnection.connect(url))
    let error = await #expect(throws: NomadError.self) { try await migrator.migrate() }
    #expect("\(error.map(String.init(describing:)) ?? "")".contains("Give the role the privileges"))
    let readOnly = try await database.connect()
    _ = try await readOnly.query("SET default_transaction_read_only = on", [])
    migrator = try second()
    migrator.ledger = PostgresLedger(readOnly)
    let other = await #expect(throws: NomadError.self) { try await migrator.migrate() }
    #expect("\(other.map(String.init(describing:)) ?? "")".contains("Connect to the primary"))
  }
}
