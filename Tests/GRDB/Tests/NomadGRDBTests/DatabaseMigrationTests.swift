import Foundation
import GRDB
import Nomad
import NomadAdoption
import NomadGRDB
import NomadTesting
import Testing

@Suite("Database migrations as closures")
struct DatabaseMigrationTests {
  private func registry() throws -> TribeRegistry {
    try TribeRegistry {
      CreateTable.self
      DatabaseMigration("1.1") { try $0.execute(sql: "INSERT INTO item (name) VALUES ('c')") }
      DatabaseMigration("1.1-1", named: "Second") { try $0.execute(sql: "INSERT INTO item (name) VALUES ('d')") }
      DatabaseMigration(.once("vacuum"), isTransactional: false) { try $0.execute(sql: "VACUUM") }
    }
  }

  private func names(_ database: DatabaseQueue) throws -> [String] {
    try database.read { try String.fetchAll($0, sql: "SELECT name FROM item ORDER BY name") }
  }

  @Test("Closures run once, in order with types, with and without a task", arguments: [false, true])
  func order(isSynchronous: Bool) async throws {
    let database = try DatabaseQueue()
    let nomad = Nomad(try registry(), ledger: .grdb(database), currentVersion: .unlimited)
    let report = isSynchronous ? try nomad.migrateSynchronously() : try await nomad.migrate()
    #expect(report.migrated.map(\.name) == ["CreateTable", "1.1", "Second", ".once(\"vacuum\")"])
    #expect(report.migrated.map(\.module).allSatisfy { $0 == "NomadGRDBTests" })
    #expect(try names(database) == ["a", "b", "c", "d"])
    #expect(try await nomad.migrate().migrated.isEmpty)
    #expect(try nomad.migrateSynchronously().migrated.isEmpty)
  }

  @Test("A closure is committed together with its record", arguments: [false, true])
  func atomic(isAfter: Bool) async throws {
    let database = try DatabaseQueue()
    let dies = { @Sendable (record: LedgerRecord) in record.kind == .finished && record.name == "Second" }
    let ledger = GRDBLedger(database)
    let dying = isAfter ? DyingLedger(ledger, after: dies) : DyingLedger(ledger, before: dies)
    let registry = try registry()
    await #expect(throws: NomadError.self) {
      try await Nomad(registry, ledger: dying, currentVersion: .unlimited).migrate()
    }
    #expect(try names(database) == (isAfter ? ["a", "b", "c", "d"] : ["a", "b", "c"]))
    try await Nomad(registry, ledger: ledger, currentVersion: .unlimited).migrate()
    #expect(try names(database) == ["a", "b", "c", "d"])
  }

  @Test("A closure can choose when foreign keys are checked")
  func foreignKeys() throws {
    func migrate(_ checks: ForeignKeyChecks) throws -> [String] {
      let database = try DatabaseQueue()
      let registry = try TribeRegistry {
        CreateTable.self
        DatabaseMigration("2.0.0", foreignKeyChecks: checks) { try $0.execute(sql: "DELETE FROM item WHERE id = 1") }
      }
      try Nomad(registry, ledger: .grdb(database), currentVersion: .unlimited).migrateSynchronously()
      return try database.read { try String.fetchAll($0, sql: "SELECT name FROM tag ORDER BY name") }
    }
    #expect(throws: NomadError.self) { try migrate(.deferred) }
    #expect(try migrate(.immediate) == ["y"])
    #expect(try migrate(.disabled) == ["x", "y"])
  }

  @Test(
    "If the begin of the next tribe cannot be recorded, a tribe that ran is recorded alone",
    arguments: [false, true]
  )
  func endAlone(isSynchronous: Bool) async throws {
    let database = try DatabaseQueue()
    let registry = try TribeRegistry {
      DatabaseMigration("1.0.0", isTransactional: false) { db in
        try db.execute(
          sql: """
            CREATE TRIGGER refusal BEFORE INSERT ON nomad_ledger
            WHEN NEW.record LIKE '%began%' AND NEW.record LIKE '%2.0.0%' BEGIN SELECT RAISE(ABORT, 'no room'); END
            """
        )
      }
      DatabaseMigration("2.0.0", isTransactional: false) { _ in }
    }
    let nomad = Nomad(registry, ledger: .grdb(database), currentVersion: .unlimited)
    await #expect(throws: NomadError.self) {
      if isSynchronous { try nomad.migrateSynchronously() } else { try await nomad.migrate() }
    }
    #expect(try await nomad.ledger.history().finished.map(\.name) == ["1.0.0"])
    try await database.write { try $0.execute(sql: "DROP TRIGGER refusal") }
    #expect(try await nomad.migrate().migrated.map(\.name) == ["2.0.0"])
  }

  @Test("A closure with an illegal version is an error of the list")
  func illegal() {
    let error = #expect(throws: NomadError.self) { try TribeRegistry { DatabaseMigration("two") { _ in } } }
    #expect(error?.code == .illegalTarget)
  }
}
