import Foundation
import NomadUI
import Testing

@testable import Nomad
@testable import NomadFiles
@testable import NomadSnapshots

@Suite("Restoring a snapshot")
struct SnapshotRestoreTests {
  @Test("A restore takes a snapshot, and then brings back the data, the ledger and the first start")
  func restored() async throws {
    let fixture = try SnapshotFixture()
    let migrator = try fixture.migrator()
    let old = try fixture.state()
    try await migrator.migrate()
    let new = try fixture.state()
    #expect(new != old)
    let first = try #require(try migrator.snapshots().first)
    let before = try #require(try await migrator.restore(first))
    #expect(before.reason == .restore && before.dataVersion == "2.0.0")
    #expect(try fixture.state() == old)
    #expect(try fixture.ledger.history().isEmpty && fixture.ledger.history().isFirstStart)
    #expect(try migrator.snapshots().map(\.id) == ["1", "2"])
    try await migrator.restore(before)
    #expect(try fixture.state() == new)
    #expect(try fixture.finished() == ["version:1.0.0", "version:2.0.0"])
    try await migrator.restore(try #require(try migrator.snapshots().first))
    try await migrator.migrate()
    #expect(fixture.trace.all == ["1.0.0", "2.0.0", "1.0.0", "2.0.0"])
  }

  @Test("A restore after a failed run also undoes the run's finished tribes")
  func afterFailure() async throws {
    let fixture = try SnapshotFixture()
    try await fixture.migrator(to: "1.0.0", targets: [.literal("1.0.0")]).migrate()
    let (old, records) = (try fixture.state(), try fixture.ledger.history().records)
    let targets: [TribeTarget] = [.literal("1.0.0"), .literal("2.0.0"), .literal("3.0.0")]
    let migrator = try fixture.migrator(to: "3.0.0", failing: "3.0.0", targets: targets)
    await #expect(throws: NomadError.self) { try await migrator.migrate() }
    #expect(try fixture.finished().count == 2)
    try await migrator.restore(try #require(try migrator.snapshots().last))
    #expect(try fixture.state() == old)
    #expect(try fixture.ledger.history().records == LedgerHistory.Compaction.latest(of: records))
    try await migrator.restore(try #require(try migrator.snapshots().first))
    #expect(try fixture.ledger.history().isEmpty)
  }

  @Test("A restore removes a file that did not exist before, and its -wal and -shm files")
  func absent() async throws {
    let fixture = try SnapshotFixture()
    try FileManager.default.removeItem(at: fixture.settings)
    let old = try fixture.state()
    let migrator = try fixture.migrator()
    try await migrator.migrate()
    try fixture.write("SQLite format 3\0", to: fixture.settings)
    for suffix in ["-wal", "-shm"] {
      try fixture.write("of the new database", to: URL(fileURLWithPath: fixture.settings.path + suffix))
    }
    try await migrator.restore(try #require(try migrator.snapshots().first))
    #expect(try fixture.state() == old)
  }

  @Test("A damaged snapshot is refused, and nothing changes")
  func damaged() async throws {
    let fixture = try SnapshotFixture()
    let migrator = try fixture.migrator()
    try await migrator.migrate()
    let (new, snapshot) = (try fixture.state(), try #require(try migrator.snapshots().first))
    try fixture.write("odd", to: snapshot.url.appendingPathComponent("items/0/notes/1.txt"))
    let error = await #expect(throws: NomadError.self) { try await migrator.restore(snapshot) }
    #expect(error?.code == .restoreFailed)
    #expect(try fixture.state() == new)
    #expect(try fixture.finished().count == 2)
    #expect(!FileManager.default.fileExists(atPath: fixture.journal.path))
    try await migrator.migrate()
  }

  @Test("An unfinished restore stops plans and readers until a migrator finishes it")
  func unfinished() async throws {
    let fixture = try SnapshotFixture()
    let old = try fixture.state()
    let migrator = try fixture.migrator()
    try await migrator.migrate()
    try await fixture.beginRestore()
    #expect(await #expect(throws: NomadError.self) { try await migrator.plan() }?.code == .restoreUnfinished)
    #expect(
      await #expect(throws: NomadError.self) { try await migrator.waitUntilMigrated() }?.code == .restoreUnfinished
    )
    #expect(try migrator.planAtOnce() == nil)
    try await fixture.migrator(targets: []).migrate()
    #expect(try fixture.state() == old)
    #expect(try fixture.ledger.history().isEmpty)
  }

  @Test("A waiting run finishes an interrupted restore before it plans")
  func whileWaiting() async throws {
    let fixture = try SnapshotFixture()
    let migrator = try fixture.migrator()
    try await migrator.migrate()
    let targets: [TribeTarget] = [.literal("1.0.0"), .literal("2.0.0"), .literal("3.0.0")]
    let places = #"[{"kind":"folder","path":"../notes"},{"kind":"file","path":"../settings.json"}]"#
    let waiting = try await fixture.ledger.withExclusiveAccess { session in
      let (started, continuation) = AsyncStream.makeStream(of: Void.self)
      let run = Task {
        try await fixture.migrator(to: "3.0.0", targets: targets).migrate {
          if case .waiting = $0 { continuation.finish() }
        }
      }
      for await _ in started {}
      // Another process has restored the items, and then it was killed.
      try fixture.write(#"{"format":3,"number":1,"id":"x","stage":"placed","places":\#(places)}"#, to: fixture.journal)
      try await session.append(.restoring(from: ""))
      return run
    }
    let report = try await waiting.value
    #expect(report.migrated.count == 3)
    #expect(!FileManager.default.fileExists(atPath: fixture.journal.path))
  }

  @Test("A snapshot with a damaged manifest is not listed and does not prevent a new snapshot")
  func damagedManifest() async throws {
    let fixture = try SnapshotFixture()
    try await fixture.migrator().migrate()
    let snapshot = try #require(try fixture.migrator().snapshots().first)
    try fixture.write("{", to: snapshot.url.appendingPathComponent("manifest.json"))
    let targets: [TribeTarget] = [.literal("1.0.0"), .literal("2.0.0"), .literal("3.0.0")]
    let migrator = try fixture.migrator(to: "3.0.0", targets: targets)
    try await migrator.migrate()
    #expect(try migrator.snapshots().map(\.id) == ["2"])
  }

  @Test("A restore works after the app's container has moved")
  func moved() async throws {
    let fixture = try SnapshotFixture()
    try await fixture.migrator().migrate()
    let other = try TemporaryFolder()
    for name in try fixture.folder.contents {
      try FileManager.default.moveItem(
        at: fixture.folder.url.appendingPathComponent(name),
        to: other.url.appendingPathComponent(name)
      )
    }
    let migrator = Nomad(
      try TribeRegistry([]),
      ledger: .file(at: other.ledgerURL),
      policy: MigrationPolicy(MigrationPolicy(newerData: .run), snapshot: .before([]))
    )
    try await migrator.restore(try #require(try migrator.snapshots().first))
    #expect(try String(contentsOf: other.url.appendingPathComponent("settings.json"), encoding: .utf8) == "old")
    #expect(try fixture.folder.contents == [])
  }

  @Test("A run without a snapshot policy refuses the data of an unfinished restore")
  func withoutPolicy() async throws {
    let fixture = try SnapshotFixture()
    let old = try fixture.state()
    try await fixture.migrator().migrate()
    try await fixture.beginRestore()
    let begun = try fixture.state()
    var without = try fixture.migrator()
    without.policy.snapshot = nil
    let migrator = without
    #expect(await #expect(throws: NomadError.self) { try await migrator.migrate() }?.code == .restoreUnfinished)
    #expect(
      await #expect(throws: NomadError.self) { try await migrator.waitUntilMigrated() }?.code == .restoreUnfinished
    )
    #expect(try fixture.state() == begun)
    try await fixture.migrator(targets: []).migrate()
    #expect(try fixture.state() == old)
  }

  @Test("An interrupted restore is finished at its original paths, even if the policy now has other items")
  func otherItems() async throws {
    let fixture = try SnapshotFixture()
    let old = try fixture.state()
    try await fixture.migrator().migrate()
    try await fixture.beginRestore()
    var migrator = try fixture.migrator(targets: [])
    migrator.policy.snapshot = .before([.folder(fixture.folder.url.appendingPathComponent("elsewhere/notes"))])
    try await migrator.migrate()
    #expect(try fixture.state() == old)
  }
}
