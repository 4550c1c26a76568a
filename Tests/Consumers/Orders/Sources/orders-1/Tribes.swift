import NomadPostgres

struct CreateOrders: PostgresTribe {
  static let target: TribeTarget = .literal("1.0.0")

  func migrate(_ db: PostgresTransaction) async throws {
    try await db.execute("CREATE TABLE orders (id bigserial PRIMARY KEY, amount int NOT NULL)")
    try await db.execute("INSERT INTO orders (amount) SELECT i % 100 FROM generate_series(1, 5000) i")
  }
}
