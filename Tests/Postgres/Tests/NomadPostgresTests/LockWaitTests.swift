import Nomad
import Testing

@testable import NomadPostgres

@Suite("Waiting for a lock", .serialized)
struct LockWaitTests {
  private static let timeout = PostgresError(code: "55P03", message: "canceling statement due to lock timeout")
  private static let deadlock = PostgresError(code: "40P01", message: "deadlock detected")

  private func pauses(_ timeouts: PostgresTimeouts, after error: PostgresError, _ scale: Double) -> [Duration] {
    (1...9).map { timeouts.pause(beforeRetry: $0, after: error, scale) }
  }

  @Test("By default, a tribe waits 1 s for a lock, and each pause is at least as long")
  func defaults() {
    let timeouts = PostgresLedger.defaultTimeouts
    #expect(timeouts.settings == ["1000", nil])
    let milliseconds = [1_000, 1_000, 1_000, 1_000, 1_600, 3_200, 6_400, 10_000, 10_000]
    #expect(pauses(timeouts, after: Self.timeout, 1) == milliseconds.map { .milliseconds($0) })
    for scale in [0, 0.5] {
      #expect(pauses(timeouts, after: Self.timeout, scale).allSatisfy { $0 >= .seconds(1) })
    }
  }

  @Test("A tribe with a longer lock timeout also pauses for longer")
  func longer() {
    let timeouts = PostgresLedger.defaultTimeouts.overridden(by: PostgresTimeouts(lock: .seconds(20)))
    #expect(pauses(timeouts, after: Self.timeout, 1) == Array(repeating: .seconds(20), count: 9))
  }

  @Test("After a deadlock, which held up no queue, the first pause is short")
  func deadlock() {
    let milliseconds = [100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]
    #expect(pauses(PostgresLedger.defaultTimeouts, after: Self.deadlock, 1) == milliseconds.map { .milliseconds($0) })
    #expect(pauses(PostgresTimeouts(lock: .zero), after: Self.timeout, 1)[0] == .milliseconds(100))
  }

  @Test("The timeout of each attempt is the default one, and the app's statements get through between two attempts")
  func attempts() async throws {
    struct Alter: PostgresTribe {
      static let target: TribeTarget = .literal("1.0.0")
      func migrate(_ db: PostgresTransaction) async throws {
        let timeout = try await db.query("SELECT current_setting('lock_timeout')")
        guard timeout == [["1s"]] else { throw ServerFailure(description: "\(timeout)") }
        try await db.execute("ALTER TABLE note ADD COLUMN tag text")
      }
    }
    let database = try await TestDatabase()
    try await database.query("CREATE TABLE note (id int)")
    let (reader, app) = (try await database.connect(), try await database.connect())
    _ = try await reader.query("BEGIN", [])
    _ = try await reader.query("SELECT id::text FROM note", [])
    // In the pause after the first attempt, nothing keeps the app from the table.
    _ = try await app.query("SET lock_timeout = '100ms'", [])
    let attempts = Counter()
    let connection = Interrupted(connection: try await database.connect()) { _ in
    } after: { sql in
      guard sql == "ROLLBACK", attempts.next() == 1 else { return }
      _ = try await app.query("SELECT id::text FROM note", [])
      _ = try await reader.query("COMMIT", [])
    }
    let registry = try TribeRegistry([Alter.self])
    #expect(try await Nomad(registry, ledger: PostgresLedger(connection)).migrate().migrated.count == 1)
    #expect(attempts.next() == 2)
  }
}
