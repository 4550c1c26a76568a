import GRDB
import Nomad
import NomadFiles
import NomadGRDB
import NomadTesting
import Testing

@Suite("Reverted database tribes")
struct RevertTests {
  private let database: DatabasePool
  private let folder = TemporaryFolder()

  init() throws {
    database = try DatabasePool(path: folder.path("notes.sqlite"))
  }

  struct Create: RevertibleDatabaseTribe {
    static let target: TribeTarget = .literal("1.0.0")

    func migrate(_ db: Database) throws { try db.execute(sql: "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT)") }

    func revert(_ db: Database) throws { try db.execute(sql: "DROP TABLE item") }
  }

  struct AddTags: RevertibleDatabaseTribe {
    @TaskLocal static var fails = false
    static let target: TribeTarget = .literal("2.0.0")

    func migrate(_ db: Database) throws { try db.execute(sql: "ALTER TABLE item ADD COLUMN tags TEXT") }

    func revert(_ db: Database) throws {
      try db.execute(sql: "ALTER TABLE item DROP COLUMN tags")
      if Self.fails { throw DatabaseError(message: "on purpose") }
    }
  }

  struct Broken: DatabaseTribe {
    static let target: TribeTarget = .literal("2.5.0")

    func migrate(_ db: Database) throws {
      try db.execute(sql: "CREATE TABLE broken (id INTEGER)")
      throw DatabaseError(message: "on purpose")
    }
  }

  /// Changes something outside of the database when it is undone.
  struct Mixed: RevertibleDatabaseTribe {
    static let target: TribeTarget = .literal("3.0.0")
    static let revertTransactionKind: String? = nil
    @TaskLocal static var seen = Locked<Int?>(nil)
    private let seen = Mixed.seen

    func migrate(_ db: Database) throws { try db.execute(sql: "CREATE TABLE mixed (id INTEGER)") }

    func revert(_ db: Database) throws {
      seen.value = try Int.fetchOne(db, sql: "PRAGMA synchronous")
      try db.execute(sql: "DROP TABLE IF EXISTS mixed")
    }
  }

  private func nomad(_ tribes: [any ListedTribe.Type] = [Create.self, AddTags.self], _ ledger: (any Ledger)? = nil)
    throws
    -> Nomad
  {
    var nomad = Nomad(try TribeRegistry(tribes), ledger: GRDBLedger(database), currentVersion: .exactly("3.0.0"))
    if let ledger { nomad.ledger = ledger }
    return nomad
  }

  private func columns() async throws -> [String] {
    try await database.read { db in try db.tableExists("item") ? db.columns(in: "item").map(\.name) : [] }
  }

  @Test("Tribes are undone with their records, down to nothing, and run again")
  func reverts() async throws {
    let nomad = try nomad()
    try await nomad.migrate()
    #expect(try await nomad.revert(to: "1.0.0").tribes.map(\.name) == ["RevertTests.AddTags"])
    #expect(try await columns() == ["id", "name"])
    let records = try await nomad.ledger.history().records.filter { $0.key == "version:2.0.0" }
    // The tribe stayed done until its undoing was committed.
    #expect(records.map(\.kind) == [.began, .finished, .began, .forgotten])
    try await nomad.revert(to: "0")
    #expect(try await columns() == [])
    #expect(try await nomad.migrate().migrated.count == 2)
    #expect(try await columns() == ["id", "name", "tags"])
  }

  @Test("After a release whose tribe failed and was rolled back, the data goes back all the same")
  func faultyRelease() async throws {
    let nomad = try nomad([Create.self, AddTags.self, Broken.self])
    await #expect(throws: NomadError.self) { try await nomad.migrate() }
    try await nomad.revert(to: "1.0.0")
    #expect(try await columns() == ["id", "name"])
    #expect(try await nomad.ledger.history().finished.map(\.key) == ["version:1.0.0"])
    #expect(try await nomad.ledger.history().attempts(at: "version:2.5.0").count == 0)
  }

  @Test("An undoing that fails is rolled back, and the tribe stays done")
  func fails() async throws {
    let nomad = try nomad()
    try await nomad.migrate()
    let error = await AddTags.$fails.withValue(true) {
      await #expect(throws: NomadError.self) { try await nomad.revert(to: "0") }
    }
    #expect(error?.code == .tribeFailed)
    #expect(try await columns() == ["id", "name", "tags"])
    #expect(try await nomad.migrate().migrated.isEmpty)
    try await nomad.revert(to: "0")
    #expect(try await columns() == [])
  }

  @Test("A process that dies at the record of an undoing leaves both or neither", arguments: [false, true])
  func dies(isAfter: Bool) async throws {
    try await nomad().migrate()
    let dies = { @Sendable (record: LedgerRecord) in record.kind == .forgotten && record.key == "version:2.0.0" }
    let ledger = GRDBLedger(database)
    let dying = isAfter ? DyingLedger(ledger, after: dies) : DyingLedger(ledger, before: dies)
    await #expect(throws: NomadError.self) { try await self.nomad(ledger: dying).revert(to: "1.0.0") }
    #expect(try await columns() == (isAfter ? ["id", "name"] : ["id", "name", "tags"]))
    #expect(try await ledger.history().isDone("version:2.0.0") == !isAfter)
    try await nomad().revert(to: "1.0.0")
    #expect(try await columns() == ["id", "name"])
  }

  @Test("The plan of a revert has the obstacle of the revert: a tribe that another release began without a transaction")
  func planned() async throws {
    struct Old: Tribe, SendableMetatype {
      static let target: TribeTarget = .literal("2.0.0")

      func migrate() throws { throw DatabaseError(message: "on purpose") }
    }
    let old = Nomad(
      try TribeRegistry([Create.self, Old.self]),
      ledger: GRDBLedger(database),
      currentVersion: .exactly("2.0.0")
    )
    await #expect(throws: NomadError.self) { try await old.migrate() }
    let planned = try await nomad().plan(revertingTo: "1.0.0").obstacle
    let error = await #expect(throws: NomadError.self) { try await self.nomad().revert(to: "1.0.0") }
    #expect(error?.code == .notRevertible)
    #expect(planned?.message == error?.message)
  }

  private func nomad(ledger: any Ledger) throws -> Nomad { try nomad([Create.self, AddTags.self], ledger) }

  @Test("A tribe whose undoing changes files, too, counts as begun before it, and is not taken for one transaction")
  func mixed() async throws {
    let tribes: [any ListedTribe.Type] = [Create.self, Mixed.self]
    try await nomad(tribes).migrate()
    let dying = DyingLedger(GRDBLedger(database), after: { $0.kind == .began })
    await #expect(throws: NomadError.self) { try await self.nomad(tribes, dying).revert(to: "1.0.0") }
    #expect(try await GRDBLedger(database).history().isDone("version:3.0.0") == false)
    let seen = Locked<Int?>(nil)
    _ = try await Mixed.$seen.withValue(seen) { try await self.nomad(tribes).revert(to: "1.0.0") }
    #expect(try await database.read { try $0.tableExists("mixed") } == false)
    // EXTRA, where a pool has NORMAL: the files are reverted for good.
    #expect(seen.value == 3)
  }

  @Test("With a ledger in a file, the undoing has a transaction of its own")
  func file() async throws {
    let ledger = FileLedger.file(at: folder.url.appendingPathComponent("nomad.ledger"))
    let nomad = try nomad(ledger: ledger).providing(database, as: (any DatabaseWriter).self)
    try await nomad.migrate()
    try await nomad.revert(to: "1.0.0")
    #expect(try await columns() == ["id", "name"])
  }
}
