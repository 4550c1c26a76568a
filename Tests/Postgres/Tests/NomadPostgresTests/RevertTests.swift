import Foundation
import Nomad
import NomadLibPQ
import NomadPostgres
import Testing

@Suite("Reverted PostgreSQL tribes")
struct RevertTests {
  struct Create: RevertiblePostgresTribe {
    static let target: TribeTarget = .literal("1.0.0")

    func migrate(_ db: PostgresTransaction) async throws {
      try await db.execute("CREATE TABLE orders (id int PRIMARY KEY, old int)")
    }

    func revert(_ db: PostgresTransaction) async throws { try await db.execute("DROP TABLE orders") }
  }

  struct AddNote: RevertiblePostgresTribe {
    @TaskLocal static var meanwhile: (@Sendable () async throws -> Void)?
    static let target: TribeTarget = .literal("2.0.0")

    func migrate(_ db: PostgresTransaction) async throws {
      try await db.execute("ALTER TABLE orders ADD COLUMN note text")
    }

    func revert(_ db: PostgresTransaction) async throws {
      try await db.execute("ALTER TABLE orders DROP COLUMN note")
      try await Self.meanwhile?()
    }
  }

  struct Index: RevertiblePostgresTribe {
    static let target: TribeTarget = .literal("2.1.0")
    static let isTransactional = false

    func migrate(_ db: PostgresTransaction) async throws {
      try await db.execute("CREATE INDEX CONCURRENTLY orders_old ON orders (old)")
    }

    func revert(_ db: PostgresTransaction) async throws {
      try await db.execute("DROP INDEX CONCURRENTLY IF EXISTS orders_old")
    }
  }

  struct Broken: PostgresTribe {
    static let target: TribeTarget = .literal("2.5.0")

    func migrate(_ db: PostgresTransaction) async throws {
      try await db.execute("CREATE TABLE broken (id int)")
      try await db.execute("SELECT 1 / 0")
    }
  }

  struct Contract: RevertiblePostgresTribe {
    static let target: TribeTarget = .literal("3.0.0")
    static let phase: TribePhase = .contract

    func migrate(_ db: PostgresTransaction) async throws {
      try await db.execute("ALTER TABLE orders DROP COLUMN old")
    }

    func revert(_ db: PostgresTransaction) async throws {}
  }

  private func nomad(
    _ database: TestDatabase,
    _ tribes: [any ListedTribe.Type] = [Create.self, AddNote.self, Index.self],
    _ contracts: ContractPolicy = .whenUnused
  ) async throws -> Nomad {
    Nomad(
      try TribeRegistry(tribes),
      ledger: PostgresLedger(try await database.connect(), contracts: contracts),
      currentVersion: .exactly("3.0.0")
    )
  }

  private func columns(_ database: TestDatabase) async throws -> [String] {
    try await database.column(
      "SELECT column_name FROM information_schema.columns WHERE table_name = 'orders' ORDER BY ordinal_position"
    )
  }

  @Test("Tribes are undone with their records, and run again")
  func reverts() async throws {
    let database = try await TestDatabase()
    let nomad = try await nomad(database)
    try await nomad.migrate()
    try await nomad.revert(to: "1.0.0")
    #expect(try await columns(database) == ["id", "old"])
    #expect(try await database.column("SELECT to_regclass('orders_old')::text") == ["NULL"])
    let records = try await nomad.ledger.history().records
    #expect(records.filter { $0.key == "version:2.0.0" }.map(\.kind) == [.began, .finished, .began, .forgotten])
    #expect(
      records.filter { $0.key == "version:2.1.0" && $0.isOfRevert }.map(\.kind)
        // The checkpoint holds the invalid indexes from before.
        .filter { if case .checkpoint = $0 { false } else { true } } == [.forgotten, .began, .forgotten]
    )
    #expect(try await nomad.migrate().migrated.count == 2)
    try await nomad.revert(to: "0")
    #expect(try await columns(database) == [])
  }

  @Test("After a release whose tribe failed and was rolled back, the data goes back all the same")
  func faultyRelease() async throws {
    let database = try await TestDatabase()
    let nomad = try await nomad(database, [Create.self, AddNote.self, Broken.self])
    await #expect(throws: NomadError.self) { try await nomad.migrate() }
    try await nomad.revert(to: "1.0.0")
    #expect(try await columns(database) == ["id", "old"])
    let child = try Child(TestHost.product("nomadctl"), ["fleet", "status", "--database", database.url])
    _ = await child.wait()
    #expect(child.text.contains("No work is left"), "\(child.text)")
  }

  @Test("A contract tribe stops a revert before anything has been undone")
  func contract() async throws {
    let database = try await TestDatabase()
    let nomad = try await nomad(database, [Create.self, AddNote.self, Contract.self], .atOnce)
    try await nomad.migrate()
    let error = await #expect(throws: NomadError.self) { try await nomad.revert(to: "1.0.0") }
    #expect(error?.code == .notRevertible)
    #expect(try await columns(database) == ["id", "note"])
  }

  private func join(_ version: String, _ database: TestDatabase) async throws {
    try await database.query(
      "INSERT INTO nomad.host (id, name, version, contracts, lease) VALUES ('a', 'host a', $1, '[]', interval '1 h')",
      version
    )
  }

  @Test(
    "A revert refuses while a host of a newer version is alive, or one without a version",
    arguments: [("2.0.0", true), ("2.0.0-1", true), ("1.0.0", false), ("1.0.0-3", false), ("", true)]
  )
  func hosts(version: String, isRefused: Bool) async throws {
    let database = try await TestDatabase()
    let nomad = try await nomad(database)
    try await nomad.migrate()
    try await join(version, database)
    let plan = try await nomad.plan(revertingTo: "1.0.0")
    #expect((plan.obstacle != nil) == isRefused)
    if isRefused {
      let error = await #expect(throws: NomadError.self) { try await nomad.revert(to: "1.0.0") }
      #expect(error?.description.contains("host a") == true)
      #expect(error?.description == plan.obstacle?.description)
    } else {
      try await nomad.revert(to: "1.0.0")
    }
    #expect(try await columns(database).contains("note") == isRefused)
  }

  @Test("A host that joins while a tribe is undone stops that, and everything is rolled back")
  func joining() async throws {
    let database = try await TestDatabase()
    let nomad = try await nomad(database, [Create.self, AddNote.self])
    try await nomad.migrate()
    let error = await AddNote.$meanwhile.withValue({ try await self.join("2.0.0", database) }) {
      await #expect(throws: NomadError.self) { try await nomad.revert(to: "1.0.0") }
    }
    #expect((error?.underlying as? NomadError)?.code == .notRevertible, "\(String(describing: error))")
    #expect(try await columns(database) == ["id", "old", "note"])
    #expect(try await nomad.ledger.history().isDone("version:2.0.0"))
    try await database.query("DELETE FROM nomad.host")
    try await nomad.revert(to: "1.0.0")
    #expect(try await columns(database) == ["id", "old"])
  }

  @Test("A plan for another version, made while a tribe is undone, does not let a host join that needs the tribe")
  func planning() async throws {
    let database = try await TestDatabase()
    let nomad = try await nomad(database, [Create.self, AddNote.self])
    try await nomad.migrate()
    let meanwhile = { @Sendable in
      try await self.join("1.5.0", database)
      #expect(try await nomad.plan(revertingTo: "1.5.0").obstacle == nil)
    }
    let error = await AddNote.$meanwhile.withValue(meanwhile) {
      await #expect(throws: NomadError.self) { try await nomad.revert(to: "1.0.0") }
    }
    #expect((error?.underlying as? NomadError)?.code == .notRevertible, "\(String(describing: error))")
    #expect(try await columns(database) == ["id", "old", "note"])
  }

  @Test("A host that joins before a tribe without a transaction begins keeps it")
  func joiningBefore() async throws {
    let database = try await TestDatabase()
    let nomad = try await nomad(database)
    try await nomad.migrate()
    let error = await #expect(throws: NomadError.self) {
      try await nomad.revert(to: "1.0.0") { event in
        guard case .reverting(let tribe, _, _) = event, tribe.version?.description == "2.1.0" else { return }
        // The observer is called before the tribe is recorded as begun.
        let done = DispatchSemaphore(value: 0)
        Task.detached {
          try? await join("2.0.0", database)
          done.signal()
        }
        done.wait()
      }
    }
    #expect(error?.code == .notRevertible)
    #expect(try await nomad.ledger.history().isDone("version:2.1.0"))
    #expect(try await database.column("SELECT to_regclass('orders_old')::text") == ["orders_old"])
  }

  @Test("A host that joins after a tribe was undone runs it again before it serves")
  func joiningAfter() async throws {
    let database = try await TestDatabase()
    let nomad = try await nomad(database, [Create.self, AddNote.self])
    try await nomad.migrate()
    try await nomad.revert(to: "1.0.0")
    let fleet = PostgresFleet { PostgresLedger(try await database.connect()) }
    try await fleet.serve(nomad) { () async throws in
      #expect(try await columns(database) == ["id", "old", "note"])
      // Its own host is alive.
      await #expect(throws: NomadError.self) { try await nomad.revert(to: "1.0.0") }
    }
  }

  private func nomadctl(_ arguments: String...) async throws -> (status: Int32, output: String) {
    let child = try Child(TestHost.product("nomadctl"), ["fleet", "revert"] + arguments)
    return (await child.wait(), child.text)
  }

  @Test("The command nomadctl fleet revert refuses while newer hosts are alive, and lists the tribes")
  func command() async throws {
    let database = try await TestDatabase()
    let nomad = try await nomad(database, [Create.self, AddNote.self, Contract.self], .atOnce)
    #expect(try await nomadctl("1.0.0", "--database", database.url).status != 0)
    try await nomad.migrate()
    let begun = try await nomadctl("1.0.0", "--database", database.url)
    #expect(begun.status != 0)
    #expect(begun.output.contains("version:3.0.0"))
    #expect(try await nomadctl("3.0.0", "--database", database.url).output.contains("No tribe above 3.0.0"))
    let other = try await TestDatabase()
    try await self.nomad(other).migrate()
    try await join("2.1.0", other)
    let alive = try await nomadctl("1.0.0", "--database", other.url)
    #expect(alive.status != 0)
    #expect(alive.output.contains("host a is alive with 2.1.0"))
    try await other.query("DELETE FROM nomad.host")
    let ready = try await nomadctl("1.0.0", "--database", other.url)
    #expect(ready.status == 0)
    let lines = ready.output.split(separator: "\n").dropFirst().map { $0.split(separator: " ").first ?? "" }
    #expect(lines == ["version:2.1.0", "version:2.0.0"], "\(ready.output)")
    #expect(try await nomadctl("two", "--database", other.url).status != 0)
  }
}
