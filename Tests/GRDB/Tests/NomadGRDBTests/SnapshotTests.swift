import Foundation
import GRDB
import Nomad
import NomadFiles
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

  @Test("An interrupted restore stops a process without the policy", arguments: Kind.allCases)
  func interrupted(kind: Kind) async throws {
    let database = try database(kind)
    let ledger = GRDBLedger(try DatabaseQueue(path: folder.path("records.sqlite")))
    let isBroken = Locked(true)
    let other = folder.url.appendingPathComponent("other")
    try Data("old".utf8).write(to: other)
    let (target, trace) = (TribeTarget.literal("1.0.0"), Locked(0))
    let order = try target.position()
    var nomad = try migrator(database, [], ledger: ledger)
    nomad.registry = TribeRegistry(_module: "Notes") { tribes in
      tribes.add("Count", target: target, position: order) { trace.withLock { $0 += 1 } }
    }
    let copied = SnapshotItem.database(at: other) {
      try FileManager.default.copyItem(atPath: other.path, toPath: $0)
    } restoring: { _ in
      if isBroken.value { throw CancellationError() }
    }
    let snapshots = folder.url.appendingPathComponent("snapshots")
    nomad.policy.snapshot = .before([.database(database), copied], in: snapshots)
    try await nomad.migrate()
    let snapshot = try #require(try nomad.snapshots().first)
    let broken = nomad
    await #expect(throws: NomadError.self) { try await broken.restore(snapshot) }
    var without = nomad
    without.policy.snapshot = nil
    let plain = without
    #expect(await #expect(throws: NomadError.self) { try await plain.migrate() }?.code == .restoreUnfinished)
    #expect(#expect(throws: NomadError.self) { try plain.migrateSynchronously() }?.code == .restoreUnfinished)
    isBroken.value = false
    try await nomad.migrate()
    #expect(trace.value == 2)
    #expect(try await plain.migrate().migrated.isEmpty)
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
