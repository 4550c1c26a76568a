import Foundation
import GRDB
import Nomad
import NomadFiles
import NomadGRDB
import NomadTesting
import Testing

/// Libraries of one process that keep their tables in one database, each with the ledger of its own table.
@Suite("Several ledgers in one database")
struct LibrariesTests {
  private let folder = TemporaryFolder()

  enum Notes {
    struct Create: DatabaseTribe {
      static let target: TribeTarget = .literal("1.0.0")
      func migrate(_ db: Database) throws { try db.execute(sql: "CREATE TABLE note (id INTEGER PRIMARY KEY)") }
    }

    struct Waits: Tribe {
      static let target: TribeTarget = .literal("2.0.0")
      @TribeDependency private var gate: Gate
      func migrate() async throws {
        gate.begun.value = true
        while !gate.isOpen.value { try await Task.sleep(for: .milliseconds(2)) }
      }
    }
  }

  enum Billing {
    struct Create: DatabaseTribe {
      static let target: TribeTarget = .literal("1.0.0")
      func migrate(_ db: Database) throws { try db.execute(sql: "CREATE TABLE invoice (id INTEGER PRIMARY KEY)") }
    }

    struct Broken: DatabaseTribe {
      static let target: TribeTarget = .literal("2.0.0")
      func migrate(_ db: Database) throws { try db.execute(sql: "INSERT INTO missing VALUES (1)") }
    }
  }

  final class Gate: Sendable {
    let begun = Locked(false)
    let isOpen = Locked(false)
  }

  private func nomad(_ ledger: GRDBLedger, _ tribes: any ListedTribe.Type...) throws -> Nomad {
    Nomad(try TribeRegistry(tribes), ledger: ledger, currentVersion: .exactly("2.0.0"))
  }

  private func keys(_ database: any DatabaseWriter, _ table: String) throws -> [String] {
    let sql = "SELECT record ->> 'event' || ' ' || (record ->> 'key') FROM \(table) ORDER BY id"
    return try database.read { try String.fetchAll($0, sql: sql) }
  }

  @Test("A ledger in a table of its own passes the conformance checks for ledgers")
  func conforms() async throws {
    let last = Locked<(any DatabaseWriter)?>(nil)
    try await LedgerConformance.verify(committing: .grdb { last.value }) {
      let database = try DatabaseQueue(path: folder.path(UUID().uuidString))
      last.value = database
      return GRDBLedger(database, table: "billing_ledger")
    }
    try await LedgerConformance.verify(committing: .grdb { last.value }) {
      let database = try DatabaseQueue()
      last.value = database
      return GRDBLedger(database, table: "billing_ledger")
    }
  }

  @Test(
    "Tribes with the same target run once in each ledger, and the first ledger stays as it is",
    arguments: [true, false]
  )
  func sameTargets(isInMemory: Bool) async throws {
    let database = isInMemory ? try DatabaseQueue() : try DatabaseQueue(path: folder.path("notes.sqlite"))
    try await nomad(.grdb(database), Notes.Create.self).migrate()
    let before = try database.read { try Row.fetchAll($0, sql: "SELECT * FROM nomad_ledger") }
    for _ in 0..<2 {
      try await nomad(.grdb(database, table: "billing_ledger"), Billing.Create.self).migrate()
      try await nomad(.grdb(database), Notes.Create.self).migrate()
    }
    #expect(try database.read { try Row.fetchAll($0, sql: "SELECT * FROM nomad_ledger") } == before)
    for table in ["nomad_ledger", "billing_ledger"] {
      #expect(try keys(database, table) == ["began version:1.0.0", "finished version:1.0.0"])
    }
    #expect(GRDBLedger(database).identity != GRDBLedger(database, table: "billing_ledger").identity)
  }

  @Test("A library migrates while another one is in the middle of a tribe, and its failure stops nobody else")
  func atOnce() async throws {
    let (pool, gate) = (try DatabasePool(path: folder.path("notes.sqlite")), Gate())
    let notes = try nomad(.grdb(pool), Notes.Create.self, Notes.Waits.self).providing(gate)
    let run = Task { try await notes.migrate() }
    while !gate.begun.value { try await Task.sleep(for: .milliseconds(2)) }
    let ledger = GRDBLedger(pool, table: "billing_ledger", waitingAtMost: .seconds(30))
    try await nomad(ledger, Billing.Create.self).migrate()
    let broken = try nomad(ledger, Billing.Create.self, Billing.Broken.self)
    await #expect(throws: NomadError.self) { try await broken.migrate() }
    gate.isOpen.value = true
    #expect(try await run.value.migrated.count == 2)
    #expect(try keys(pool, "billing_ledger").last == "failed version:2.0.0")
    #expect(try keys(pool, "nomad_ledger").last == "finished version:2.0.0")
  }

  @Test("A damaged ledger is an error for its own library alone")
  func damaged() async throws {
    let database = try DatabaseQueue(path: folder.path("notes.sqlite"))
    try await nomad(.grdb(database), Notes.Create.self).migrate()
    try await nomad(.grdb(database, table: "billing_ledger"), Billing.Create.self).migrate()
    try await database.write { try $0.execute(sql: "DELETE FROM billing_ledger WHERE id = 1") }
    let error = await #expect(throws: NomadError.self) {
      try await nomad(.grdb(database, table: "billing_ledger"), Billing.Create.self).migrate()
    }
    #expect(error?.code == .ledgerDamaged && error?.message.contains("billing_ledger") == true)
    try await nomad(.grdb(database), Notes.Create.self).migrate()
  }

  @Test(
    "An illegal name of a table is an error before anything is made",
    arguments: ["", "Billing", "billing ledger", "../other", "1st", "sqlite_ledger", "billing\"", "billing\0", "größe"]
  )
  func illegal(name: String) async throws {
    let database = try DatabaseQueue(path: folder.path("notes.sqlite"))
    let nomad = try nomad(.grdb(database, table: name), Notes.Create.self)
    for call in [
      { _ = try await nomad.plan() }, { _ = try await nomad.migrate() }, { _ = try await nomad.ledger.history() },
    ] as [@Sendable () async throws -> Void] {
      let error = await #expect(throws: (any Error).self) { try await call() }
      #expect("\(error.map { "\($0)" } ?? "")".contains("cannot be in the table"), "\(String(describing: error))")
    }
    #expect(try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") } == 0)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(files.allSatisfy { $0.hasPrefix("notes.sqlite") && !$0.hasSuffix(".lock") })
  }
}
