import Foundation
import Nomad
import NomadBatches
import NomadFiles
import NomadLibPQ
import NomadPostgres
import NomadTesting
import Testing

@Suite("Tribes that work in batches", .serialized)
struct BatchTests {
  struct Create: PostgresTribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate(_ db: PostgresTransaction) async throws {
      try await db.execute("CREATE TABLE orders (id int PRIMARY KEY, total int NOT NULL DEFAULT 0)")
      try await db.execute("INSERT INTO orders SELECT i FROM generate_series(1, 1000) i")
    }
  }

  /// Adds 1 to each total, 100 rows at a time, so that a batch which runs twice is visible.
  struct Fill: PostgresBatchTribe {
    static let target: TribeTarget = .literal("1.1.0")

    func migrate(_ db: PostgresTransaction, after last: Int?) async throws -> Int? {
      let rows = try await db.query(
        """
        UPDATE orders SET total = total + 1
        WHERE id IN (SELECT id FROM orders WHERE id > $1::int ORDER BY id LIMIT 100)
        RETURNING id::text
        """,
        "\(last ?? 0)"
      )
      let end = rows.compactMap { $0[0].flatMap(Int.init) }.max()
      if let end { TribeAttempt.current?.report(end, of: 1000) }
      return end
    }
  }

  private func ledger(of database: TestDatabase) async throws -> PostgresLedger { try await database.ledger() }

  @Test("No batch is lost or repeated when processes die before they write their fifth record")
  func killed() async throws {
    let registry = try TribeRegistry([Create.self, Fill.self])
    let database = try await TestDatabase()
    for deaths in 1...40 {
      var count = 0
      let counter = Counter()
      let ledger = DyingLedger(try await ledger(of: database), before: { _ in counter.next() == 5 })
      do {
        count = try await Nomad(registry, ledger: ledger).migrate().migrated.count
        let wrong = try await database.column("SELECT count(*)::text FROM orders WHERE total <> 1")
        #expect(wrong == ["0"])
        #expect(count > 0)
        #expect(deaths > 2)
        return
      } catch {}
    }
    Issue.record("it never ends")
  }

  @Test("A batch that fails with a deadlock is retried with its own cursor")
  func retried() async throws {
    let database = try await TestDatabase()
    try await Nomad(TribeRegistry([Create.self]), ledger: ledger(of: database)).migrate()
    struct Once: PostgresBatchTribe {
      static let target: TribeTarget = .literal("1.1.0")
      static let tries = Counter()
      func migrate(_ db: PostgresTransaction, after last: Int?) async throws -> Int? {
        try await db.execute("UPDATE orders SET total = total + 1 WHERE id = $1::int", "\((last ?? 0) + 1)")
        // Every second call fails, as with a deadlock.
        if Self.tries.next() % 2 == 1 { throw PostgresError(code: "40P01", message: "deadlock detected") }
        return last == 4 ? nil : (last ?? 0) + 1
      }
    }
    try await Nomad(TribeRegistry([Create.self, Once.self]), ledger: ledger(of: database)).migrate()
    let totals = try await database.column("SELECT id::text FROM orders WHERE total = 1 ORDER BY id")
    #expect(totals == ["1", "2", "3", "4", "5"])
    #expect(try await database.column("SELECT count(*)::text FROM orders WHERE total > 1") == ["0"])
  }

  /// Fills in totals up to a bound, 100 rows at a time, while the app adds as many rows.
  struct Bounded: PostgresBatchTribe {
    static let target: TribeTarget = .literal("1.1.0")
    @TribeDependency private var traffic: Traffic

    func upperBound(_ db: PostgresTransaction) async throws -> Int? {
      traffic.bounds.append("read")
      return try await db.query("SELECT max(id)::text FROM orders")[0][0].flatMap(Int.init)
    }

    func migrate(_ db: PostgresTransaction, after last: Int?, upTo bound: Int?) async throws -> Int? {
      let rows = try await db.query(
        """
        WITH batch AS (
          SELECT id FROM orders WHERE id > $1::int AND id <= $2::int ORDER BY id LIMIT 100
        ), filled AS (
          UPDATE orders SET total = 1 WHERE id IN (SELECT id FROM batch) AND total = 0
        )
        SELECT max(id)::text FROM batch
        """,
        "\(last ?? 0)",
        bound.map(String.init)
      )
      try await traffic.goOn()
      return rows[0][0].flatMap(Int.init)
    }
  }

  /// The app, which adds rows while a tribe runs.
  final class Traffic: Sendable {
    let database: TestDatabase
    let bounds = Locked<[String]>([])
    let batches = Counter()

    init(on database: TestDatabase) { self.database = database }

    func goOn() async throws {
      // Without a bound, the tribe would follow the rows for ever.
      guard batches.next() < 50 else { throw ServerFailure(description: "the tribe does not end") }
      try await database.query(
        "INSERT INTO orders SELECT m + i, 7 FROM (SELECT max(id) AS m FROM orders) o, generate_series(1, 100) i"
      )
    }
  }

  @Test("A tribe with an upper bound ends although rows are added all the time, and does not touch them")
  func traffic() async throws {
    let database = try await TestDatabase()
    let traffic = Traffic(on: database)
    let registry = try TribeRegistry([Create.self, Bounded.self])
    let report = try await Nomad(registry, ledger: ledger(of: database)).providing(traffic).migrate()
    #expect(report.migrated.count == 2)
    // The eleventh batch finds nothing up to the bound.
    #expect(traffic.batches.next() == 12)
    #expect(try await database.column("SELECT count(*)::text FROM orders WHERE total = 1") == ["1000"])
    #expect(try await database.column("SELECT count(*)::text FROM orders WHERE total = 7") == ["1100"])
    #expect(traffic.bounds.all == ["read"])
  }

  @Test("A tribe that is interrupted continues with the bound that it read at first")
  func restarted() async throws {
    let database = try await TestDatabase()
    let traffic = Traffic(on: database)
    let registry = try TribeRegistry([Create.self, Bounded.self])
    // The process dies before its fifth record, which is the third batch's.
    let count = Counter()
    let dying = DyingLedger(try await ledger(of: database), before: { _ in count.next() == 6 })
    await #expect(throws: (any Error).self) {
      try await Nomad(registry, ledger: dying).providing(traffic).migrate()
    }
    let checkpoint = """
      SELECT record::jsonb ->> 'value' FROM nomad.ledger WHERE record::jsonb ->> 'event' = 'checkpoint'
      ORDER BY id DESC LIMIT 1
      """
    #expect(try await database.column(checkpoint) == ["[200,1000]"])
    try await Nomad(registry, ledger: ledger(of: database)).providing(traffic).migrate()
    #expect(traffic.bounds.all == ["read"])
    #expect(try await database.column("SELECT count(*)::text FROM orders WHERE total = 1") == ["1000"])
    #expect(try await database.column("SELECT count(*)::text FROM orders WHERE total NOT IN (1, 7)") == ["0"])
  }

  struct Rows: PostgresBatchTribe {
    @TaskLocal static var end = 5
    static let target: TribeTarget = .literal("1.1.0")
    func migrate(_ db: PostgresTransaction, after last: Int?) async throws -> Int? {
      let next = (last ?? 0) + 1
      guard next <= Self.end else { throw CancellationError() }
      try await db.execute("UPDATE orders SET total = total + 1 WHERE id = $1::int", "\(next)")
      return next == 5 ? nil : next
    }
  }

  struct RowsAgain: PostgresBatchTribe {
    static let target: TribeTarget = .literal("1.1.0")
    func migrate(_ db: PostgresTransaction, after last: Int?) async throws -> Int? {
      try await Rows().migrate(db, after: last)
    }
  }

  @Test("A corrected tribe continues after its cursor, and one with another name starts without a cursor")
  func corrected() async throws {
    for (isRenamed, totals) in [(false, ["1", "1", "1"]), (true, ["2", "2", "1"])] {
      let database = try await TestDatabase()
      let wrong = Nomad(try TribeRegistry([Create.self, Rows.self]), ledger: try await ledger(of: database))
      await Rows.$end.withValue(2) { _ = await #expect(throws: NomadError.self) { try await wrong.migrate() } }
      let tribes: [any ListedTribe.Type] = [Create.self, isRenamed ? RowsAgain.self : Rows.self]
      try await Nomad(try TribeRegistry(tribes), ledger: ledger(of: database)).migrate()
      #expect(try await database.column("SELECT total::text FROM orders WHERE id <= 3 ORDER BY id") == totals)
    }
  }

  @Test("The ledger stays small after a thousand batches")
  func compacted() async throws {
    struct Many: BatchTribe {
      static let target: TribeTarget = .literal("1.1.0")
      func migrate(after last: Int?) async throws -> Int? { last == 1000 ? nil : (last ?? 0) + 1 }
    }
    let database = try await TestDatabase()
    try await Nomad(TribeRegistry([Create.self, Many.self]), ledger: ledger(of: database)).migrate()
    let count = try await database.column("SELECT count(*)::text FROM nomad.ledger")
    #expect((Int(count[0]) ?? .max) <= 130)
    #expect(try await Nomad(TribeRegistry([Create.self, Many.self]), ledger: ledger(of: database)).plan().isEmpty)
  }
}

/// Counts calls, from 1.
final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  func next() -> Int {
    lock.withLock {
      count += 1
      return count
    }
  }
}
