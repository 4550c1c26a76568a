// The samples of the documentation. `SampleTests` looks for them here.

import Nomad
import NomadLibPQ
import NomadPostgres

struct AddNote: PostgresTribe {
  static let target: TribeTarget = .literal("2.0.0")

  func migrate(_ db: PostgresTransaction) async throws {
    try await db.execute("ALTER TABLE orders ADD COLUMN note text")
  }
}

func upgrade() async throws {
  let connection = try await LibPQConnection.connect("postgresql://orders@db.example.com/orders")
  try await Nomad(.generated, ledger: .postgres(connection)).migrate()
  await connection.close()
}

struct IndexCustomers: PostgresTribe {
  static let target: TribeTarget = .literal("2.2.0")
  static let isTransactional = false

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

struct FillTotals: PostgresBatchTribe {
  static let target: TribeTarget = .literal("2.1.1")
  static let pause: Duration = .milliseconds(20)

  func upperBound(_ db: PostgresTransaction) async throws -> Int? {
    try await db.query("SELECT max(id)::text FROM orders")[0][0].flatMap(Int.init)
  }

  func migrate(_ db: PostgresTransaction, after last: Int?, upTo bound: Int?) async throws -> Int? {
    let rows = try await db.query(
      """
      WITH batch AS (
        SELECT id FROM orders WHERE id > $1::bigint AND id <= $2::bigint ORDER BY id LIMIT 1000
      ), filled AS (
        UPDATE orders SET total = amount * 1.2 WHERE id IN (SELECT id FROM batch) AND total IS NULL
      )
      SELECT max(id)::text FROM batch
      """,
      "\(last ?? 0)",
      bound.map(String.init)
    )
    return rows[0][0].flatMap(Int.init)
  }
}

struct AddTotal: PostgresTribe {
  static let target: TribeTarget = .literal("2.1.0")

  func migrate(_ db: PostgresTransaction) async throws {
    try await db.execute("ALTER TABLE orders ADD COLUMN total numeric, ALTER COLUMN amount DROP NOT NULL")
    try await db.execute(
      """
      CREATE FUNCTION fill_total() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.amount IS DISTINCT FROM OLD.amount AND NEW.total IS NOT DISTINCT FROM OLD.total THEN
          NEW.total := NEW.amount * 1.2;
        END IF;
        RETURN NEW;
      END $$
      """
    )
    try await db.execute(
      "CREATE TRIGGER fill_total BEFORE INSERT OR UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION fill_total()"
    )
  }
}

enum Thumbnails {
  static func removeOldSizes() async throws {}
}

struct RemoveThumbnails: FleetTribe {
  static let target: TribeTarget = .literal("3.1.0")
  static let phase: TribePhase = .contract

  func migrate() async throws {
    try await Thumbnails.removeOldSizes()
  }
}

struct DropAmount: PostgresTribe {
  static let target: TribeTarget = .literal("3.0.0")
  static let phase: TribePhase = .contract
  static let requiresNone = [PostgresRows(in: "orders", where: "total IS NULL")]

  func migrate(_ db: PostgresTransaction) async throws {
    try await db.execute("DROP TRIGGER fill_total ON orders")
    try await db.execute("DROP FUNCTION fill_total()")
    try await db.execute("ALTER TABLE orders DROP COLUMN amount")
  }
}
