import Foundation
import Nomad
import NomadFiles
import NomadPostgres
import Testing

/// Libraries of one process that keep their tables in one database, each with the ledger of its own schema.
@Suite("Several ledgers in one database", .serialized)
struct LibrariesTests {
  enum Orders {
    struct Create: PostgresTribe {
      static let target: TribeTarget = .literal("1.0.0")
      func migrate(_ db: PostgresTransaction) async throws { try await db.execute("CREATE TABLE orders (id int)") }
    }

    struct Waits: PostgresTribe {
      static let target: TribeTarget = .literal("2.0.0")
      @TribeDependency private var gate: Gate
      func migrate(_ db: PostgresTransaction) async throws {
        try await db.execute("ALTER TABLE orders ADD COLUMN total int")
        gate.begun.set()
        while !gate.isOpen.value { try await Task.sleep(for: .milliseconds(5)) }
      }
    }

    struct Drop: PostgresTribe {
      static let target: TribeTarget = .literal("3.0.0")
      static let phase: TribePhase = .contract
      func migrate(_ db: PostgresTransaction) async throws { try await db.execute("ALTER TABLE orders DROP COLUMN id") }
    }
  }

  enum Billing {
    struct Create: PostgresTribe {
      static let target: TribeTarget = .literal("1.0.0")
      func migrate(_ db: PostgresTransaction) async throws { try await db.execute("CREATE TABLE invoice (id int)") }
    }

    struct Broken: PostgresTribe {
      static let target: TribeTarget = .literal("2.0.0")
      func migrate(_ db: PostgresTransaction) async throws { try await db.execute("SELECT 1 / 0") }
    }
  }

  final class Gate: Sendable {
    let begun = Flag()
    let isOpen = Flag()
  }

  private func nomad(
    _ schema: String,
    in database: TestDatabase,
    _ tribes: any ListedTribe.Type...
  ) async throws -> Nomad {
    let ledger = PostgresLedger(try await database.connect(), schema: schema, waitingAtMost: .seconds(60))
    return Nomad(try TribeRegistry(tribes), ledger: ledger, currentVersion: .exactly("3.0.0"))
  }

  @Test("Tribes with the same target run once in each ledger, also with one connection")
  func sameTargets() async throws {
    let database = try await TestDatabase()
    let connection = try await database.connect()
    for _ in 0..<2 {
      try await Nomad(TribeRegistry([Billing.Create.self]), ledger: .postgres(connection, schema: "billing_nomad"))
        .migrate()
      try await Nomad(TribeRegistry([Orders.Create.self]), ledger: .postgres(connection)).migrate()
    }
    for schema in ["nomad", "billing_nomad"] {
      #expect(
        try await database.column("SELECT record::jsonb ->> 'key' FROM \(schema).ledger") == [
          "version:1.0.0", "version:1.0.0",
        ]
      )
    }
    #expect(
      try await database.column("SELECT to_regclass('orders')::text || to_regclass('invoice')") == ["ordersinvoice"]
    )
  }

  @Test("A library migrates while another one is in the middle of a tribe, and its failure stops nobody else")
  func atOnce() async throws {
    let (database, gate) = (try await TestDatabase(), Gate())
    let orders = try await nomad("nomad", in: database, Orders.Create.self, Orders.Waits.self).providing(gate)
    let run = Task { try await orders.migrate() }
    while !gate.begun.value { try await Task.sleep(for: .milliseconds(5)) }
    try await nomad("billing_nomad", in: database, Billing.Create.self).migrate()
    let broken = try await nomad("billing_nomad", in: database, Billing.Create.self, Billing.Broken.self)
    await #expect(throws: NomadError.self) { try await broken.migrate() }
    gate.isOpen.set()
    #expect(try await run.value.migrated.count == 2)
    #expect(try await broken.plan().pending.count == 1)
    #expect(try await orders.plan().pending.isEmpty)
  }

  @Test(
    "Each ledger has a fleet of its own: the hosts of one library do not keep the contract tribes of another waiting"
  )
  func fleets() async throws {
    let database = try await TestDatabase()
    let fleet = { @Sendable (schema: String) in
      PostgresFleet { PostgresLedger(try await database.connect(), schema: schema) }
    }
    let orders = Nomad(try TribeRegistry([Orders.Create.self, Orders.Drop.self]), currentVersion: .exactly("3.0.0"))
    let billing = Nomad(try TribeRegistry([Billing.Create.self]), currentVersion: .exactly("1.0.0"))
    let columns = "SELECT count(*)::text FROM information_schema.columns WHERE table_name = 'orders'"
    let seen = try await fleet("billing_nomad").serve(billing) {
      try await fleet("nomad").serve(orders) {
        try await database.column(
          "SELECT count(*)::text FROM nomad.host UNION ALL SELECT count(*)::text FROM billing_nomad.host UNION ALL \(columns)"
        )
      }
    }
    #expect(seen == ["1", "1", "0"])
  }
}
