import Foundation
import NomadRepair
import NomadReverting
import Testing

@testable import Nomad
@testable import NomadFiles
@testable import NomadSnapshots

@Suite("An interrupted restore, and processes without the policy")
struct InterruptedRestoreTests {
  private static let targets: [TribeTarget] = [.literal("1.0.0"), .literal("2.0.0"), .literal("3.0.0")]

  /// Returns a migrator whose snapshots are in a folder of their own; without that folder, one that takes none.
  private func migrator(
    _ fixture: SnapshotFixture,
    _ ledger: any Ledger,
    to version: String = "2.0.0",
    _ items: [SnapshotItem]?
  ) throws -> Nomad {
    let targets = Self.targets.prefix(version == "3.0.0" ? 3 : 2)
    var migrator = try fixture.migrator(to: version, targets: Array(targets))
    migrator.ledger = ledger
    let folder = fixture.folder.url.appendingPathComponent("nomad.ledger-copies")
    migrator.policy.snapshot = items.map { .before($0, in: folder) }
    return migrator
  }

  @Test(
    "No plan, run, revert or reader uses the data until a process with the policy has finished the restore",
    arguments: RestoredRunTests.Kind.allCases
  )
  func withoutPolicy(kind: RestoredRunTests.Kind) async throws {
    let (fixture, ledger) = (try SnapshotFixture(), try RestoredRunTests.Notes(kind).ledger)
    let isBroken = Locked(true)
    let database = SnapshotItem.database(at: fixture.settings) {
      try FileManager.default.copyItem(atPath: fixture.settings.path, toPath: $0)
    } restoring: {
      if isBroken.value { throw Failure() }
      try Data(contentsOf: URL(fileURLWithPath: $0)).write(to: fixture.settings)
    }
    let complete = try migrator(fixture, ledger, [.folder(fixture.notes), database])
    try await complete.migrate()
    let snapshot = try #require(try complete.snapshots().first)
    await #expect(throws: NomadError.self) { try await complete.restore(snapshot) }
    let other = try migrator(fixture, ledger, to: "3.0.0", nil)
    let calls: [(String, @Sendable () async throws -> Void)] = [
      ("plan", { _ = try await other.plan() }), ("migrate", { try await other.migrate() }),
      ("wait", { try await other.waitUntilMigrated() }), ("revert", { try await other.revert(to: "1.0.0") }),
      // The restore replaces the records.
      ("mark", { try await ledger.markAsDone(.literal("3.0.0")) }), ("forget all", { try await ledger.forgetAll() }),
    ]
    for (name, call) in calls {
      #expect(await #expect(throws: NomadError.self) { try await call() }?.code == .restoreUnfinished, "\(name)")
    }
    #expect(fixture.trace.all == ["1.0.0", "2.0.0"])
    isBroken.value = false
    let finishing = try migrator(fixture, ledger, [.folder(fixture.notes), database])
    try await finishing.migrate()
    #expect(fixture.trace.all == ["1.0.0", "2.0.0", "1.0.0", "2.0.0"])
    try await other.migrate()
  }

  @Test("If a restore dies at any call, no run accepts mixed data, and later work of other processes is kept")
  func everyDeath() async throws {
    let undisturbed = FailingFileOperations()
    var ends = (refused: 0, old: 0, new: 0)
    func restore(_ fixture: SnapshotFixture, _ files: FailingFileOperations) async throws {
      let ledger = FileLedger(.url(fixture.folder.ledgerURL), files: files)
      let migrator = try migrator(fixture, ledger, fixture.items).takingSnapshots(with: files)
      if let snapshot = try migrator.snapshots().first { try await migrator.restore(snapshot) }
    }
    func migrated() async throws -> SnapshotFixture {
      let fixture = try SnapshotFixture()
      try await migrator(fixture, fixture.ledger, fixture.items).migrate()
      return fixture
    }
    func names(_ fixture: SnapshotFixture) -> [String] {
      // The folder may have just been moved away.
      let names = (try? FileManager.default.contentsOfDirectory(atPath: fixture.notes.path)) ?? []
      return names.filter { $0.hasSuffix(".txt") }.sorted()
    }
    try await restore(migrated(), undisturbed)
    for call in undisturbed.calls.indices {
      let fixture = try await migrated()
      try? await restore(fixture, FailingFileOperations(at: call, error: EIO, forGood: true))
      let (found, isOld) = (names(fixture), try fixture.ledger.history().isEmpty)
      let place = "\(call): \(undisturbed.calls[call])"
      do {
        try await migrator(fixture, fixture.ledger, to: "3.0.0", nil).migrate()
        if isOld { ends.old += 1 } else { ends.new += 1 }
        #expect(found == (isOld ? ["1.txt"] : ["1.0.0.txt", "1.txt", "2.0.0.txt"]), "\(place)")
        try await migrator(fixture, fixture.ledger, to: "3.0.0", fixture.items).migrate()
        #expect(names(fixture) == ["1.0.0.txt", "1.txt", "2.0.0.txt", "3.0.0.txt"], "\(place)")
        #expect(fixture.trace.all.filter { $0 == "3.0.0" }.count == 1, "\(place)")
      } catch let error as NomadError {
        ends.refused += 1
        #expect(error.code == .restoreUnfinished, "\(place): \(error)")
        try await migrator(fixture, fixture.ledger, fixture.items).migrate()
        #expect(fixture.trace.all == ["1.0.0", "2.0.0", "1.0.0", "2.0.0"], "\(place)")
      }
    }
    #expect(ends.refused > 0 && ends.old > 0 && ends.new > 0, "\(ends)")
  }

  @Test("A restore whose journal is lost is replaced by another one, or abandoned")
  func lostJournal() async throws {
    let fixture = try SnapshotFixture()
    let old = try fixture.state()
    let migrator = try fixture.migrator()
    try await migrator.migrate()
    try await fixture.beginRestore()
    try FileManager.default.removeItem(at: fixture.journal)
    for call in ["migrate", "move"] {
      let error = await #expect(throws: NomadError.self) {
        if call == "move" { try await fixture.ledger.move(to: .inMemory) } else { try await migrator.migrate() }
      }
      #expect(error?.code == .restoreUnfinished && error?.message.contains("nomad.ledger.snapshots") == true)
    }
    let first = try #require(try migrator.snapshots().first)
    let half = try #require(try await migrator.restore(first))
    #expect(try fixture.state().filter { !$0.hasPrefix(".nomad-") } == old)
    #expect(try fixture.ledger.history().isEmpty)
    // The other snapshot has the data of an unfinished restore.
    try await migrator.restore(half)
    #expect(await #expect(throws: NomadError.self) { try await migrator.migrate() }?.code == .restoreUnfinished)
    try await fixture.ledger.abandonRestore()
    try await fixture.ledger.forgetAll()
    #expect(try await migrator.migrate().migrated.count == 2)
  }

  @Test("If a second restore dies at any call, nothing changes unless everything was copied")
  func secondDeath() async throws {
    let undisturbed = FailingFileOperations()
    func restore(_ fixture: SnapshotFixture, _ files: FailingFileOperations) async throws {
      let migrator = try fixture.migrator().takingSnapshots(with: files)
      if let snapshot = try migrator.snapshots().first { try await migrator.restore(snapshot) }
    }
    func begun() async throws -> (SnapshotFixture, [String]) {
      let fixture = try SnapshotFixture()
      let old = try fixture.state()
      try await fixture.migrator().migrate()
      try await fixture.beginRestore()
      try FileManager.default.removeItem(at: fixture.journal)
      return (fixture, old)
    }
    try await restore(begun().0, undisturbed)
    for call in undisturbed.calls.indices {
      let (fixture, old) = try await begun()
      let new = try fixture.state().filter { !$0.hasPrefix(".nomad-") }
      try? await restore(fixture, FailingFileOperations(at: call, error: EIO, forGood: true))
      let (empty, place) = (try fixture.migrator(targets: []), "\(call): \(undisturbed.calls[call])")
      do {
        try await empty.migrate()
        #expect(try fixture.state().filter { !$0.hasPrefix(".nomad-") } == old, "\(place)")
      } catch let error as NomadError {
        #expect(error.code == .restoreUnfinished, "\(place): \(error)")
        #expect(try fixture.state().filter { !$0.hasPrefix(".nomad-") } == new, "\(place)")
      }
    }
  }

  @Test("A run without the policy waits for a restore in progress")
  func inProgress() async throws {
    let fixture = try SnapshotFixture()
    var migrator = try fixture.migrator()
    migrator.policy.snapshot = nil
    let plain = migrator
    let run = try await fixture.ledger.withExclusiveAccess { session in
      try await session.append(.restoring(from: "/elsewhere"))
      let (started, continuation) = AsyncStream.makeStream(of: Void.self)
      let run = Task {
        defer { continuation.finish() }
        return try await plain.migrate { if case .waiting = $0 { continuation.finish() } }
      }
      for await _ in started {}
      try await session.replaceRecords(with: [])
      return run
    }
    #expect(try await run.value.migrated.count == 2)
  }

  @Test("A restore removes a database that did not exist before, unless it is open")
  func absentDatabase() async throws {
    let fixture = try SnapshotFixture()
    try FileManager.default.removeItem(at: fixture.settings)
    let old = try fixture.state()
    let database = SnapshotItem.database(at: fixture.settings) { _ in
    } restoring: { _ in
    }
    let migrator = try fixture.migrator(to: "2.0.0", .before([.folder(fixture.notes), database]))
    try await migrator.migrate()
    let snapshot = try #require(try migrator.snapshots().first)
    try Data(OpenFiles.databaseHeader).write(to: fixture.settings)
    let file = try FileHandle(forReadingFrom: fixture.settings)
    let error = await #expect(throws: NomadError.self) { try await migrator.restore(snapshot) }
    #expect(error?.code == .restoreFailed && error?.message.contains("open") == true)
    #expect(try fixture.finished().count == 2)
    try file.close()
    try await migrator.restore(snapshot)
    #expect(try fixture.state() == old)
    #expect(try fixture.ledger.history().isEmpty)
  }
}
