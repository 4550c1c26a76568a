import Foundation
import GRDB
import Nomad
import NomadAdoption
import NomadFiles
import NomadGRDB
import NomadRepair
import NomadTesting
import Testing

@Suite("Adoption of a DatabaseMigrator or of a ledger in a file")
struct AdoptionTests {
  private let folder = TemporaryFolder()

  /// The app's earlier migrator.
  private var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("persons") { try Persons().migrate($0) }
    migrator.registerMigration("pets") { try Pets().migrate($0) }
    migrator.registerMigration("no pets") { try NoPets().migrate($0) }
    return migrator
  }

  private let targets: [String: TribeTarget?] = [
    "persons": .literal("1.0.0"), "pets": .literal("1.1.0"), "no pets": .literal("1.2.0"),
  ]

  private func nomad(_ database: any DatabaseWriter) throws -> Nomad {
    var nomad = Nomad(
      try TribeRegistry([Persons.self, Pets.self, NoPets.self]),
      ledger: .grdb(database),
      currentVersion: .unlimited
    )
    nomad.predecessors = [.grdb(database, targets: targets)]
    return nomad
  }

  @Test("Migrations that a DatabaseMigrator has run do not run again", arguments: [nil, "persons", "pets", "no pets"])
  func adopted(last: String?) async throws {
    let database = try DatabaseQueue()
    if let last { try migrator.migrate(database, upTo: last) }
    let plan = try await nomad(database).plan()
    let done = ["persons", "pets", "no pets"].firstIndex { $0 == last }.map { $0 + 1 } ?? 0
    #expect(plan.pending.map(\.name) == Array(["Persons", "Pets", "NoPets"].dropFirst(done)))
    #expect(try await nomad(database).migrate().migrated.map(\.name) == plan.pending.map(\.name))
    #expect(try await nomad(database).migrate().migrated.isEmpty)
    #expect(try await database.read { try $0.tableExists("pets") } == false)
  }

  @Test("The records are read as soon as another connection, which has the database alone, has ended its transaction")
  func busy() async throws {
    let path = folder.path("notes.sqlite")
    let (database, other) = (try DatabaseQueue(path: path), try DatabaseQueue(path: path))
    try migrator.migrate(database)
    var nomad = try nomad(database)
    let lock = Predecessor("Lock") {
      let isTaken = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        try? other.writeWithoutTransaction { db in
          try db.inTransaction(.exclusive) {
            isTaken.signal()
            Thread.sleep(forTimeInterval: 0.1)
            return .rollback
          }
        }
      }
      isTaken.wait()
      return nil
    }
    nomad.predecessors.insert(lock, at: 0)
    #expect(try await nomad.plan().marked.count == 3)
  }

  @Test("A migration that the DatabaseMigrator skipped runs as a late tribe")
  func hole() async throws {
    let database = try DatabaseQueue()
    try await database.write { db in
      try Persons().migrate(db)
      try Pets().migrate(db)
      try db.execute(
        sql: """
          CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
          INSERT INTO grdb_migrations VALUES ('pets'), ('no pets');
          DROP TABLE persons; DROP TABLE pets;
          """
      )
    }
    #expect(try await nomad(database).migrate().migrated.map(\.name) == ["Persons"])
  }

  @Test("Migrations that ran before the app named the DatabaseMigrator do not run again")
  func sideBySide() async throws {
    let database = try DatabaseQueue()
    try migrator.migrate(database, upTo: "pets")
    // The app has run a tribe of its own, side by side with the migrator.
    let own = try TribeRegistry { Nomad.migration(.once("own")) {} }
    try await Nomad(own, ledger: .grdb(database), currentVersion: .unlimited).migrate()
    var moved = try nomad(database)
    moved.registry = TribeRegistry(combining: [moved.registry, own])
    let nomad = moved
    #expect(try await nomad.plan().marked.map(\.name) == ["Persons", "Pets"])
    #expect(try await nomad.migrate().migrated.map(\.name) == ["NoPets"])
    #expect(try await nomad.migrate().plan.isEmpty)
    // A migration without a tribe is an error, as at the first start.
    try await database.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('more')") }
    moved.registry = TribeRegistry(combining: [moved.registry, try TribeRegistry([Insert.self])])
    let added = moved
    let error = await #expect(throws: NomadError.self) { try await added.migrate() }
    #expect(error?.code == .predecessorUnreadable && error?.message.contains("\"more\"") == true)
  }

  @Test("Migrations can be mapped to .once and .literal targets")
  func ids() async throws {
    let database = try DatabaseQueue()
    try migrator.migrate(database, upTo: "pets")
    var nomad = Nomad(try TribeRegistry([Insert.self, Counting.self]), ledger: .grdb(database))
    nomad.predecessors = [.grdb(database, targets: ["persons": .once("count"), "pets": .literal("2.0.0")])]
    #expect(try await nomad.migrate().migrated.isEmpty)
    let keys = try await nomad.ledger.history().records.map(\.key)
    #expect(Set(keys).isSuperset(of: ["once:count", "version:2.0.0"]))
  }

  @Test("A database without a migrations table is a fresh install, and an unreadable table is an error")
  func fresh() async throws {
    #expect(try await nomad(try DatabaseQueue()).migrate().migrated.count == 3)
    let database = try DatabaseQueue()
    try await database.write { try $0.execute(sql: "CREATE TABLE grdb_migrations (name TEXT)") }
    let error = await #expect(throws: NomadError.self) { try await nomad(database).migrate() }
    #expect(error?.code == .predecessorUnreadable)
  }

  @Test("A tribe that replaces several migrations is an error if only some of them have run")
  func halfDone() async throws {
    let database = try DatabaseQueue()
    try migrator.migrate(database, upTo: "persons")
    var nomad = try nomad(database)
    nomad.predecessors = [.grdb(database, targets: ["persons": .literal("1.0.0"), "pets": .literal("1.0.0")])]
    let error = await #expect(throws: NomadError.self) { try await nomad.migrate() }
    #expect(error?.code == .predecessorUnreadable && error?.message.contains("pets") == true)
  }

  @Test("So is one that replaces the migration whose identifier is its id, and one with two spellings of a version")
  func halfDonePlaces() async throws {
    let database = try DatabaseQueue()
    try migrator.migrate(database, upTo: "persons")
    for targets in [
      ["pets": .once("persons")], ["persons": .dotted("1.0"), "pets": .literal("1.0.0")],
    ] as [[String: TribeTarget?]] {
      var moved = Nomad(try TribeRegistry([Insert.self]), ledger: .grdb(database))
      moved.predecessors = [.grdb(database, targets: targets)]
      let nomad = moved
      let error = await #expect(throws: NomadError.self) { try await nomad.migrate() }
      #expect(error?.code == .predecessorUnreadable && error?.message.contains("\"pets\"") == true)
    }
  }

  @Test(
    "The parts of a migration that the DatabaseMigrator merged do not run again, also if it merged one of them before",
    arguments: 0...3,
    [["v3": ["v1", "v2"]], ["v3": ["v2"], "v2": ["v1"]]] as [[String: Set<String>]]
  )
  func merged(last: Int, parts: [String: Set<String>]) async throws {
    let database = try DatabaseQueue()
    var single = DatabaseMigrator()
    single.registerMigration("v1") { try Persons().migrate($0) }
    single.registerMigration("v2") { try Pets().migrate($0) }
    single.registerMigration("v3") { try NoPets().migrate($0) }
    if last > 0 { try single.migrate(database, upTo: "v\(last)") }
    var merging = DatabaseMigrator()
    merging.registerMigration("v3", merging: ["v1", "v2"]) { _, _ in }
    if last == 3 {
      try merging.migrate(database)
      // The parts are no longer in the table.
      #expect(
        try await database.read { try String.fetchAll($0, sql: "SELECT identifier FROM grdb_migrations") } == ["v3"]
      )
    }
    let runs = Locked([String]())
    let registry = try TribeRegistry {
      DatabaseMigration(.once("v3"), merging: ["v1", "v2", "v3"]) { _ in
        for part in ["v1", "v2", "v3"] where try !TribeAttempt.wasDone(part) { runs.withLock { $0.append(part) } }
      }
    }
    var nomad = Nomad(registry, ledger: .grdb(database), currentVersion: .unlimited)
    nomad.predecessors = [.grdb(database, merging: parts)]
    try await nomad.migrate()
    #expect(runs.value == Array(["v1", "v2", "v3"].dropFirst(last)))
  }

  @Test("A completed migration without a tribe is an error, unless it is mapped to nil")
  func withoutTribe() async throws {
    let database = try DatabaseQueue()
    try migrator.migrate(database)
    var nomad = try nomad(database)
    for targets in [
      ["persons": .literal("1.0.0"), "pet": .literal("1.1.0"), "no pets": .literal("1.2.0")],
      ["persons": .literal("1.0.0"), "pets": .literal("1.1.1"), "no pets": .literal("1.2.0")],
    ] as [[String: TribeTarget?]] {
      nomad.predecessors = [.grdb(database, targets: targets)]
      let error = await #expect(throws: NomadError.self) { try await nomad.migrate() }
      #expect(error?.code == .predecessorUnreadable)
      #expect(error?.message.contains(targets["pets"] == nil ? "\"pets\"" : "\"1.1.1\"") == true)
    }
    nomad.registry = try TribeRegistry([Persons.self, NoPets.self])
    nomad.predecessors = [
      .grdb(database, targets: ["persons": .literal("1.0.0"), "pets": nil, "no pets": .literal("1.2.0")])
    ]
    #expect(try await nomad.migrate().migrated.isEmpty)
  }

  @Test("A run adopts migrations that another process completed after the plan was made")
  func meanwhile() async throws {
    let path = folder.path("notes.sqlite")
    let (database, other) = (try DatabaseQueue(path: path), try DatabaseQueue(path: path))
    #expect(try await nomad(database).plan().pending.count == 3)
    try migrator.migrate(other)
    #expect(try await nomad(database).migrate().migrated.isEmpty)
  }

  @Test("Tribes do not run again after their ledger was moved from a file, and an older app runs nothing")
  func moved() async throws {
    let url = folder.url.appendingPathComponent("notes.ledger")
    let database = try DatabasePool(path: folder.path("notes.sqlite"))
    let tribes = try TribeRegistry([Persons.self, Pets.self])
    let before = Nomad(tribes, ledger: .file(at: url), currentVersion: .unlimited)
      .providing(database, as: (any DatabaseWriter).self)
    try await before.migrate()
    let ledger = GRDBLedger(database)
    for moved in [4, 0, 0] {
      #expect(try await FileLedger(at: url).move(to: ledger) == moved)
      #expect(try await Nomad(tribes, ledger: ledger, currentVersion: .unlimited).migrate().migrated.isEmpty)
    }
    let error = await #expect(throws: NomadError.self) { try await before.migrate() }
    #expect(error?.code == .ledgerDamaged)
  }

  @Test("A move that dies at its first record is completed by the next move", arguments: [false, true])
  func killed(isAfter: Bool) async throws {
    let url = folder.url.appendingPathComponent("\(isAfter).ledger")
    let database = try DatabasePool(path: folder.path("notes.sqlite"))
    let nomad = Nomad(try TribeRegistry([Persons.self]), ledger: .file(at: url), currentVersion: .unlimited)
    try await nomad.providing(database, as: (any DatabaseWriter).self).migrate()
    let ledger = GRDBLedger(database)
    let dying = isAfter ? DyingLedger(ledger, after: { _ in true }) : DyingLedger(ledger, before: { _ in true })
    await #expect(throws: DyingLedger.Death.self) { try await FileLedger(at: url).move(to: dying) }
    #expect(FileManager.default.fileExists(atPath: url.path))
    #expect(try await FileLedger(at: url).move(to: ledger) == 2)
    #expect(try await ledger.history().finished.map(\.name) == ["Persons"])
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }
}
