import Foundation
import GRDB
import Nomad
import NomadFiles
import NomadGRDB
import NomadTesting
import Testing

@Suite("Database tribes")
struct DatabaseTribeTests {
  private let database: DatabasePool
  private let folder = TemporaryFolder()

  init() throws {
    database = try DatabasePool(path: folder.path("notes.sqlite"))
  }

  private func nomad(_ tribes: [any ListedTribe.Type], _ ledger: (any Ledger)? = nil) throws -> Nomad {
    var nomad = Nomad(try TribeRegistry([CreateTable.self] + tribes), ledger: .inMemory, currentVersion: .unlimited)
    nomad.ledger = ledger ?? GRDBLedger(database)
    return nomad
  }

  private func names(_ table: String = "item", _ column: String = "name") async throws -> [String] {
    try await database.read { try String.fetchAll($0, sql: "SELECT \(column) FROM \(table) ORDER BY \(column)") }
  }

  @Test("A failed tribe is rolled back and recorded as failed, and the next run completes it")
  func failing() async throws {
    let nomad = try nomad([Failing.self])
    let error = await Failing.$fails.withValue(true) {
      await #expect(throws: NomadError.self) { try await nomad.migrate() }
    }
    #expect(error?.underlying is Mishap)
    #expect(error?.report?.migrated.map(\.name) == ["CreateTable"])
    #expect(try await names() == ["a", "b"])
    let attempts = try await nomad.ledger.history().attempts(at: "version:2.0.0")
    #expect(attempts.deaths == 0 && attempts.error != nil)
    #expect(try await nomad.migrate().migrated.map(\.name) == ["Failing"])
    #expect(try await names() == ["a", "b", "c"])
  }

  /// The inserted rows of the ledger, by transaction.
  private final class LedgerCommits: TransactionObserver, Sendable {
    let counts = Locked<[Int]>([])
    private let count = Locked(0)

    func observes(eventsOfKind kind: DatabaseEventKind) -> Bool {
      if case .insert(tableName: "nomad_ledger") = kind { true } else { false }
    }
    func databaseDidChange(with event: DatabaseEvent) { count.withLock { $0 += 1 } }
    func databaseDidCommit(_ db: Database) {
      let count = count.exchange(0)
      if count > 0 { counts.withLock { $0.append(count) } }
    }
    func databaseDidRollback(_ db: Database) { count.value = 0 }
  }

  private struct Outside: DatabaseTribe {
    static let target: TribeTarget = .literal("3.0.0")
    static let isTransactional = false

    func migrate(_ db: Database) throws {}
  }

  @Test("The end of a tribe and the begin of the next one are one transaction, unless only the first one has one")
  func betweenTribes() async throws {
    let commits = LedgerCommits()
    try await database.write { $0.add(transactionObserver: commits) }
    try await nomad([Insert.self, Outside.self]).migrate()
    #expect(commits.counts.value == [1, 2, 1, 1, 1])
  }

  /// Would also write a file, in the transaction.
  private struct Exporting: DatabaseTribe {
    static let target: TribeTarget = .literal("2.0.0")
    static let transactionKind: String? = nil
    @TaskLocal static var seen = Locked<Int?>(nil)
    private let seen = Exporting.seen

    func migrate(_ db: Database) throws { seen.value = try Int.fetchOne(db, sql: "PRAGMA synchronous") }
  }

  private struct Ordinary: Tribe {
    static let target: TribeTarget = .literal("3.0.0")
    func migrate() {}
  }

  @Test("The begin of a tribe that changes more than the database is synced, even in the transaction before it")
  func syncedBegin() async throws {
    let seen = Locked<Int?>(nil)
    let commits = LedgerCommits()
    try await database.write { $0.add(transactionObserver: commits) }
    try await Exporting.$seen.withValue(seen) { _ = try await nomad([Exporting.self, Ordinary.self]).migrate() }
    #expect(commits.counts.value == [1, 1, 1, 2, 1])
    // EXTRA, where a pool has NORMAL.
    #expect(seen.value == 3)
    #expect(try await database.write { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 1)
  }

  private func older() throws -> Nomad {
    Nomad(try TribeRegistry([CreateTable.self]), ledger: .grdb(database), currentVersion: .exactly("1.0.0"))
  }

  @Test("A tribe that is rolled back does not stop an older app, whatever its readableSince is")
  func rolledBack() async throws {
    var newer = try nomad([Guarded.self])
    newer.currentVersion = .exactly("2.0.0")
    let dies = { @Sendable (record: LedgerRecord) in record.kind == .finished && record.name == "Guarded" }
    let nomad = newer
    await Failing.$fails.withValue(true) {
      _ = await #expect(throws: NomadError.self) { try await nomad.migrate() }
    }
    #expect(try await older().migrate().migrated.isEmpty)
    newer.ledger = DyingLedger(GRDBLedger(database), before: dies)
    let dying = newer
    await #expect(throws: NomadError.self) { try await dying.migrate() }
    #expect(try await older().migrate().migrated.isEmpty)
    #expect(try await names() == ["a", "b"])
    // The data, the record and the oldest reader are committed together.
    newer.ledger = DyingLedger(GRDBLedger(database), after: dies)
    let late = newer
    await #expect(throws: NomadError.self) { try await late.migrate() }
    let error = await #expect(throws: NomadError.self) { try await older().migrate() }
    #expect(error?.code == .ledgerNewerThanApp)
    #expect(try await nomad.migrate().migrated.isEmpty)
  }

  @Test("A tribe without a transaction stops an older app as soon as it begins")
  func notRolledBack() async throws {
    var newer = try nomad([GuardedOutside.self])
    newer.currentVersion = .exactly("2.0.0")
    let nomad = newer
    await Failing.$fails.withValue(true) {
      _ = await #expect(throws: NomadError.self) { try await nomad.migrate() }
    }
    let error = await #expect(throws: NomadError.self) { try await older().migrate() }
    #expect(error?.code == .ledgerNewerThanApp)
  }

  @Test("A tribe in a transaction needs no readableSince for a safe downgrade, and one without a transaction does")
  func downgrades() async throws {
    func verify(_ tribe: any ListedTribe.Type) async throws -> [String] {
      let registry = try TribeRegistry([CreateTable.self, tribe])
      return try await UpgradePaths(registry, from: ["1.0.0"]).verifyDowngrades { _, migrate in
        let database = try DatabaseQueue()
        let ledger = GRDBLedger(database)
        try await Nomad(try TribeRegistry([CreateTable.self]), ledger: ledger, currentVersion: .exactly("1.0.0"))
          .migrate()
        try await migrate(recordingIn: ledger)
        return try await DatabaseState(of: database)
      }
    }
    #expect(try await verify(Failing.self) == [])
    #expect(try await verify(Guarded.self) == [])
    await #expect(throws: UpgradeFailure.self) { try await verify(Unguarded.self) }
  }

  @Test("A tribe is not run if its given database is in memory, and another one than that of the ledger")
  func otherInMemory() async throws {
    let (own, other) = (try DatabaseQueue(), try DatabaseQueue())
    let registry = try TribeRegistry([CreateTable.self])
    let nomad = Nomad(registry, ledger: .grdb(own), currentVersion: .unlimited)
      .providing(other, as: (any DatabaseWriter).self)
    await #expect(throws: NomadError.self) { try await nomad.migrate() }
    #expect(try await own.read { try $0.tableExists("item") } == false)
  }

  @Test("States differ by what is after a NUL, and a trigger may have the name of its table")
  func states() async throws {
    func state(_ text: String, _ columns: String) async throws -> DatabaseState {
      let database = try DatabaseQueue()
      try await database.write { db in
        try db.execute(sql: "CREATE TABLE note (\(columns))")
        try db.execute(sql: "INSERT INTO note (text) VALUES ('a' || char(0) || ?)", arguments: [text])
        try db.execute(sql: "CREATE TRIGGER note AFTER INSERT ON note BEGIN SELECT 1; END")
      }
      return try await DatabaseState(of: database)
    }
    let first = try await state("b", "text")
    #expect(try await state("b", "text") == first)
    #expect(try await state("c", "text") != first)
    #expect(try await state("b", "text TEXT").schema != first.schema)
  }

  @Test("A dying process leaves both the changes of a tribe and its record, or neither", arguments: [false, true])
  func dying(isAfter: Bool) async throws {
    let dies = { @Sendable (record: LedgerRecord) in record.kind == .finished && record.name == "Insert" }
    let ledger = GRDBLedger(database)
    let dying = isAfter ? DyingLedger(ledger, after: dies) : DyingLedger(ledger, before: dies)
    await #expect(throws: NomadError.self) { try await nomad([Insert.self], dying).migrate() }
    #expect(try await names() == (isAfter ? ["a", "b", "c"] : ["a", "b"]))
    #expect(try await nomad([Insert.self]).migrate().migrated.map(\.name) == (isAfter ? [] : ["Insert"]))
    #expect(try await names() == ["a", "b", "c"])
  }

  @Test("A tribe takes effect once if its run is cancelled and started again")
  func cancelled() async throws {
    let nomad = try nomad([Insert.self])
    let run = Task { try await nomad.migrate() }
    run.cancel()
    _ = await run.result
    try await nomad.migrate()
    #expect(try await names() == ["a", "b", "c"])
  }

  @Test("Foreign keys are checked before the commit and enforced again afterwards")
  func foreignKeys() async throws {
    let error = await #expect(throws: NomadError.self) { try await nomad([Orphaning.self]).migrate() }
    #expect((error?.underlying as? DatabaseError)?.resultCode == .SQLITE_CONSTRAINT)
    #expect(try await names() == ["a", "b"])
    #expect(try await names("tag") == ["x", "y"])
    let isEnforced = try await database.write { try Bool.fetchOne($0, sql: "PRAGMA foreign_keys") }
    #expect(isEnforced == true)
  }

  @Test("A tribe can turn off the check of foreign keys or have them enforced immediately")
  func otherForeignKeys() async throws {
    try await nomad([OrphaningUnchecked.self]).migrate()
    #expect(try await names("tag") == ["x", "y"])
    let other = try DatabaseQueue()
    try await Nomad(try TribeRegistry([CreateTable.self, Cascading.self]), ledger: .grdb(other)).migrate()
    #expect(try await other.read { try String.fetchAll($0, sql: "SELECT name FROM tag") } == ["y"])
  }

  @Test("Tribes can rebuild a table without losing the rows that refer to it, and can run VACUUM")
  func rebuilt() async throws {
    let report = try await nomad([Rebuild.self, Vacuum.self]).migrate()
    #expect(report.migrated.map(\.name) == ["CreateTable", "Rebuild", "Vacuum"])
    #expect(try await names("item", "title") == ["a", "b"])
    #expect(try await names("tag") == ["x", "y"])
  }

  @Test("A transaction that a failing tribe leaves open is rolled back")
  func leftOpen() async throws {
    let error = await #expect(throws: NomadError.self) { try await nomad([LeavingOpenAndFailing.self]).migrate() }
    #expect(error?.underlying is Mishap)
    #expect(try await names() == ["a", "b"])
  }

  @Test("A tribe that drops the ledger is rolled back")
  func dropping() async throws {
    let nomad = try nomad([DroppingEverything.self])
    let error = await #expect(throws: NomadError.self) { try await nomad.migrate() }
    #expect(error?.message.contains("no such table: main.nomad_ledger") == true)
    #expect(try await names() == ["a", "b"])
    #expect(try await nomad.ledger.history().finished.map(\.name) == ["CreateTable"])
  }

  @Test("A run that a tribe starts on another database is independent of the tribe's own run")
  func nested() async throws {
    let other = try DatabaseQueue()
    let inner = try nomad([Insert.self], InMemoryLedger()).providing(other, as: (any DatabaseWriter).self)
    let nomad = try nomad([Outer.self])
    await Outer.$inner.withValue(inner) {
      await #expect(throws: NomadError.self) { try await nomad.migrate() }
    }
    #expect(try await nomad.ledger.history().finished.map(\.name) == ["CreateTable"])
    #expect(try await names() == ["a", "b"])
    #expect(try await other.read { try String.fetchAll($0, sql: "SELECT name FROM item") } == ["a", "b", "c"])
  }

  @Test("Private tribes and tribes in extensions share a transaction with their records", arguments: [0, 1])
  func identified(kind: Int) async throws {
    let type: any ListedTribe.Type = kind == 0 ? hiddenTribe : DispatchQueue.Extending.self
    let dying = DyingLedger(GRDBLedger(database), before: { $0.kind == .finished && $0.key == "version:2.0.0" })
    await #expect(throws: NomadError.self) { try await nomad([type], dying).migrate() }
    #expect(try await names() == ["a", "b"])
    #expect(try await nomad([type]).migrate().migrated.count == 1)
  }

  @Test("A run stops if another run wrote to the ledger in spite of the lock")
  func fenced() async throws {
    let nomad = try nomad([Insert.self])
    let error = await #expect(throws: NomadError.self) {
      try await GRDBLedger(database).withExclusiveAccess { session in
        _ = try await session.history()
        // As if the lock's file had been removed.
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) where name.hasSuffix(".lock") {
          try FileManager.default.removeItem(at: folder.url.appendingPathComponent(name))
        }
        _ = try await Task.detached { try await nomad.migrate() }.value
        try await session.append(LedgerRecord(.began, key: "version:2.0.0", name: "Insert"))
      }
    }
    #expect(error?.message.contains("was changed during the run") == true)
    #expect(try await names() == ["a", "b", "c"])
  }

  @Test("A run stops if another run replaced the records and reached the same number in spite of the lock")
  func fencedAfterReplacement() async throws {
    let nomad = try nomad([Insert.self])
    try await nomad.migrate()
    let records = try await nomad.ledger.history().records
    for replacement in [records, []] {
      let error = await #expect(throws: NomadError.self) {
        try await GRDBLedger(database).withExclusiveAccess { session in
          _ = try await session.history()
          // As if the lock's file had been removed.
          try FileManager.default.removeItem(atPath: folder.path("notes.sqlite.nomad.lock"))
          try await GRDBLedger(database).withExclusiveAccess { other in
            try await other.replaceRecords(with: replacement)
            if replacement.isEmpty { try await other.append(records) }
          }
          try await session.append(LedgerRecord(.began, key: "once:a", name: "A"))
        }
      }
      #expect(error?.message.contains("was changed during the run") == true)
    }
  }

  @Test("A ledger that lost its records after they were replaced by none is an error, not a fresh install")
  func emptied() async throws {
    let nomad = try nomad([Insert.self])
    try await nomad.migrate()
    try await nomad.ledger.withExclusiveAccess { try await $0.replaceRecords(with: []) }
    #expect(try await nomad.ledger.history().isEmpty)
    try await database.write { try $0.execute(sql: "DELETE FROM nomad_ledger") }
    await #expect(throws: NomadError.self) { try await nomad.ledger.history() }
  }

  @Test("A ledger that lost its records can be read after they were replaced")
  func replacedAfterLoss() async throws {
    let nomad = try nomad([Insert.self])
    try await nomad.migrate()
    try await database.write { try $0.execute(sql: "DELETE FROM nomad_ledger") }
    await #expect(throws: NomadError.self) { try await nomad.ledger.history() }
    try await nomad.ledger.withExclusiveAccess { try await $0.replaceRecords(with: []) }
    #expect(try await nomad.ledger.history().isEmpty)
  }

  @Test("A tribe succeeds while another connection reads from the database")
  func reader() async throws {
    let path = folder.path("queue.sqlite")
    let (queue, other) = (try DatabaseQueue(path: path), try DatabaseQueue(path: path))
    try await Nomad(try TribeRegistry([CreateTable.self]), ledger: .grdb(queue)).migrate()
    let cursor = Task.detached {
      try await other.read { db in
        let rows = try Row.fetchCursor(db, sql: "SELECT * FROM item")
        _ = try rows.next()
        Thread.sleep(forTimeInterval: 0.3)
      }
    }
    try await Task.sleep(for: .milliseconds(50))
    try await Nomad(try TribeRegistry([CreateTable.self, Insert.self]), ledger: .grdb(queue)).migrate()
    try await cursor.value
    #expect(try await queue.read { try String.fetchAll($0, sql: "SELECT name FROM item") } == ["a", "b", "c"])
  }

  @Test("A tribe that ends its transaction or leaves one open fails and is not recorded", arguments: [false, true])
  func meddling(leavesOpen: Bool) async throws {
    let nomad = try nomad(leavesOpen ? [LeavingOpen.self] : [Committing.self])
    let error = await #expect(throws: NomadError.self) { try await nomad.migrate() }
    #expect(
      error?.message.contains(leavesOpen ? "left a transaction open" : "ended the transaction") == true,
      "\(error.map { "\($0)" } ?? "")"
    )
    #expect(try await nomad.ledger.history().finished.map(\.name) == ["CreateTable"])
    #expect(try await names() == (leavesOpen ? ["a", "b"] : ["a", "b", "c"]))
  }

  @Test("A database tribe on another ledger needs its database as a dependency, or nothing runs")
  func otherLedger() async throws {
    let ledger = InMemoryLedger()
    let lacking = await #expect(throws: NomadError.self) { try await nomad([Insert.self], ledger).migrate() }
    #expect(lacking?.code == .missingDependency && lacking?.message.contains("Insert needs ") == true)
    #expect(lacking?.advice.contains("ledger: .grdb(database)") == true, "\(lacking as Any)")
    #expect(lacking?.advice.contains(".providing(database, as: (any DatabaseWriter).self)") == true)
    #expect(ledger.history().records.isEmpty)
    #expect(try await nomad([Insert.self], ledger).plan().missingDependencies.map(\.tribe.name).contains("Insert"))
    #expect(try await nomad([Insert.self]).plan().missingDependencies.isEmpty)
    let listed = try TribeRegistry { DatabaseMigration("1.0.0") { _ in Issue.record("it ran") } }
    let unlisted = await #expect(throws: NomadError.self) { try await Nomad(listed, ledger: ledger).migrate() }
    #expect(unlisted?.code == .missingDependency)
    let given = try nomad([Insert.self], ledger).providing(database, as: (any DatabaseWriter).self)
    #expect(try await given.migrate().migrated.count == 2)
    #expect(try await names() == ["a", "b", "c"])
    #expect(try await database.read { try $0.tableExists("nomad_ledger") } == false)
  }

  @Test("A tribe that another tribe calls does not commit the caller's record")
  func called() async throws {
    let nomad = try nomad([Calling.self])
    for _ in 0..<2 { await #expect(throws: NomadError.self) { try await nomad.migrate() } }
    #expect(try await names() == ["a", "b", "c", "c"])
    #expect(try await nomad.ledger.history().finished.map(\.name) == ["CreateTable"])
  }

  @Test("An ordinary tribe resumes from checkpoints in a database's ledger")
  func ordinary() async throws {
    let nomad = try nomad([Counting.self])
    for _ in 0..<2 { await #expect(throws: NomadError.self) { try await nomad.migrate() } }
    #expect(try await nomad.migrate().migrated.map(\.name) == ["Counting"])
    #expect(try await nomad.migrate().migrated.isEmpty)
  }

  @Test("A tribe that fails in a batch continues after its last committed checkpoint")
  func batches() async throws {
    let nomad = try nomad([Batches.self])
    _ = await Failing.$fails.withValue(true) {
      await #expect(throws: NomadError.self) { try await nomad.migrate() }
    }
    #expect(try await names() == ["a", "b", "batch 0", "batch 1"])
    #expect(try await nomad.migrate().migrated.map(\.name) == ["Batches"])
    #expect(try await names() == ["a", "b", "batch 0", "batch 1", "batch 2", "batch 3"])
  }

  @Test("A checkpoint in a tribe's transaction is rolled back with the transaction")
  func rolledBackCheckpoint() async throws {
    let nomad = try nomad([SavingAndFailing.self])
    for _ in 0..<2 {
      _ = await Failing.$fails.withValue(true) {
        await #expect(throws: NomadError.self) { try await nomad.migrate() }
      }
    }
    #expect(try await nomad.migrate().migrated.map(\.name) == ["SavingAndFailing"])
    #expect(try await names() == ["a", "b", "count 0"])
  }

  @Test("A checkpoint cannot be saved in a database that does not contain the ledger")
  func checkpointElsewhere() async throws {
    let error = await #expect(throws: NomadError.self) { try await nomad([SavingElsewhere.self]).migrate() }
    #expect(error?.message.contains("does not have the ledger") == true)
    let given = try nomad([Batches.self], InMemoryLedger()).providing(database, as: (any DatabaseWriter).self)
    await #expect(throws: NomadError.self) { try await given.migrate() }
    #expect(try await names() == ["a", "b"])
  }

  @Test("Several tasks can save checkpoints at the same time", arguments: [false, true])
  func atOnce(inQueue: Bool) async throws {
    let ledger: GRDBLedger = inQueue ? .grdb(try DatabaseQueue()) : .grdb(database)
    #expect(try await Nomad(try TribeRegistry([SavingAtOnce.self]), ledger: ledger).migrate().migrated.count == 1)
    #expect(try await ledger.history().records.count == 22)
  }

  @Test("A rollback to a savepoint discards only the checkpoints that were saved after it")
  func savepoint() async throws {
    #expect(try await nomad([SavingInSavepoint.self]).migrate().migrated.count == 2)
    let queue = GRDBLedger(try DatabaseQueue())
    let nomad = Nomad(try TribeRegistry([SavingInSavepointOfBatch.self]), ledger: queue)
    let error = await Failing.$fails.withValue(true) {
      await #expect(throws: NomadError.self) { try await nomad.migrate() }
    }
    #expect(error?.underlying is Mishap)
    #expect(try await queue.history().records.map(\.kind.isFailure) == [false, false, true])
    #expect(try await nomad.migrate().migrated.count == 1)
  }

  @Test("Foreign keys that the app has switched off stay off and are not checked")
  func switchedOff() async throws {
    let queue = try DatabaseQueue()
    try await queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA foreign_keys = OFF") }
    let ledger = GRDBLedger(queue)
    try await Nomad(try TribeRegistry([CreateTable.self, Orphaning.self]), ledger: ledger).migrate()
    #expect(try await queue.writeWithoutTransaction { try Bool.fetchOne($0, sql: "PRAGMA foreign_keys") } == false)
  }

  @Test(
    "Foreign keys that a tribe without a transaction switches off are checked for the next tribe",
    arguments: [false, true]
  )
  func switchedOffByTribe(fails: Bool) async throws {
    let queue = try DatabaseQueue()
    let tribes = try TribeRegistry {
      DatabaseMigration("1.5.0", isTransactional: false) { db in
        try db.execute(sql: "PRAGMA foreign_keys = OFF")
        if fails { throw Mishap() }
      }
    }
    let registry = TribeRegistry(combining: [tribes, try TribeRegistry([CreateTable.self, Orphaning.self])])
    let error = await #expect(throws: NomadError.self) {
      try await Nomad(registry, ledger: .grdb(queue), currentVersion: .unlimited).migrate()
    }
    #expect((error?.underlying is Mishap) == fails)
    #expect(try await queue.writeWithoutTransaction { try Bool.fetchOne($0, sql: "PRAGMA foreign_keys") } == true)
  }

  @Test("A tribe does not run if it receives a database other than the ledger's")
  func otherDatabase() async throws {
    let nomad = try nomad([Insert.self]).providing(try DatabaseQueue(), as: (any DatabaseWriter).self)
    let error = await #expect(throws: NomadError.self) { try await nomad.migrate() }
    #expect(error?.message.contains("its database is not the one") == true)
    #expect(try await database.read { try $0.tableExists("item") } == false)
    let same = try self.nomad([Insert.self]).providing(database, as: (any DatabaseWriter).self)
    #expect(try await same.migrate().migrated.count == 2)
  }

  @Test("Cancellation stops a tribe between two batches")
  func cancelledBatches() async throws {
    let (begun, continuation) = AsyncStream<Void>.makeStream()
    let nomad = try nomad([Endless.self])
    let run = Task {
      try await Endless.$begun.withValue(Hook { continuation.yield() }) { try await nomad.migrate() }
    }
    for await _ in begun { break }
    run.cancel()
    let error = await #expect(throws: NomadError.self) { try await run.value }
    #expect(error?.code == .cancelled)
  }

  @Test("A tribe that commits its transaction and opens another one fails and is not recorded")
  func reopening() async throws {
    let nomad = try nomad([Reopening.self])
    let error = await #expect(throws: NomadError.self) { try await nomad.migrate() }
    #expect(error?.code == .tribeFailed)
    #expect(try await nomad.ledger.history().finished.map(\.name) == ["CreateTable"])
    #expect(try await names() == ["a", "b", "c"])
  }

  @Test("Temporary tables with the names of the ledger's tables do not hide the ledger")
  func temporary() async throws {
    let queue = try DatabaseQueue()
    try await queue.write { db in
      try db.execute(
        sql: """
          CREATE TEMP TABLE nomad_ledger (id INTEGER PRIMARY KEY AUTOINCREMENT, x);
          INSERT INTO temp.nomad_ledger (x) VALUES (1);
          """
      )
    }
    let nomad = Nomad(try TribeRegistry([CreateTable.self]), ledger: .grdb(queue))
    #expect(try await nomad.migrate().migrated.count == 1)
    #expect(try await nomad.migrate().migrated.isEmpty)
    try await queue.write { try $0.execute(sql: "DELETE FROM main.nomad_ledger WHERE id = 2") }
    await #expect(throws: NomadError.self) { try await nomad.migrate() }
  }
}

extension LedgerRecord.Kind {
  fileprivate var isFailure: Bool { if case .failed = self { true } else { false } }
}
