import Foundation
import NomadTables
import Testing

@testable import Nomad
@testable import NomadSnapshots

@Suite("Snapshots before tribes run")
struct SnapshotTests {
  private func ids(_ migrator: Nomad) throws -> [String] { try migrator.snapshots().map(\.id) }

  @Test("A snapshot contains the old data, its reason, its versions and the pending tribes")
  func taken() async throws {
    let fixture = try SnapshotFixture()
    let migrator = try fixture.migrator()
    let events = Trace()
    try await migrator.migrate { if case .taken(let snapshot)? = $0.snapshot { events.note(snapshot.id) } }
    let snapshot = try #require(try migrator.snapshots().first)
    #expect(events.all == ["1"])
    #expect(snapshot.reason == .migration && snapshot.appVersion == "2.0.0" && snapshot.dataVersion == nil)
    #expect(snapshot.pending == ["version:1.0.0", "version:2.0.0"])
    #expect(snapshot.size == 9)
    let copy = snapshot.url.appendingPathComponent("items/0/notes")
    #expect(try String(contentsOf: copy.appendingPathComponent("1.txt"), encoding: .utf8) == "one")
    #expect(try String(contentsOf: copy.appendingPathComponent("latest"), encoding: .utf8) == "two")
    #expect(
      try String(contentsOf: snapshot.url.appendingPathComponent("items/1/settings.json"), encoding: .utf8) == "old"
    )
  }

  @Test("No snapshot is taken if no tribe or only an .always tribe is pending")
  func notTaken() async throws {
    let fixture = try SnapshotFixture()
    let migrator = try fixture.migrator()
    try await migrator.migrate()
    try await migrator.migrate()
    #expect(try ids(migrator) == ["1"])
    let always = try fixture.migrator(targets: [.literal("1.0.0"), .literal("2.0.0"), .always])
    try await always.migrate()
    #expect(try ids(migrator) == ["1"])
  }

  @Test("No snapshot is taken if no item exists")
  func withoutData() async throws {
    let fixture = try SnapshotFixture(hasData: false)
    let registry = try TribeRegistry([.literal("1.0.0")]) { _ in try fixture.write("new", to: fixture.settings) }
    var migrator = Nomad(registry, ledger: fixture.ledger)
    migrator.policy.snapshot = .before(fixture.items)
    #expect(try await migrator.migrate().migrated.count == 1)
    #expect(try ids(migrator) == [])
  }

  @Test("A retry keeps the snapshot, and another version of the app takes a new one")
  func retry() async throws {
    let fixture = try SnapshotFixture()
    let events = Trace()
    for _ in 0..<3 {
      await #expect(throws: NomadError.self) {
        try await fixture.migrator(failing: "2.0.0").migrate {
          switch $0.snapshot {
          case .taken(let snapshot): events.note("taken \(snapshot.id)")
          case .kept(let snapshot): events.note("kept \(snapshot.id)")
          case .failed, nil: break
          }
        }
      }
    }
    #expect(events.all == ["taken 1", "kept 1", "kept 1"])
    await #expect(throws: NomadError.self) { try await fixture.migrator(to: "2.0.1", failing: "2.0.0").migrate() }
    #expect(try ids(fixture.migrator()) == ["1", "2"])
  }

  @Test("A run that was killed before its first tribe leaves a snapshot, and the next run takes another one")
  func killedEarly() async throws {
    let fixture = try SnapshotFixture()
    let migrator = try fixture.migrator()
    await #expect(throws: NomadError.self) {
      var dying = migrator
      dying.ledger = KilledBeforeFirstRecord(wrapped: fixture.ledger)
      try await dying.migrate()
    }
    #expect(try ids(migrator) == ["1"])
    try fixture.write("newer", to: fixture.settings)
    try await migrator.migrate()
    #expect(try ids(migrator) == ["1", "2"])
  }

  @Test("By default, the newest two snapshots are kept, and with 1 only the newest")
  func retention() async throws {
    let fixture = try SnapshotFixture()
    for major in 1...5 {
      let targets = (1...major).map { TribeTarget.literal("\($0).0.0") }
      try await fixture.migrator(to: "\(major).0.0", targets: targets).migrate()
    }
    #expect(try ids(fixture.migrator()) == ["4", "5"])
    let targets = (1...6).map { TribeTarget.literal("\($0).0.0") }
    let policy = SnapshotPolicy.before(fixture.items, keeping: 1)
    try await fixture.migrator(to: "6.0.0", policy, targets: targets).migrate()
    #expect(try ids(fixture.migrator()) == ["6"])
  }

  @Test("If a snapshot cannot be taken, the run stops or continues as the policy specifies", arguments: [true, false])
  func impossible(stops: Bool) async throws {
    let fixture = try SnapshotFixture()
    let items: [SnapshotItem] = [.folder(fixture.folder.url)]
    let events = Trace()
    let migrator = try fixture.migrator(.before(items, ifImpossible: stops ? .fail : .run))
    var code: NomadError.Code?
    do {
      try await migrator.migrate { if case .failed(let error)? = $0.snapshot { events.note("\(error.code)") } }
    } catch {
      code = error.code
    }
    #expect(code == (stops ? .snapshotFailed : nil))
    #expect(events.all == ["snapshot-failed"])
    #expect(fixture.trace.all == (stops ? [] : ["1.0.0", "2.0.0"]))
  }

  @Test("Items that overlap or include the ledger are refused", arguments: ["notes/drafts", "nomad.ledger"])
  func overlapping(path: String) async throws {
    let fixture = try SnapshotFixture()
    let item = SnapshotItem.file(fixture.folder.url.appendingPathComponent(path))
    let migrator = try fixture.migrator(.before(fixture.items + [item]))
    #expect(await #expect(throws: NomadError.self) { try await migrator.migrate() }?.code == .snapshotFailed)
    #expect(fixture.trace.all == [])
  }

  @Test(
    "The error for an item that is listed twice, or that is the folder of the snapshots, does not say that it contains itself"
  )
  func same() async throws {
    let fixture = try SnapshotFixture()
    let folder = SnapshotItem.folder(fixture.folder.url.appendingPathComponent("nomad.ledger.snapshots"))
    for (items, text) in [(fixture.items + fixture.items, "is listed twice"), ([folder], "is a folder of snapshots")] {
      let migrator = try fixture.migrator(.before(items))
      let error = await #expect(throws: NomadError.self) { try await migrator.migrate() }
      #expect(error?.description.contains(text) == true)
      #expect(error?.description.contains(" contains ") == false)
    }
  }

  @Test("A ledger that is not a file needs an explicit folder for snapshots")
  func nowhere() async throws {
    let fixture = try SnapshotFixture()
    var migrator = try fixture.migrator()
    migrator.ledger = InMemoryLedger()
    let error = await #expect(throws: NomadError.self) { try await migrator.migrate() }
    #expect(error?.code == .snapshotFailed)
    migrator.policy.snapshot = .before(fixture.items, in: fixture.folder.url.appendingPathComponent("copies"))
    try await migrator.migrate()
    #expect(try ids(migrator) == ["1"])
    try await migrator.restore(try #require(try migrator.snapshots().first))
    #expect(try await migrator.ledger.history().isFirstStart)
  }

  @Test("A snapshot fails while a database in the data is open in this process")
  func openDatabase() async throws {
    let fixture = try SnapshotFixture()
    let database = fixture.notes.appendingPathComponent("notes.sqlite")
    try fixture.write("SQLite format 3\u{0}…", to: database)
    try fixture.write("log", to: fixture.notes.appendingPathComponent("notes.sqlite-wal"))
    try fixture.write("index", to: fixture.notes.appendingPathComponent("notes.sqlite-shm"))
    let connection = try FileHandle(forReadingFrom: database)
    let error = await #expect(throws: NomadError.self) { try await fixture.migrator().migrate() }
    #expect(error?.message.contains("has the SQLite database \(database.path) open") == true)
    try connection.close()
    let migrator = try fixture.migrator()
    try await migrator.migrate()
    let folder = try #require(try migrator.snapshots().first?.url.appendingPathComponent("items/0/notes").path)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix("notes") }
    #expect(names.sorted() == ["notes.sqlite", "notes.sqlite-wal"])
  }

  /// A ledger whose process dies before the first record.
  private struct KilledBeforeFirstRecord: LedgerWrapper {
    let wrapped: any Ledger

    func session(around session: any LedgerSession) -> any LedgerSession { Session(wrapped: session) }

    struct Session: LedgerSessionWrapper {
      let wrapped: any LedgerSession
      func append(_ records: [LedgerRecord]) async throws { throw Failure() }
    }
  }

  @Test("The snapshot from before an upgrade is kept until a version of the app completes the upgrade")
  func hotfixes() async throws {
    let fixture = try SnapshotFixture()
    let policy = SnapshotPolicy.before(fixture.items, keeping: 1)
    for version in ["2.0.0", "2.0.1", "2.0.2"] {
      let failing = try fixture.migrator(to: version, failing: "2.0.0", policy)
      await #expect(throws: NomadError.self) { try await failing.migrate() }
    }
    #expect(try fixture.migrator(to: "2.0.2", policy).snapshots().map(\.id) == ["1", "3"])
    try await fixture.migrator(to: "2.0.3", policy).migrate()
    let targets: [TribeTarget] = [.literal("1.0.0"), .literal("2.0.0"), .literal("3.0.0")]
    let next = try fixture.migrator(to: "3.0.0", policy, targets: targets)
    try await next.migrate()
    #expect(try next.snapshots().count == 1)
  }

  @Test("The newest snapshot without a trace of an unfinished tribe is kept, whatever fails afterwards")
  func clean() async throws {
    for count in 1...3 {
      let fixture = try SnapshotFixture()
      let policy = SnapshotPolicy.before(fixture.items, keeping: count)
      func migrate(_ major: Int, failing: String? = nil) async throws {
        let targets = (1...major).map { TribeTarget.literal("\($0).0.0") }
        _ = try? await fixture.migrator(to: "\(major).0.0", failing: failing, policy, targets: targets).migrate()
      }
      try await migrate(1)
      let old = try fixture.state()
      // Version 2 fails, version 3 completes its tribe and fails in its own, and so on.
      for major in 2...5 { try await migrate(major, failing: "\(major).0.0") }
      try await migrate(6)
      let migrator = try fixture.migrator(to: "1.0.0", policy, targets: [.literal("1.0.0")])
      let clean = try #require(try migrator.snapshots().first { $0.dataVersion == "1.0.0" })
      try await migrator.restore(clean)
      #expect(try fixture.state() == old)
      #expect(try fixture.finished() == ["version:1.0.0"])
    }
  }
}
