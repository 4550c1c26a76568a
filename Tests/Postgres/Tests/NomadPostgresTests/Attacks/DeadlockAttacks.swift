import Foundation
import NomadLibPQ
import NomadPostgres
import Testing

extension Attacks {
  @Suite("Traffic that takes locks in the opposite order")
  struct DeadlockAttacks {
    /// Whether the holder of the ledger waits for a lock.
    private static let isBlocked = """
      SELECT (count(*) > 0)::text FROM pg_locks l JOIN pg_stat_activity a USING (pid)
      WHERE l.locktype = 'advisory' AND l.granted AND a.wait_event_type = 'Lock'
        AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
      """

    /// The lock that a tribe takes last, and one that it takes earlier.
    private struct Opposition: Sendable {
      let tribe: String
      let last: String
      let before: String
    }

    private static let oppositions = [
      Opposition(
        tribe: "FillTotals",
        last: "UPDATE orders SET amount = amount WHERE id % 10 = 9",
        before: "UPDATE orders SET amount = amount WHERE id % 10 = 0"
      ),
      Opposition(
        tribe: "FillTotals",
        last: "SELECT id FROM orders WHERE id = 500 FOR UPDATE",
        before: "LOCK TABLE effect IN SHARE ROW EXCLUSIVE MODE"
      ),
      Opposition(
        tribe: "AddNotes",
        last: "LOCK TABLE effect IN SHARE ROW EXCLUSIVE MODE",
        before: "SELECT count(*)::text FROM orders"
      ),
    ]

    @Test("A tribe that loses a deadlock is retried and succeeds")
    func deadlock() async {
      let cases = (0..<(isFull ? 50 : 2)).flatMap { _ in Self.oppositions.indices.map { $0 } }
      await run("deadlocks", cases) { index, database in
        let opposition = Self.oppositions[index]
        var verdict = Verdict()
        let client = try await database.connect()
        // The host detects the deadlock first, and gives way.
        _ = try await client.query("SET deadlock_timeout = '60s'", [])
        // Before this tribe, the host waits for the table that the client locks.
        let host = try TestHost(database, sleep: 10, pause: 10)
        try await host.waitFor("finished CreateOrders\n")
        if opposition.tribe == "AddNotes" { try await host.waitFor("finished IndexAmounts\n") }
        var deadlocks = 0
        for _ in 0..<3 {
          _ = try await client.query("BEGIN", [])
          _ = try await client.query(opposition.last, [])
          var isBlocked = false
          for _ in 0..<400 where !isBlocked {
            isBlocked = try await database.column(Self.isBlocked) == ["true"]
            if !isBlocked { try await Task.sleep(for: .milliseconds(5)) }
          }
          do {
            _ = try await client.query(opposition.before, [])
            if isBlocked { deadlocks += 1 }
          } catch let error as PostgresError where error.isExpected {}
          _ = try await client.query("ROLLBACK", [])
        }
        await verdict.requireDone(host)
        try await verdict.requireCompletion(of: database)
        let attempts = try await database.column("SELECT (last_value - 2)::text FROM attempts")
        verdict.isHit = deadlocks > 0 && attempts != ["0"]
        await client.close()
        return verdict
      }
    }

    @Test("Restarted hosts run each tribe once under random traffic")
    func traffic() async {
      let statements = [
        "UPDATE orders SET amount = amount WHERE id % 10 = 9", "UPDATE orders SET amount = amount WHERE id % 10 = 0",
        "LOCK TABLE effect IN SHARE MODE", "SELECT id FROM orders FOR SHARE", "SELECT count(*)::text FROM orders",
        "LOCK TABLE orders IN SHARE ROW EXCLUSIVE MODE", "SELECT count(*)::text FROM nomad.ledger",
        "SELECT single::text FROM nomad.run FOR UPDATE",
      ]
      await run("random traffic", Array(0..<(isFull ? 100 : 2))) { _, database in
        var verdict = Verdict()
        let isDone = Flag()
        let failures = try await withThrowingTaskGroup(of: Int?.self) { group in
          for _ in 0..<4 {
            group.addTask {
              let client = try await database.connect()
              for _ in 0..<200 where !isDone.value {
                do {
                  _ = try await client.query("BEGIN", [])
                  for statement in statements.shuffled().prefix(3) {
                    _ = try await client.query(statement, [])
                    try await Task.sleep(for: .milliseconds(.random(in: 0...15)))
                  }
                } catch let error as PostgresError where error.isExpected {}
                _ = try await client.query("ROLLBACK", [])
                try await Task.sleep(for: .milliseconds(.random(in: 0...40)))
              }
              await client.close()
              return 0
            }
          }
          let failures = try await TestHost.untilDone(database, attempts: 20) { try TestHost(database, pause: 5) }
          isDone.set()
          try await group.waitForAll()
          return failures
        }
        verdict.require(failures != nil, "no host was ever done")
        try await verdict.requireCompletion(of: database)
        return verdict
      }
    }
  }
}

extension PostgresError {
  /// Whether a client of the tests gave way in a deadlock, or a table does not exist yet.
  fileprivate var isExpected: Bool { ["40P01", "55P03", "42P01", "3F000"].contains(code) }
}
