import Foundation
import Nomad
import NomadPostgres
import Testing

extension Attacks {
  @Suite("A lost lock or a damaged ledger")
  struct LostLedgerAttacks {
    /// An accident in the middle of a tribe.
    struct Accident: Sendable {
      /// Statements of the tribe's own session.
      var own: [String] = []
      /// Statements of another session.
      var others: [String] = []
    }

    struct First: PostgresTribe {
      static let target: TribeTarget = .literal("1.0.0")
      func migrate(_ db: PostgresTransaction) async throws {
        try await db.execute("CREATE TABLE effect (tribe text NOT NULL)")
        try await db.execute("INSERT INTO effect VALUES ('First')")
      }
    }

    struct Second: PostgresTribe {
      static let target: TribeTarget = .literal("2.0.0")
      @TribeDependency private var accident: Accident
      @TribeDependency private var database: TestDatabase
      func migrate(_ db: PostgresTransaction) async throws {
        try await db.execute("INSERT INTO effect VALUES ('Second')")
        for statement in accident.own { try await db.execute(statement) }
        for statement in accident.others { try await database.query(statement) }
      }
    }

    struct Third: PostgresTribe {
      static let target: TribeTarget = .literal("3.0.0")
      func migrate(_ db: PostgresTransaction) async throws {
        try await db.execute("INSERT INTO effect VALUES ('Third')")
      }
    }

    private func nomad(_ database: TestDatabase, _ accident: Accident = Accident()) async throws -> Nomad {
      let registry = try TribeRegistry([First.self, Second.self, Third.self])
      return Nomad(registry, ledger: try await database.ledger()).providing(accident).providing(database)
    }

    private static let accidents = [
      Accident(own: ["SELECT pg_advisory_unlock_all()"]),
      Accident(own: ["DISCARD SEQUENCES", "SELECT pg_advisory_unlock_all()"]),
      Accident(own: ["DELETE FROM nomad.run"]),
      Accident(own: ["DROP TABLE nomad.run"]),
      Accident(own: ["DROP TABLE nomad.ledger"]),
      Accident(own: ["DROP SCHEMA nomad CASCADE"]),
      Accident(own: ["UPDATE nomad.run SET token = token + 1"]),
      Accident(own: ["UPDATE nomad.run SET last = last + 1"]),
      Accident(own: ["UPDATE nomad.run SET last = 0"]),
      Accident(own: ["TRUNCATE nomad.run"]),
      Accident(own: ["COMMIT", "SELECT pg_advisory_unlock_all()", "BEGIN"]),
      Accident(others: ["DELETE FROM nomad.run"]),
      Accident(others: ["DROP TABLE nomad.run"]),
      Accident(others: ["DROP TABLE nomad.ledger"]),
      Accident(others: ["DROP SCHEMA nomad CASCADE"]),
      Accident(others: ["UPDATE nomad.run SET token = token + 1"]),
      Accident(others: ["UPDATE nomad.run SET last = last + 1"]),
      Accident(others: ["UPDATE nomad.run SET last = last - 1"]),
      Accident(others: ["ALTER TABLE nomad.ledger RENAME TO other"]),
      Accident(others: [
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
        """
      ]),
    ]

    @Test("A tribe that loses the lock or the ledger is not recorded, and no later tribe runs")
    func lostDuringRun() async {
      await run("a ledger lost during a run", Array(Self.accidents.indices)) { index, database in
        let accident = Self.accidents[index]
        var verdict = Verdict()
        let error = await #expect(throws: NomadError.self) { try await nomad(database, accident).migrate() }
        verdict.require(error?.code != nil, "\(accident): no error")
        let effects = try await database.column("SELECT tribe FROM effect ORDER BY 1")
        let isCommitted = accident.own.first == "COMMIT"
        verdict.require(effects == (isCommitted ? ["First", "Second"] : ["First"]), "\(accident): \(effects)")
        if try await database.column("SELECT to_regclass('nomad.ledger')::text") != ["NULL"] {
          let records = try await database.counts().records
          verdict.require(records.count == 1, "\(accident): \(records)")
        }
        return verdict
      }
    }

    private static let damages = [
      "DROP TABLE nomad.ledger", "DROP TABLE nomad.run", "DELETE FROM nomad.run", "TRUNCATE nomad.ledger",
      "DELETE FROM nomad.ledger WHERE id = 1", "DELETE FROM nomad.ledger WHERE id = 2",
      "DELETE FROM nomad.ledger WHERE id = (SELECT max(id) FROM nomad.ledger)",
      "DELETE FROM nomad.ledger WHERE id > 1",
      "UPDATE nomad.ledger SET id = id + 1 WHERE id = (SELECT max(id) FROM nomad.ledger)",
      "UPDATE nomad.ledger SET id = id + 100", "UPDATE nomad.ledger SET id = -id",
      "UPDATE nomad.ledger SET record = replace(record, '1.0.0', '1.0.1')",
      "UPDATE nomad.ledger SET record = replace(record, 'finished', 'failed')",
      "UPDATE nomad.ledger SET record = '' WHERE id = 1", "UPDATE nomad.ledger SET record = '{}' WHERE id = 1",
      "UPDATE nomad.ledger SET record = 'x' || record", "UPDATE nomad.ledger SET record = record || ' '",
      "UPDATE nomad.ledger SET checksum = 0 WHERE id = 2",
      "UPDATE nomad.ledger SET checksum = checksum + 1", "UPDATE nomad.ledger SET version = version + 1",
      "INSERT INTO nomad.ledger SELECT max(id) + 1, 1, 'x', 1 FROM nomad.ledger",
      "INSERT INTO nomad.ledger SELECT id + 1, version, record, checksum FROM nomad.ledger ORDER BY id DESC LIMIT 1",
      "UPDATE nomad.run SET last = 0", "UPDATE nomad.run SET last = last + 1", "UPDATE nomad.run SET last = last - 1",
      "UPDATE nomad.run SET version = version + 1", "ALTER TABLE nomad.run DROP COLUMN last",
      "ALTER TABLE nomad.run DROP COLUMN token", "ALTER TABLE nomad.ledger DROP COLUMN checksum",
      "ALTER TABLE nomad.ledger DROP COLUMN record", "ALTER TABLE nomad.ledger RENAME TO other",
      "ALTER TABLE nomad.run RENAME TO other",
    ]

    private static let harmless = [
      "ALTER TABLE nomad.run DROP COLUMN token", "UPDATE nomad.run SET last = 0",
      "UPDATE nomad.run SET last = last - 1",
    ]

    @Test("A run on a damaged ledger ends with an error and runs no tribe")
    func damaged() async {
      await run("a ledger damaged between runs", Self.damages) { damage, database in
        var verdict = Verdict()
        let first = Nomad(try TribeRegistry([First.self]), ledger: try await database.ledger())
        try await first.migrate()
        try await database.query(damage)
        let next = try await nomad(database)
        let error = await #expect(throws: NomadError.self) { try await next.migrate() }
        verdict.require(error != nil, "\(damage): no error")
        let effects = try await database.column("SELECT tribe FROM effect")
        verdict.require(effects == ["First"], "\(damage): \(effects)")
        // A run with no pending tribes fails in the same way, unless the damage only affects recording.
        guard !Self.harmless.contains(damage) else { return verdict }
        let same = Nomad(try TribeRegistry([First.self]), ledger: try await database.ledger())
        let other = await #expect(throws: NomadError.self) { try await same.migrate() }
        verdict.require(other != nil, "\(damage): no error for one that has nothing to run")
        return verdict
      }
    }
  }
}
