import Foundation
import Nomad
import NomadLibPQ
import NomadPostgres
import Testing

@Suite("Rows that a contract tribe waits for", .serialized)
struct RequiresNoneTests {
  struct Create: PostgresTribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate(_ db: PostgresTransaction) async throws {
      try await db.execute("CREATE TABLE orders (id bigserial PRIMARY KEY, amount int, total int)")
      try await db.execute("INSERT INTO orders (amount, total) SELECT i, i FROM generate_series(1, 100) i")
    }
  }

  struct DropAmount: PostgresTribe {
    static let target: TribeTarget = .literal("2.0.0")
    static let phase: TribePhase = .contract
    static let requiresNone = [PostgresRows(in: "orders", where: "total IS NULL")]
    func migrate(_ db: PostgresTransaction) async throws {
      try await db.execute("ALTER TABLE orders DROP COLUMN amount")
    }
  }

  struct Later: PostgresTribe {
    static let target: TribeTarget = .literal("3.0.0")
    func migrate(_ db: PostgresTransaction) async throws { try await db.execute("CREATE TABLE later (id int)") }
  }

  private static let query = "the query SELECT count(*) FROM orders WHERE total IS NULL finds"

  private func migrator(_ connection: some PostgresConnection) throws -> Nomad {
    Nomad(
      try TribeRegistry([Create.self, DropAmount.self, Later.self]),
      ledger: PostgresLedger(connection, contracts: .atOnce),
      currentVersion: .exactly("3.0.0")
    )
  }

  private func hasAmount(_ database: TestDatabase) async throws -> Bool {
    try await database.column(
      "SELECT column_name FROM information_schema.columns WHERE table_name = 'orders' AND column_name = 'amount'"
    ) == ["amount"]
  }

  @Test("The tribe waits and changes nothing; the event, the plan and the tool name the number and the query")
  func waits() async throws {
    let database = try await TestDatabase()
    let connection = try await database.connect()
    try await Nomad(try TribeRegistry([Create.self]), ledger: PostgresLedger(connection), currentVersion: .unlimited)
      .migrate()
    try await database.query("INSERT INTO orders (amount) VALUES (7), (8)")
    let migrator = try migrator(connection)
    let postponed = Locked<[String]>([])
    let report = try await migrator.migrate { event in
      if case .postponed(let tribe, let error) = event { postponed.append("\(tribe.name): \(error.message)") }
    }
    #expect(report.migrated.map(\.name) == ["RequiresNoneTests.Later"])
    #expect(postponed.all == ["RequiresNoneTests.DropAmount: DropAmount has to wait: \(Self.query) 2 rows."])
    #expect(try await hasAmount(database))
    #expect("\(try await migrator.plan())".contains("\(Self.query) 2 rows."))
    let attempts = try await migrator.ledger.history().attempts(at: "version:2.0.0")
    #expect(attempts.deaths == 0)
    // Hosts that need the old shape can still join.
    #expect(try await database.column("SELECT contracts::text FROM nomad.run") == ["[]"])
    try await database.query(
      """
      INSERT INTO nomad.host (id, name, version, contracts, lease)
      VALUES ('a', 'host a', '3.0.0', '["version:2.0.0"]', interval '1 h')
      """
    )
    let tool = try Child(TestHost.product("nomadctl"), ["fleet", "status", "--database", database.url])
    #expect(await tool.wait() == 0)
    #expect(tool.text.contains("the contract tribe version:2.0.0 waits: its last attempt ended: DropAmount"))
    #expect(tool.text.contains("\(Self.query) 2 rows."), "\(tool.text)")
    try await database.query("UPDATE orders SET total = amount WHERE total IS NULL")
    #expect(try await migrator.migrate().migrated.map(\.name) == ["RequiresNoneTests.DropAmount"])
    #expect(try await !hasAmount(database))
    #expect(try await migrator.plan().isEmpty)
  }

  @Test(
    "A row that is added between the first count and the lock is found, and none can be added after the lock",
    arguments: ["read committed", "repeatable read", "serializable"]
  )
  func locked(level: String) async throws {
    let database = try await TestDatabase()
    try await database.query("ALTER DATABASE \(database.name) SET default_transaction_isolation = '\(level)'")
    let inserts = Locked<[String]>([])
    let app = try await database.connect()
    _ = try await app.query("SET lock_timeout = '100ms'", [])
    let connection = Interrupted(connection: try await database.connect()) { sql in
      guard sql.hasPrefix("LOCK TABLE") || sql.hasPrefix("ALTER TABLE orders DROP") else { return }
      do {
        _ = try await app.query("INSERT INTO orders (amount) VALUES (7)", [])
        inserts.append("\(sql.prefix(5)) done")
      } catch let error as PostgresError {
        inserts.append("\(sql.prefix(5)) \(error.code)")
      }
    }
    let migrator = try migrator(connection)
    #expect(
      try await migrator.migrate().migrated.map(\.name) == ["RequiresNoneTests.Create", "RequiresNoneTests.Later"]
    )
    #expect(inserts.all == ["LOCK  done"])
    #expect(try await hasAmount(database))
    // The next attempt finds the row at once, without a lock.
    #expect(try await migrator.migrate().migrated.isEmpty)
    #expect(inserts.all == ["LOCK  done"])
    #expect(try await database.column("SELECT amount::text FROM orders WHERE total IS NULL") == ["7"])
    try await database.query("UPDATE orders SET total = amount WHERE total IS NULL")
    try await database.query(
      "CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.total := NEW.amount; RETURN NEW; END'"
    )
    try await database.query("CREATE TRIGGER fill BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION fill()")
    #expect(try await migrator.migrate().migrated.map(\.name) == ["RequiresNoneTests.DropAmount"])
    // With the lock, the app has to wait.
    #expect(inserts.all == ["LOCK  done", "LOCK  done", "ALTER 55P03"])
    #expect(try await database.column("SELECT count(*)::text FROM orders WHERE total IS NULL") == ["0"])
  }

  @Test("No row of an old version that inserts during the deployment is lost")
  func traffic() async throws {
    let database = try await TestDatabase()
    try await Nomad(
      try TribeRegistry([Create.self]),
      ledger: try await database.ledger(),
      currentVersion: .unlimited
    ).migrate()
    let migrator = try migrator(try await database.connect())
    let hasEnded = Flag()
    let inserted = try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 0..<4 {
        group.addTask {
          let app = try await database.connect()
          var ids: [String] = []
          do {
            while !hasEnded.value {
              let rows = try await app.query("INSERT INTO orders (amount) VALUES (7) RETURNING id::text", [])
              ids += rows.compactMap { $0[0] }
              try await Task.sleep(for: .milliseconds(.random(in: 0...20)))
            }
          } catch let error as PostgresError where error.code == "42703" {
            // The column is gone, and the server refuses the row: the app knows that it is not saved.
          }
          await app.close()
          return ids
        }
      }
      group.addTask {
        defer { hasEnded.set() }
        for _ in 0..<20 {
          _ = try await migrator.migrate()
          guard try await hasAmount(database) else { break }
          try await database.query("UPDATE orders SET total = amount WHERE total IS NULL")
        }
        return []
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    // The tribe runs at the latest when the traffic has ended.
    if try await hasAmount(database) {
      try await database.query("UPDATE orders SET total = amount WHERE total IS NULL")
      try await migrator.migrate()
    }
    #expect(try await !hasAmount(database))
    #expect(inserted.count > 0)
    #expect(
      try await database.column("SELECT count(*)::text FROM orders WHERE total IS NOT NULL") == [
        "\(100 + inserted.count)"
      ]
    )
  }

  @Test("A tribe without a transaction cannot require that there are no rows")
  func withoutTransaction() async throws {
    struct Unlocked: PostgresTribe {
      static let target: TribeTarget = .literal("2.0.0")
      static let phase: TribePhase = .contract
      static let isTransactional = false
      static let requiresNone = [PostgresRows(in: "orders", where: "total IS NULL")]
      func migrate(_ db: PostgresTransaction) async throws {
        try await db.execute("ALTER TABLE orders DROP COLUMN amount")
      }
    }
    let database = try await TestDatabase()
    let registry = try TribeRegistry([Create.self, Unlocked.self])
    let ledger = PostgresLedger(try await database.connect(), contracts: .atOnce)
    let error = await #expect(throws: NomadError.self) {
      try await Nomad(registry, ledger: ledger, currentVersion: .unlimited).migrate()
    }
    #expect("\(error.map(String.init(describing:)) ?? "")".contains("no transaction that could hold the lock"))
    #expect(try await hasAmount(database))
  }
}

/// Texts that several tasks add.
final class Locked<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  var all: Value { lock.withLock { value } }
}

extension Locked where Value == [String] {
  func append(_ text: String) { lock.withLock { value.append(text) } }
}
