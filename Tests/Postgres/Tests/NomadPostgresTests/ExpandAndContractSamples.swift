import Nomad
import NomadPostgres
import Testing

@testable import samples

/// The samples for two versions at once, as the documentation shows them, on a server.
@Suite("The samples that expand and contract a table", .serialized)
struct ExpandAndContractSamples {
  struct Create: PostgresTribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate(_ db: PostgresTransaction) async throws {
      try await db.execute("CREATE TABLE orders (id bigserial PRIMARY KEY, amount numeric NOT NULL)")
      try await db.execute("INSERT INTO orders (amount) SELECT 10 FROM generate_series(1, 2500)")
    }
  }

  @Test("What hosts of both versions write during the backfill is neither lost nor overwritten")
  func traffic() async throws {
    let (database, batches) = (try await TestDatabase(), Counter())
    let connection = Interrupted(connection: try await database.connect()) { sql in
      // The app works before the second batch: hosts of the old version insert and change rows, above and below the
      // cursor, and a host of the new version changes a row above it.
      guard sql.hasPrefix("WITH batch"), batches.next() == 2 else { return }
      for statement in [
        "INSERT INTO orders (amount) VALUES (20), (20)", "UPDATE orders SET amount = 30 WHERE id IN (5, 2005)",
        "UPDATE orders SET amount = 40, total = 44 WHERE id = 2006",
      ] {
        try await database.query(statement)
      }
    }
    let first = try TribeRegistry([Create.self, AddTotal.self, FillTotals.self])
    try await Nomad(first, ledger: .postgres(connection), currentVersion: .exactly("2.1.1")).migrate()
    // Three batches, and one that finds nothing up to the bound.
    #expect(batches.next() == 5)
    let totals = try await database.query(
      "SELECT total::text, count(*)::text FROM orders GROUP BY total ORDER BY total"
    )
    #expect(totals == [["12.0", "2497"], ["24.0", "2"], ["36.0", "2"], ["44", "1"]])
    // The next version writes only the new column.
    try await database.query("INSERT INTO orders (total) VALUES (50)")
    let second = try TribeRegistry([Create.self, AddTotal.self, FillTotals.self, DropAmount.self])
    let ledger = PostgresLedger(try await database.connect(), contracts: .atOnce)
    let report = try await Nomad(second, ledger: ledger, currentVersion: .exactly("3.0.0")).migrate()
    #expect(report.migrated.map(\.name) == ["DropAmount"])
    let columns = "SELECT column_name FROM information_schema.columns WHERE table_name = 'orders' ORDER BY 1"
    #expect(try await database.column(columns) == ["id", "total"])
    #expect(try await database.column("SELECT count(*)::text FROM orders WHERE total IS NOT NULL") == ["2503"])
    // The trigger is gone with the column.
    try await database.query("INSERT INTO orders (total) VALUES (60)")
  }
}
