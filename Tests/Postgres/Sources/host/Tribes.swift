import Nomad
import NomadPostgres

// Each effect is counted: a tribe that ran twice has two rows. A sequence counts attempts, because a rollback does not
// reset it.

struct CreateOrders: PostgresTribe {
  static let target: TribeTarget = .literal("1.0.0")

  func migrate(_ db: PostgresTransaction) async throws {
    try await db.execute("CREATE TABLE effect (tribe text NOT NULL, at timestamptz NOT NULL DEFAULT clock_timestamp())")
    try await db.execute("CREATE TABLE orders (id int PRIMARY KEY, amount int NOT NULL, total numeric)")
    try await db.execute("CREATE SEQUENCE attempts")
    try await db.execute("INSERT INTO orders SELECT i, i % 100 FROM generate_series(1, 1000) i")
    try await Pace.slow(db)
    try await db.execute("INSERT INTO effect (tribe) VALUES ('CreateOrders')")
  }
}

struct FillTotals: RevertiblePostgresTribe {
  static let target: TribeTarget = .literal("1.1.0")

  func migrate(_ db: PostgresTransaction) async throws {
    _ = try await db.query("SELECT nextval('attempts')::text")
    try await db.execute("INSERT INTO effect (tribe) VALUES ('FillTotals')")
    for part in 0..<10 {
      try await db.execute("UPDATE orders SET total = amount * 1.2 WHERE id % 10 = $1::int", "\(part)")
      TribeAttempt.current?.report(part + 1, of: 10)
      try await Pace.slow(db)
    }
  }

  func revert(_ db: PostgresTransaction) async throws {
    try await db.execute("DELETE FROM effect WHERE tribe = 'FillTotals'")
    try await Pace.slow(db)
    try await db.execute("UPDATE orders SET total = NULL")
  }
}

/// A tribe that replaces the two before.
///
/// Hosts with `NOMAD_HOST_MERGED` have it in place of them.
// nomad:ignore: the generated registry has the tribes that it merges
struct MergeOrders: PostgresTribe {
  static let target: TribeTarget = .literal("1.1.5")
  static let merges: [String] = ["1.0.0", "1.1.0"]

  func migrate(_ db: PostgresTransaction) async throws {
    if try !TribeAttempt.wasDone("1.0.0") { try await CreateOrders().migrate(db) }
    if try !TribeAttempt.wasDone("1.1.0") { try await FillTotals().migrate(db) }
  }
}

struct IndexAmounts: RevertiblePostgresTribe {
  static let target: TribeTarget = .literal("1.2.0")
  static let isTransactional = false

  func migrate(_ db: PostgresTransaction) async throws {
    try await db.execute("DROP INDEX CONCURRENTLY IF EXISTS orders_amount")
    try await db.execute("CREATE INDEX CONCURRENTLY orders_amount ON orders (amount)")
  }

  func revert(_ db: PostgresTransaction) async throws {
    try await Pace.slow(db)
    try await db.execute("DROP INDEX CONCURRENTLY IF EXISTS orders_amount")
  }
}

struct AddNotes: RevertiblePostgresTribe {
  static let target: TribeTarget = .once("2026-12-notes")

  func migrate(_ db: PostgresTransaction) async throws {
    _ = try await db.query("SELECT nextval('attempts')::text")
    try await db.execute("ALTER TABLE orders ADD COLUMN note text NOT NULL DEFAULT ''")
    try await Pace.slow(db)
    try await db.execute("INSERT INTO effect (tribe) VALUES ('AddNotes')")
  }

  func revert(_ db: PostgresTransaction) async throws {
    try await db.execute("DELETE FROM effect WHERE tribe = 'AddNotes'")
    try await Pace.slow(db)
    try await db.execute("ALTER TABLE orders DROP COLUMN note")
  }
}
