import GRDB
import Nomad
import NomadGRDB
import NomadTesting
import Testing

@Suite("Merged database tribes")
struct MergedTribeTests {
  /// A tribe that does the work of `CreateTable`, and of a tribe 2.0.0.
  private struct Merged: DatabaseTribe {
    static let target: TribeTarget = .literal("3.0.0")
    static let merges: [String] = ["1.0.0", "2.0.0"]

    func migrate(_ db: Database) throws {
      if try !TribeAttempt.wasDone("1.0.0") { try CreateTable().migrate(db) }
      if try !TribeAttempt.wasDone("2.0.0") { try db.execute(sql: "INSERT INTO item (name) VALUES ('c')") }
    }
  }

  private let folder = TemporaryFolder()

  @Test(
    "The parts that were open and the merged keys are one transaction",
    arguments: [[CreateTable.self], []] as [[any ListedTribe.Type]]
  )
  func transaction(old: [any ListedTribe.Type]) async throws {
    let database = try DatabasePool(path: folder.path("\(old.count).sqlite"))
    let ledger = GRDBLedger(database)
    if !old.isEmpty { try await Nomad(try TribeRegistry(old), ledger: ledger).migrate() }
    let count = try await ledger.history().finished.count
    let registry = try TribeRegistry([Merged.self])
    let dying = DyingLedger(ledger, before: { $0.kind == .finished && $0.name.hasSuffix("Merged") })
    await #expect(throws: NomadError.self) { try await Nomad(registry, ledger: dying).migrate() }
    #expect(try await ledger.history().finished.count == count)
    #expect(try await database.read { try $0.tableExists("item") } == !old.isEmpty)
    try await Nomad(registry, ledger: ledger).migrate()
    #expect(try await database.read { try String.fetchAll($0, sql: "SELECT name FROM item") } == ["a", "b", "c"])
    #expect(Set(try await ledger.history().finished.map(\.key)) == ["version:1.0.0", "version:2.0.0", "version:3.0.0"])
    #expect(try await Nomad(registry, ledger: ledger).migrate().migrated.isEmpty)
  }

  @Test("A closure merges others, and is told which of them were done", arguments: [[], ["v1"], ["v1", "v2"], ["v2"]])
  func closures(done: [String]) async throws {
    let database = try DatabaseQueue()
    try await database.write { db in try db.execute(sql: "CREATE TABLE part (name TEXT PRIMARY KEY)") }
    let insert = { @Sendable (name: String, db: Database) in
      try db.execute(sql: "INSERT INTO part VALUES (?)", arguments: [name])
    }
    let old = try TribeRegistry {
      for name in done { DatabaseMigration(.once(name)) { db in try insert(name, db) } }
    }
    try await Nomad(old, ledger: .grdb(database)).migrate()
    let merged = try TribeRegistry {
      DatabaseMigration(.once("v3"), merging: ["v1", "v2", "v3"]) { db in
        for name in ["v1", "v2", "v3"] where try !TribeAttempt.wasDone(name) { try insert(name, db) }
      }
    }
    let nomad = Nomad(merged, ledger: .grdb(database))
    #expect(try nomad.migrateSynchronously().migrated.map(\.name) == [#".once("v3")"#])
    #expect(
      try await database.read { try String.fetchAll($0, sql: "SELECT name FROM part ORDER BY name") } == [
        "v1", "v2", "v3",
      ]
    )
    #expect(try await nomad.migrate().migrated.isEmpty)
  }
}
