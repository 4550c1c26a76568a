// The samples of the documentation. `SampleTests` looks for them here.

import Nomad
import NomadLibPQ
import NomadPostgres

struct AddTotal: PostgresTribe {
  static let target: TribeTarget = .literal("2.1.0")

  func migrate(_ db: PostgresTransaction) async throws {
    try await db.execute("ALTER TABLE orders ADD COLUMN total numeric")
  }
}

func upgrade() async throws {
  let connection = try await LibPQConnection.connect("postgresql://orders@db.example.com/orders")
  try await Nomad(.generated, ledger: .postgres(connection)).migrate()
  await connection.close()
}

struct IndexCustomers: PostgresTribe {
  static let target: TribeTarget = .literal("2.2.0")
  static let transaction: TribeTransaction = .none

  func migrate(_ db: PostgresTransaction) async throws {
    try await db.execute("DROP INDEX CONCURRENTLY IF EXISTS orders_customer")
    try await db.execute("CREATE INDEX CONCURRENTLY orders_customer ON orders (customer)")
  }
}

struct RequireCustomer: PostgresTribe {
  static let target: TribeTarget = .literal("2.3.0")
  static let timeouts = PostgresTimeouts(lock: .seconds(1), statement: .seconds(60), retries: 30)

  func migrate(_ db: PostgresTransaction) async throws {
    try await db.execute("ALTER TABLE orders ALTER COLUMN customer SET NOT NULL")
  }
}

func start(_ connection: LibPQConnection) async throws {
  let ledger = PostgresLedger(connection, lease: .seconds(10), waitingAtMost: .seconds(600))
  try await Nomad(.generated, ledger: ledger).migrate { event in
    if case .waiting(let holder) = event { print("Waiting for \(holder)") }
  }
}

func skip(in ledger: PostgresLedger) async throws {
  try await ledger.markAsDone(.literal("2.3.0"), reason: "by hand, INC-4711")
}

struct FillTotals: PostgresBatchTribe {
  static let target: TribeTarget = .literal("2.1.1")
  static let pause: Duration = .milliseconds(20)

  func migrate(_ db: PostgresTransaction, after last: Int?) async throws -> Int? {
    let rows = try await db.query(
      """
      UPDATE orders SET total = amount * 1.2
      WHERE id IN (SELECT id FROM orders WHERE id > $1::int ORDER BY id LIMIT 1000)
      RETURNING id::text
      """,
      "\(last ?? 0)"
    )
    return rows.compactMap { $0[0].flatMap(Int.init) }.max()
  }
}

struct DropAmount: PostgresTribe {
  static let target: TribeTarget = .literal("3.0.0")
  static let phase: TribePhase = .contract

  func migrate(_ db: PostgresTransaction) async throws {
    try await db.execute("ALTER TABLE orders DROP COLUMN amount")
  }
}

func adopting(_ connection: LibPQConnection) -> Nomad {
  var migrator = Nomad(.generated, ledger: .postgres(connection))
  migrator.predecessors = [
    .postgresMigrations(connection, targets: ["CreateOrders": .literal("1.0.0"), "AddNotes": .literal("1.1.0")])
  ]
  return migrator
}
