import Foundation
import GRDB
import Nomad
import NomadGRDB
import NomadSnapshots
import Testing

@Suite("A snapshot of a database")
struct SnapshotTests {
  private let folder = TemporaryFolder()

  enum Kind: CaseIterable { case queue, pool }

  private func migrator(
    _ database: any DatabaseWriter,
    _ tribes: [any (Tribe & SendableMetatype).Type],
    ledger: some Ledger
  ) throws -> Nomad {
    Nomad(
      try TribeRegistry(tribes),
      ledger: ledger,
      policy: MigrationPolicy(
        snapshot: .before([.database(database)], in: folder.url.appendingPathComponent("snapshots"))
      )
    )
  }

  private func names(_ database: any DatabaseWriter) throws -> [String] {
    try database.read { try String.fetchAll($0, sql: "SELECT name FROM item ORDER BY id") }
  }

  private func database(_ kind: Kind) throws -> any DatabaseWriter {
    let path = folder.path("notes.sqlite")
    return kind == .pool ? try DatabasePool(path: path) : try DatabaseQueue(path: path)
  }

  @Test("A snapshot of an open database that contains the ledger can be taken and restored", arguments: Kind.allCases)
  func inside(kind: Kind) async throws {
    let database = try database(kind)
    try await migrator(database, [CreateTable.self], ledger: .grdb(database)).migrate()
    let nomad = try migrator(database, [CreateTable.self, Insert.self], ledger: .grdb(database))
    // Data that is only in the WAL is also in the snapshot.
    try await database.write { try $0.execute(sql: "INSERT INTO item (name) VALUES ('w')") }
    try await nomad.migrate()
    #expect(try names(database) == ["a", "b", "w", "c"])
    let snapshot = try #require(try nomad.snapshots().last)
    #expect(snapshot.dataVersion == "1.0.0")
    let restored = try await nomad.restore(snapshot)
    let before = try #require(restored)
    #expect(try names(database) == ["a", "b", "w"])
    #expect(try await nomad.ledger.history().finished.map(\.key) == ["version:1.0.0"])
    try await nomad.restore(before)
    #expect(try names(database) == ["a", "b", "w", "c"])
    #expect(try await nomad.plan().pending.isEmpty)
    try await nomad.restore(snapshot)
    try await nomad.migrate()
    #expect(try names(database) == ["a", "b", "w", "c"])
    #expect(try await database.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") } == ["ok"])
  }

  @Test("A restore also resets a ledger in another database, here to an empty one", arguments: Kind.allCases)
  func outside(kind: Kind) async throws {
    let database = try database(kind)
    let records = try DatabaseQueue(path: folder.path("records.sqlite"))
    try await database.write { try $0.execute(sql: "CREATE TABLE old (name TEXT)") }
    var nomad = try migrator(database, [], ledger: .grdb(records))
    let target = TribeTarget.literal("1.0.0")
    let order = try target.position()
    nomad.registry = TribeRegistry(_module: "Notes") { tribes in
      tribes.add("Create", target: target, position: order) {
        try await database.write { try $0.execute(sql: "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT)") }
      }
    }
    try await nomad.migrate()
    try await nomad.restore(try #require(try nomad.snapshots().first))
    #expect(try await nomad.ledger.history().isFirstStart)
    #expect(try await database.read { try $0.tableExists("item") } == false)
    try await nomad.migrate()
    #expect(try names(database) == [])
    #expect(try await nomad.ledger.history().finished.count == 1)
  }

  @Test("A snapshot refuses an open database that is declared as a file")
  func asFile() async throws {
    let database = try database(.pool)
    try await database.write { try $0.execute(sql: "CREATE TABLE old (name TEXT)") }
    var nomad = try migrator(database, [CreateTable.self], ledger: .grdb(database))
    nomad.policy.snapshot = .before(
      [.file(URL(fileURLWithPath: database.path))],
      in: folder.url.appendingPathComponent("snapshots")
    )
    let error = await #expect(throws: NomadError.self) { try await nomad.migrate() }
    #expect(error?.code == .snapshotFailed && error?.message.contains("use .database of NomadGRDB") == true)
  }
}
