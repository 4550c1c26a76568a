import Foundation
import GRDB
import Nomad
import NomadFiles
import NomadGRDB
import NomadTesting
import Testing

@Suite("A ledger in a database")
struct GRDBLedgerTests {
  private let folder = TemporaryFolder()

  enum Kind: CaseIterable { case inMemory, queue, writeAheadQueue, pool }

  private func database(_ kind: Kind, _ name: String = "notes.sqlite") throws -> any DatabaseWriter {
    let path = folder.path(name)
    switch kind {
    case .inMemory: return try DatabaseQueue()
    case .queue: return try DatabaseQueue(path: path)
    case .writeAheadQueue:
      var configuration = Configuration()
      configuration.journalMode = .wal
      return try DatabaseQueue(path: path, configuration: configuration)
    case .pool: return try DatabasePool(path: path)
    }
  }

  @Test(
    "A ledger in a database passes the conformance checks for ledgers, even when it is reopened",
    arguments: Kind.allCases
  )
  func conforms(kind: Kind) async throws {
    let opened = Opened()
    try await LedgerConformance.verify(committing: .grdb { opened.last }) {
      GRDBLedger(opened.keep(try database(kind, UUID().uuidString + ".sqlite")))
    } reopening: { ledger in
      if kind == .inMemory { return ledger }
      return GRDBLedger(
        opened.keep(
          kind == .pool ? try DatabasePool(path: ledger.identity) : try DatabaseQueue(path: ledger.identity)
        )
      )
    } closing: {
      try opened.close()
    }
  }

  /// The databases of one promise.
  private final class Opened: @unchecked Sendable {
    private let lock = NSLock()
    private var all: [any DatabaseWriter] = []

    func keep(_ database: any DatabaseWriter) -> any DatabaseWriter {
      lock.withLock { all.append(database) }
      return database
    }

    var last: (any DatabaseWriter)? { lock.withLock { all.last } }

    func close() throws {
      let databases = lock.withLock { all }
      lock.withLock { all = [] }
      for database in databases { try database.close() }
    }
  }

  @Test("Ledgers that wrap a ledger in a database pass the conformance checks")
  func decorated() async throws {
    let opened = Opened()
    try await LedgerConformance.verify(committing: .grdb { opened.last }) {
      let ledger = GRDBLedger(opened.keep(try database(.pool, UUID().uuidString + ".sqlite")))
      return DyingLedger(FailingLedger(ledger) { _ in false }, before: { _ in false })
    }
  }

  @Test("A table that exists and never had a row is an empty ledger", arguments: Kind.allCases)
  func emptyTable(kind: Kind) async throws {
    let database = try database(kind)
    let nomad = Nomad(try TribeRegistry([Committed.self]), ledger: .grdb(database))
    try await nomad.migrate()
    try await database.write { db in
      try db.execute(sql: "DELETE FROM nomad_ledger; DELETE FROM sqlite_sequence; DROP TABLE committed")
    }
    #expect(try await nomad.ledger.history().isEmpty)
    #expect(try await nomad.migrate().migrated.map(\.name) == ["Committed"])
  }

  @Test("A plan does not create the ledger's table", arguments: Kind.allCases)
  func pure(kind: Kind) async throws {
    let database = try database(kind)
    let plan = try await Nomad(try TribeRegistry([Insert.self]), ledger: .grdb(database)).plan()
    #expect(plan.pending.map(\.name) == ["Insert"])
    #expect(try await database.read { try $0.tableExists("nomad_ledger") } == false)
  }

  @Test("A record of a newer format version is refused")
  func newer() async throws {
    let database = try database(.queue)
    let nomad = Nomad(try TribeRegistry([CreateTable.self]), ledger: .grdb(database))
    try await nomad.migrate()
    try await database.write { try $0.execute(sql: "UPDATE nomad_ledger SET version = 2 WHERE id = 1") }
    let error = await #expect(throws: NomadError.self) { try await nomad.migrate() }
    #expect(error?.code == .ledgerNewerFormat)
  }

  @Test(
    "An unreadable record is an error, not a fresh install",
    arguments: [
      "record = '{'", "record = x'00'", "record = x'FF'", "version = 0", "version = 'two'",
      "record = replace(record, 'began', 'flew')", "record = replace(record, '1.0.0', '1.1.0')", "checksum = 7",
      "checksum = 'x'", "record = replace(record, 'began', 'flew'), checksum = NULL",
    ]
  )
  func damaged(change: String) async throws {
    let database = try database(.queue)
    let nomad = Nomad(try TribeRegistry([CreateTable.self]), ledger: .grdb(database))
    try await nomad.migrate()
    try await database.write { try $0.execute(sql: "UPDATE nomad_ledger SET \(change)") }
    let error = await #expect(throws: NomadError.self) { try await nomad.migrate() }
    #expect(error?.code == .ledgerDamaged)
  }

  @Test("A ledger without a seal gets one at the next start")
  func withoutSeal() async throws {
    let database = try database(.queue)
    let older = Nomad(try TribeRegistry([CreateTable.self]), ledger: .grdb(database))
    try await older.migrate()
    try await database.write { try $0.execute(sql: "DELETE FROM sqlite_sequence WHERE name LIKE '%.seal'") }
    #expect(try older.ledger.seal() == .open)
    #expect(try await older.migrate().migrated.isEmpty)
    #expect(try older.ledger.seal() != .open)
    let newer = Nomad(try TribeRegistry([CreateTable.self, Insert.self]), ledger: .grdb(database))
    #expect(try await newer.migrate().migrated.map(\.name) == ["Insert"])
    let seal = try #require(try newer.ledger.seal())
    #expect(seal != .open)
  }

  @Test("A start with nothing due replaces a seal that does not answer it", arguments: [false, true])
  func staleSeal(blocking: Bool) async throws {
    let database = try database(.queue)
    var nomad = Nomad(try TribeRegistry([CreateTable.self]), ledger: .grdb(database))
    try await nomad.migrate()
    let (seal, records) = (try nomad.ledger.seal(), try await nomad.ledger.history().records)
    nomad.currentVersion = .exactly("9")
    if blocking { try nomad.migrateSynchronously() } else { try await nomad.migrate() }
    let newer = try #require(try nomad.ledger.seal())
    #expect(newer != seal && newer != .open)
    // The next start has nothing to replace.
    if blocking { try nomad.migrateSynchronously() } else { try await nomad.migrate() }
    #expect(try nomad.ledger.seal() == newer)
    #expect(try await nomad.ledger.history().records == records)
  }

  @Test(
    "A seal is void if any row has changed since",
    arguments: [
      "UPDATE nomad_ledger SET record = replace(record, '1.0.0', '1.1.0') WHERE id = 1",
      "UPDATE nomad_ledger SET checksum = NULL WHERE id = 1", "UPDATE nomad_ledger SET checksum = 7 WHERE id = 1",
      "UPDATE nomad_ledger SET version = 2 WHERE id = 1", "UPDATE nomad_ledger SET id = 9 WHERE id = 1",
      "DELETE FROM nomad_ledger WHERE id = 1", "DELETE FROM nomad_ledger WHERE id > 2",
      "DELETE FROM nomad_ledger", "DROP TABLE nomad_ledger",
      "INSERT INTO nomad_ledger (version, record) SELECT 1, record FROM nomad_ledger WHERE id = 4",
      "UPDATE sqlite_sequence SET seq = 5 WHERE name = 'nomad_ledger'",
      "UPDATE sqlite_sequence SET seq = replace(seq, '.', '1.') WHERE name LIKE '%.seal'",
      "UPDATE sqlite_sequence SET seq = x'00' WHERE name LIKE '%.seal'",
    ]
  )
  func voidSeal(change: String) async throws {
    let database = try database(.queue)
    let nomad = Nomad(try TribeRegistry([CreateTable.self, Insert.self]), ledger: .grdb(database))
    try await nomad.migrate()
    #expect(try nomad.ledger.seal() != .open)
    try await database.write { try $0.execute(sql: change) }
    #expect([nil, .open].contains(try nomad.ledger.seal()))
  }

  @Test("A seal and a history are not read at once while a run writes or another connection locks the database")
  func readWhileBusy() async throws {
    let database = try database(.queue)
    let ledger = GRDBLedger(database)
    try await Nomad(try TribeRegistry([CreateTable.self]), ledger: ledger).migrate()
    let holder = Holder(try DatabaseQueue(path: folder.path("notes.sqlite")))
    await holder.hold()
    #expect(try ledger.seal() == nil)
    #expect(try ledger.immediateHistory()?.records.count == nil)
    holder.release()
    let seen = Seen()
    let registry = TribeRegistry(_module: "App") { builder in
      builder.add("Reading", Reading.self, target: .once("reading"), position: .once("reading")) {
        try await Reading.$read.withValue(Hook { seen.note(isNil: ledger) }) {
          try await Reading().migrate()
        }
      }
    }
    try await Nomad(registry, ledger: ledger).migrate()
    #expect(seen.isNil)
  }

  @Test("Accesses to migrated data run at once in two processes, and keep a run from beginning")
  func shares() async throws {
    let one = Nomad(try TribeRegistry([CreateTable.self]), ledger: .grdb(try database(.pool)))
    let other = Nomad(
      try TribeRegistry([CreateTable.self, Insert.self]),
      ledger: .grdb(try DatabaseQueue(path: folder.path("notes.sqlite")))
    )
    try await one.migrate()
    let busy = try await one.withMigratedData {
      try await one.withMigratedData(until: .now + .seconds(60)) {}
      let access = Task.detached { try await one.withMigratedData(until: .now + .seconds(60)) {} }
      try await access.value
      let run = Task.detached { try await other.migrate(until: .now + .milliseconds(50)) }
      if case .failure(let error as NomadError) = await run.result { return error.code == .deadlinePassed }
      return false
    }
    #expect(busy)
    #expect(try await other.migrate().migrated.count == 1)
  }

  @Test("Another process sees that a tribe began while it runs, although this is not synced")
  func begun() async throws {
    let ledger = GRDBLedger(try database(.pool))
    let other = GRDBLedger(try DatabaseQueue(path: folder.path("notes.sqlite")))
    let attempts = Locked<Int?>(nil)
    let registry = TribeRegistry(_module: "App") { builder in
      builder.add("Reading", Reading.self, target: .once("reading"), position: .once("reading")) {
        let read = Hook { attempts.value = (try? other.immediateHistory())?.attempts(at: "once:reading").count }
        try await Reading.$read.withValue(read) { try await Reading().migrate() }
      }
    }
    try await Nomad(registry, ledger: ledger).migrate()
    #expect(attempts.value == 1)
  }

  private final class Seen: @unchecked Sendable {
    private(set) var isNil = false
    func note(isNil ledger: GRDBLedger) {
      do { if case nil = try ledger.immediateHistory() { isNil = true } } catch { isNil = false }
    }
  }

  private struct Reading: DatabaseTribe {
    @TaskLocal static var read = Hook {}
    static let target: TribeTarget = .once("reading")
    private let read = Reading.read

    func migrate(_ db: Database) throws { read.call() }
  }

  @Test("A row that was corrected by hand is accepted without a checksum")
  func corrected() async throws {
    let database = try database(.queue)
    let nomad = Nomad(try TribeRegistry([CreateTable.self]), ledger: .grdb(database))
    try await nomad.migrate()
    let change = "record = replace(record, '\"appVersion\":\"\"', '\"appVersion\":\"1.0\"'), checksum = NULL"
    try await database.write { try $0.execute(sql: "UPDATE nomad_ledger SET \(change)") }
    #expect(try await nomad.migrate().migrated.isEmpty)
    #expect(try await nomad.ledger.history().records.map(\.appVersion) == ["1.0", "1.0"])
  }

  @Test("A ledger table that vanished without being dropped is an error, not a fresh install")
  func vanished() async throws {
    let database = try database(.queue)
    let nomad = Nomad(try TribeRegistry([CreateTable.self]), ledger: .grdb(database))
    try await nomad.migrate()
    try await database.write { db in
      try db.execute(
        sql: "PRAGMA writable_schema = ON; UPDATE sqlite_master SET name = 'x' WHERE name = 'nomad_ledger'"
      )
    }
    let error = await #expect(throws: NomadError.self) { try await nomad.migrate() }
    #expect(error?.code == .ledgerDamaged)
  }

  @Test(
    "Missing records are an error, not a fresh install",
    arguments: ["id = 1", "id = 2", "id = 4", "id > 2", "1"]
  )
  func missing(condition: String) async throws {
    let database = try database(.queue)
    let nomad = Nomad(try TribeRegistry([CreateTable.self, Insert.self]), ledger: .grdb(database))
    try await nomad.migrate()
    try await database.write { try $0.execute(sql: "DELETE FROM nomad_ledger WHERE \(condition)") }
    let error = await #expect(throws: NomadError.self) { try await nomad.migrate() }
    #expect(error?.code == .ledgerDamaged)
    #expect(try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM item") } == 3)
    try await database.write { try $0.execute(sql: "DROP TABLE nomad_ledger; DROP TABLE tag; DROP TABLE item") }
    #expect(try await nomad.migrate().migrated.count == 2)
  }

  @Test(
    "Compaction limits the size of the ledger and keeps the records of completed tribes",
    arguments: [Kind.queue, .pool]
  )
  func compacted(kind: Kind) async throws {
    let database = try database(kind)
    let nomad = Nomad(try TribeRegistry([CreateTable.self, Idle.self]), ledger: .grdb(database))
    for _ in 0..<150 { try await nomad.migrate() }
    let count = try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM nomad_ledger") }
    #expect(count ?? 0 < 130)
    let reopened = try DatabaseQueue(path: folder.path("notes.sqlite"))
    let next = Nomad(try TribeRegistry([CreateTable.self, Insert.self, Idle.self]), ledger: .grdb(reopened))
    #expect(try await next.migrate().migrated.map(\.name) == ["Insert", "Idle"])
    try await database.write { db in
      try db.execute(sql: "DELETE FROM nomad_ledger WHERE id = (SELECT min(id) FROM nomad_ledger)")
    }
    await #expect(throws: NomadError.self) { try await next.migrate() }
  }

  @Test("No tribe runs again after a random part of the database was corrupted")
  func corrupt() async throws {
    let path = folder.path("notes.sqlite")
    let tribes = try TribeRegistry([CreateTable.self, Insert.self])
    do {
      let database = try DatabaseQueue(path: path)
      try await Nomad(tribes, ledger: .grdb(database)).migrate()
      try database.close()
    }
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    var (cases, errors, held, random) = (0, 0, 0, SystemRandomNumberGenerator())
    for round in 0..<(KilledProcessTests.share == 1 ? 20_000 : 600) {
      var bytes = whole
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch round % 4 {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1:
        for index in place..<min(bytes.count, place + 512) { bytes[index] = UInt8.random(in: 0...255, using: &random) }
      case 2: for index in (place & ~4095)..<min(bytes.count, (place & ~4095) + 4096) { bytes[index] = 0 }
      default: bytes = bytes.prefix(place)
      }
      try bytes.write(to: URL(fileURLWithPath: path))
      cases += 1
      do {
        let database = try DatabaseQueue(path: path)
        let ran = try await Nomad(tribes, ledger: .grdb(database)).migrate().migrated.map(\.name)
        // An empty file shows nothing about its earlier contents, and SQLite also takes one with a single byte for empty.
        if ran.isEmpty || bytes.count < 2 { held += 1 } else { Issue.record("round \(round), at \(place): \(ran)") }
      } catch {
        (errors, held) = (errors + 1, held + 1)
      }
    }
    print("a corrupt database: \(cases) cases, \(errors) errors, \(held) held")
    #expect(errors > cases / 10 && held == cases)
  }

  @Test("A run waits for another connection that writes to the database", arguments: [Kind.queue, .pool])
  func busy(kind: Kind) async throws {
    let (database, other) = (try database(kind), try DatabaseQueue(path: folder.path("notes.sqlite")))
    let nomad = Nomad(try TribeRegistry([CreateTable.self]), ledger: .grdb(database))
    let holder = Holder(other)
    await holder.hold()
    let run = Task { try await nomad.migrate().migrated.map(\.name) }
    try await Task.sleep(for: .milliseconds(100))
    holder.release()
    #expect(try await run.value == ["CreateTable"])
  }

  @Test("A run fails without running a tribe if the database stays busy past the time limit")
  func busyForLong() async throws {
    let (database, other) = (try database(.queue), try DatabaseQueue(path: folder.path("notes.sqlite")))
    let holder = Holder(other)
    await holder.hold()
    let ledger = GRDBLedger(database, waitingAtMost: .milliseconds(50))
    let error = await #expect(throws: NomadError.self) {
      try await Nomad(try TribeRegistry([CreateTable.self]), ledger: ledger).migrate()
    }
    #expect(error?.code == .ledgerBusy)
    #expect((error?.underlying as? DatabaseError)?.resultCode == .SQLITE_BUSY)
    holder.release()
    #expect(try await database.read { try $0.tableExists("item") } == false)
  }

  private struct FailingAsBusy: DatabaseTribe {
    static let target: TribeTarget = .once("busy")

    func migrate(_ db: Database) throws {
      throw NomadError(.ledgerBusy, "Another ledger is busy.", advice: "")
    }
  }

  @Test("The error of a tribe is kept even if the tribe had to wait for another connection")
  func errorAfterBusy() async throws {
    let database = try database(.queue)
    let holder = Holder(try DatabaseQueue(path: folder.path("notes.sqlite")))
    let registry = TribeRegistry(_module: "App") { builder in
      builder.add("Outer", target: .once("outer"), position: .once("outer")) {
        await holder.hold()
        Task {
          try await Task.sleep(for: .milliseconds(100))
          holder.release()
        }
        try await FailingAsBusy().migrate()
      }
    }
    let error = await #expect(throws: NomadError.self) {
      try await Nomad(registry, ledger: .grdb(database)).migrate()
    }
    #expect((error?.underlying as? NomadError)?.message == "Another ledger is busy.")
  }
}

/// Another connection, with a transaction of its own.
private final class Holder: Sendable {
  private let database: DatabaseQueue
  private let released = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  init(_ database: DatabaseQueue) { self.database = database }

  func hold() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { [database, released, ended] in
        try? database.writeWithoutTransaction { db in
          try db.inTransaction(.exclusive) {
            continuation.resume()
            released.wait()
            return .commit
          }
        }
        ended.signal()
      }
    }
  }

  func release() {
    released.signal()
    ended.wait()
  }
}
