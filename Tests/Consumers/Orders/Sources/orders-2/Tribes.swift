import NomadPostgres

struct CreateOrders: PostgresTribe {
  static let target: TribeTarget = .literal("1.0.0")

  func migrate(_ db: PostgresTransaction) async throws {
    try await db.execute("CREATE TABLE orders (id bigserial PRIMARY KEY, amount int NOT NULL)")
    try await db.execute("INSERT INTO orders (amount) SELECT i % 100 FROM generate_series(1, 5000) i")
  }
}

/// Adds an amount in cents.
///
/// While hosts of both versions write, a trigger fills in the other version's column.
struct AddCents: PostgresTribe {
  static let target: TribeTarget = .literal("2.0.0")

  func migrate(_ db: PostgresTransaction) async throws {
    try await db.execute("ALTER TABLE orders ADD COLUMN cents int")
    try await db.execute(
      """
      CREATE FUNCTION fill_amounts() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.cents := coalesce(NEW.cents, NEW.amount * 100);
        NEW.amount := coalesce(NEW.amount, NEW.cents / 100);
        RETURN NEW;
      END $$
      """
    )
    try await db.execute(
      "CREATE TRIGGER fill_amounts BEFORE INSERT OR UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION fill_amounts()"
    )
  }
}

struct FillCents: PostgresBatchTribe {
  static let target: TribeTarget = .literal("2.0.1")

  func upperBound(_ db: PostgresTransaction) async throws -> Int? {
    try await db.query("SELECT max(id)::text FROM orders")[0][0].flatMap(Int.init)
  }

  func migrate(_ db: PostgresTransaction, after last: Int?, upTo bound: Int?) async throws -> Int? {
    let rows = try await db.query(
      """
      WITH batch AS (
        SELECT id FROM orders WHERE id > $1::bigint AND id <= $2::bigint ORDER BY id LIMIT 500
      ), filled AS (
        UPDATE orders SET cents = amount * 100 WHERE id IN (SELECT id FROM batch) AND cents IS NULL
      )
      SELECT max(id)::text FROM batch
      """,
      "\(last ?? 0)",
      bound.map(String.init)
    )
    return rows[0][0].flatMap(Int.init)
  }
}

/// Removes the column of the first version.
struct DropAmount: PostgresTribe {
  static let target: TribeTarget = .literal("2.0.2")
  static let phase: TribePhase = .contract
  static let requiresNone = [PostgresRows(in: "orders", where: "cents IS NULL")]

  func migrate(_ db: PostgresTransaction) async throws {
    try await db.execute("DROP TRIGGER fill_amounts ON orders")
    try await db.execute("DROP FUNCTION fill_amounts()")
    try await db.execute("ALTER TABLE orders DROP COLUMN amount, ALTER COLUMN cents SET NOT NULL")
  }
}
