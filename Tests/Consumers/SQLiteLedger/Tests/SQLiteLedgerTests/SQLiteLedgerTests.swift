import Foundation
import Nomad
import NomadTesting
import Testing

@testable import SQLiteLedger

@Suite("A ledger in SQLite", .timeLimit(.minutes(5)))
struct SQLiteLedgerTests {
  let folder = Result { try Folder() }

  static func nomad(_ tribes: [any ListedTribe.Type], _ ledger: some Ledger) throws -> Nomad {
    Nomad(try TribeRegistry(tribes), ledger: ledger, currentVersion: .unlimited)
  }

  @Test("keeps the rules of every ledger")
  func conformance() async throws {
    let folder = try folder.get()
    let transaction = LedgerConformance.Transaction(of: Probe.self) { ledger in
      let db = try SQLiteDatabase(at: URL(fileURLWithPath: ledger.identity), toWrite: false)
      return try !db.execute("SELECT 1 FROM sqlite_master WHERE name = 'probe'").isEmpty
    }
    try await LedgerConformance.verify(committing: transaction) {
      SQLiteLedger(at: folder.url.appendingPathComponent(UUID().uuidString))
    } reopening: { ledger in
      SQLiteLedger(at: URL(fileURLWithPath: ledger.identity))
    } locking: { ledger in
      [URL(fileURLWithPath: ledger.identity + ".nomad.lock")]
    }
  }

  /// A tribe whose table shows whether its changes were committed.
  private struct Probe: SQLiteTribe {
    static let target: TribeTarget = .literal("1.0.0")

    func migrate(_ db: SQLiteDatabase) throws { try db.execute("CREATE TABLE probe (id INTEGER)") }
  }

  @Test("If the process dies before or after the record, both the work and the record are there, or neither is")
  func dies() async throws {
    for isBefore in [true, false] {
      let folder = try Folder()
      let finishes = { @Sendable (record: LedgerRecord) in record.kind == .finished }
      let ledger = folder.ledger
      let dying = isBefore ? DyingLedger(ledger, before: finishes) : DyingLedger(ledger, after: finishes)
      await #expect(throws: NomadError.self) { try await Self.nomad([AddNotes.self], dying).migrate() }
      #expect(try ledger.history().isDone("version:1.0.0") == !isBefore)
      #expect(try folder.notes == (isBefore ? nil : ["first"]))
      let report = try await Self.nomad([AddNotes.self], ledger).migrate()
      #expect(report.migrated.count == (isBefore ? 1 : 0))
      #expect(try folder.notes == ["first"])
    }
  }

  @Test("If the process is killed, both the work and the record are there, or neither is")
  func killed() throws {
    for course in ["diesInWork", "diesAfterRecord"] {
      let folder = try Folder()
      #expect(try Program(course, folder).end() == nil)
      let isDone = try folder.ledger.history().isDone("version:1.0.0")
      #expect(isDone == (course == "diesAfterRecord"))
      #expect(try folder.notes == (isDone ? ["first"] : nil))
      #expect(try folder.ledger.history().attempts(at: "version:1.0.0").deaths == (isDone ? 0 : 1))
      #expect(try Program("finishes", folder).end() == "ran \(isDone ? 0 : 1)\n")
      #expect(try folder.notes == ["first"])
    }
  }

  @Test("A tribe that fails is rolled back, and its failure is recorded")
  func fails() async throws {
    let folder = try folder.get()
    let error = await #expect(throws: NomadError.self) {
      try await Self.nomad([AddNotes.self, Fails.self], folder.ledger).migrate()
    }
    #expect(error?.underlying is Fails.Mishap)
    #expect(try folder.notes == ["first"])
    #expect(try folder.ledger.history().attempts(at: "version:2.0.0").error?.contains("Mishap") == true)
  }

  @Test("A tribe that another tribe calls, or that another run in it runs, commits no record of its caller")
  func nested() async throws {
    let (folder, other) = (try folder.get(), try Folder())
    await #expect(throws: NomadError.self) { try await Self.nomad([Calls.self], folder.ledger).migrate() }
    #expect(try !folder.ledger.history().isDone("once:calls"))
    #expect(try folder.notes == nil)
    var nomad = try Self.nomad([Starts.self], folder.ledger)
    nomad.dependencies = TribeDependencies().providing(other.ledger)
    await #expect(throws: NomadError.self) { try await nomad.migrate() }
    #expect(try !folder.ledger.history().isDone("once:starts"))
    #expect(try folder.notes == nil)
    #expect(try other.ledger.history().isDone("version:1.0.0"))
    #expect(try other.notes == ["first"])
    await #expect(throws: NomadError.self) { try await Self.nomad([StartsInMemory.self], folder.ledger).migrate() }
    #expect(try !folder.ledger.history().isDone("once:starts-in-memory"))
    #expect(try folder.notes == nil)
  }

  @Test("A record that cannot be added is an error, and its tribe is rolled back")
  func fullDisk() async throws {
    let folder = try folder.get()
    try await Self.nomad([AddNotes.self], folder.ledger).migrate()
    try SQLiteDatabase(at: folder.database).execute(
      """
      CREATE TRIGGER full BEFORE INSERT ON nomad_ledger WHEN new.record LIKE '%finished%'
      BEGIN SELECT RAISE(ABORT, 'the disk is full'); END
      """
    )
    let error = await #expect(throws: NomadError.self) {
      try await Self.nomad([AddNotes.self, AddMore.self], folder.ledger).migrate()
    }
    #expect(error?.code == .ledgerWriteFailed && error?.underlying is SQLiteError, "\(error?.code.description ?? "")")
    #expect(try folder.notes == ["first"])
  }

  @Test("A ledger whose records were replaced by none is empty")
  func replaced() async throws {
    let folder = try folder.get()
    try await Self.nomad([AddNotes.self], folder.ledger).migrate()
    try await folder.ledger.withExclusiveAccess { try await $0.replaceRecords(with: []) }
    let history = try folder.ledger.history()
    #expect(history.isEmpty && history.isFirstStart)
  }

  @Test("Two processes do not migrate at once")
  func processes() async throws {
    let folder = try folder.get()
    try await folder.ledger.withExclusiveAccess { _ in
      let printed = try Program("isImpatient", folder).end()
      #expect(printed == "deadline-passed\n")
    }
    let paused = try Program("pausesInWork", folder)
    try paused.pauses()
    // A reader does not wait.
    #expect(try folder.ledger.history().attempts(at: "version:1.0.0").count == 1)
    #expect(try Program("isImpatient", folder).end() == "deadline-passed\n")
    paused.kill()
    #expect(try paused.end() == nil)
    #expect(try Program("finishes", folder).end() == "ran 1\n")
    #expect(try folder.notes == ["first"])
  }

  @Test(
    "A damaged row is an error, and not a fresh install",
    arguments: [
      "UPDATE nomad_ledger SET record = replace(record, '1.0.0', '9.0.0')", "DELETE FROM nomad_ledger",
      "DELETE FROM nomad_ledger WHERE id = 1", "DELETE FROM nomad_ledger WHERE id = 2",
      "UPDATE nomad_ledger SET record = x'FF' WHERE id = 2", "UPDATE nomad_ledger SET checksum = 'none' WHERE id = 2",
      "UPDATE nomad_ledger SET version = 'none' WHERE id = 1", "UPDATE nomad_ledger SET id = 7 WHERE id = 2",
    ]
  )
  func damaged(sql: String) async throws {
    let folder = try folder.get()
    let nomad = try Self.nomad([AddNotes.self], folder.ledger)
    try await nomad.migrate()
    try SQLiteDatabase(at: folder.database).execute(sql)
    #expect(throws: NomadError.self) { try folder.ledger.history() }
    let error = await #expect(throws: NomadError.self) { try await nomad.migrate() }
    #expect(error?.code == .ledgerDamaged)
    #expect(try folder.notes == ["first"])
  }

  @Test("A file that is no database is an error, and not a fresh install")
  func noDatabase() async throws {
    let folder = try folder.get()
    try Data(repeating: 7, count: 4_096).write(to: folder.database)
    #expect(throws: SQLiteError.self) { try folder.ledger.history() }
    let error = await #expect(throws: NomadError.self) {
      try await Self.nomad([AddNotes.self], folder.ledger).migrate()
    }
    #expect(error?.code == .ledgerUnreadable)
  }

  @Test("Records that no longer matter are removed")
  func compacts() async throws {
    let folder = try folder.get()
    let nomad = try Self.nomad([AddNotes.self, Always.self], folder.ledger)
    for _ in 0..<80 { try await nomad.migrate() }
    let rows = try SQLiteDatabase(at: folder.database).execute("SELECT id FROM nomad_ledger")
    #expect(rows.count < LedgerHistory.Compaction.threshold(keeping: 0))
    #expect(try await nomad.plan().steps.filter { $0.entry.target == .literal("1.0.0") }.isEmpty == false)
    #expect(try folder.ledger.history().isDone("version:1.0.0"))
    #expect(try folder.notes == ["first"])
  }

  @Test("A suspension rolls a tribe back, even if the tribe ignores that, and the session can then go on")
  func suspended() async throws {
    let folder = try folder.get()
    let record = LedgerRecord(key: "once:a", name: "A")
    try await folder.ledger.withExclusiveAccess { session in
      _ = try await session.history()
      let error = await #expect(throws: NomadError.self) {
        try await session.perform {
          let db = try await #require(SQLiteTransaction.current).session.begin()
          try AddNotes().migrate(db)
          session.suspend()
          #expect(throws: NomadError.self) { try db.execute("DELETE FROM note") }
          // The database is not locked.
          try SQLiteDatabase(at: folder.database).execute("CREATE TABLE other (id INTEGER)")
        } recording: {
          [record]
        }
      }
      #expect(error?.code == .suspended)
      #expect(try folder.notes == nil)
      try await session.append(LedgerRecord(.failed(error: "suspended"), key: "once:a", name: "A"))
    }
    #expect(try folder.ledger.history().attempts(at: "once:a").error == "suspended")
  }

  @Test("A session that was suspended adds nothing after another run, even if that replaced them by as many")
  func overtaken() async throws {
    let folder = try folder.get()
    let record = LedgerRecord(key: "once:a", name: "A")
    try await folder.ledger.withExclusiveAccess { session in
      try await session.append(record)
      session.suspend()
      let printed = try Program("replaces", folder).end()
      #expect(printed == "replaced 1\n")
      let error = await #expect(throws: NomadError.self) { try await session.append(record) }
      #expect(error?.code == .ledgerWriteFailed)
    }
    #expect(try folder.ledger.history().records.count == 1)
  }

  @Test("An upgrade that is killed at any record ends as one that is not")
  func upgrades() async throws {
    let deaths = try await UpgradePaths(try TribeRegistry([AddNotes.self, AddMore.self]), from: ["0.9.0", "1.0.0"])
      .verifyWhenKilled { version, migrate in
        let folder = try Folder()
        if version == "1.0.0" { try await Self.nomad([AddNotes.self], folder.ledger).migrate() }
        try await migrate(recordingIn: folder.ledger)
        return try folder.notes
      } invariant: {
        $0 == ["first", "second"]
      }
    #expect(deaths > 6)
  }
}

struct AddNotes: SQLiteTribe {
  static let target: TribeTarget = .literal("1.0.0")

  func migrate(_ db: SQLiteDatabase) throws {
    try db.execute("CREATE TABLE note (text TEXT NOT NULL)")
    try db.execute("INSERT INTO note VALUES ('first')")
  }
}

struct AddMore: SQLiteTribe {
  static let target: TribeTarget = .literal("2.0.0")

  func migrate(_ db: SQLiteDatabase) throws {
    try db.execute("INSERT INTO note VALUES (?)", .text("second"))
  }
}

struct Fails: SQLiteTribe {
  struct Mishap: Error {}
  static let target: TribeTarget = .literal("2.0.0")

  func migrate(_ db: SQLiteDatabase) throws {
    try db.execute("DELETE FROM note")
    throw Mishap()
  }
}

struct Always: Tribe {
  static let target: TribeTarget = .always
  func migrate() async throws {}
}

struct Calls: Tribe {
  static let target: TribeTarget = .once("calls")
  func migrate() async throws { try await AddNotes().migrate() }
}

struct Starts: Tribe {
  struct Mishap: Error {}
  static let target: TribeTarget = .once("starts")
  @TribeDependency var other: SQLiteLedger

  func migrate() async throws {
    try await Nomad(try TribeRegistry([AddNotes.self]), ledger: other, currentVersion: .unlimited).migrate()
    throw Mishap()
  }
}

struct StartsInMemory: Tribe {
  static let target: TribeTarget = .once("starts-in-memory")

  func migrate() async throws {
    try await Nomad(try TribeRegistry([AddNotes.self]), ledger: .inMemory, currentVersion: .unlimited).migrate()
  }
}
