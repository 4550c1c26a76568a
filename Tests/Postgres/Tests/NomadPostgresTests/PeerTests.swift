import Foundation
import Nomad
import NomadFiles
import NomadPostgres
import Testing

/// What the tests of Fluent's migrator and of PostgresMigrations check, in the words of Nomad.
///
/// The page that compares Nomad with them says what differs.
@Suite("As the tests of Fluent and PostgresMigrations", .serialized)
struct PeerTests {
  /// Writes its number into a table, as a migration of those tests does.
  struct Step1: PostgresTribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate(_ db: PostgresTransaction) async throws {
      try await db.execute("CREATE TABLE step (id serial, number int)")
      try await db.execute("INSERT INTO step (number) VALUES (1)")
    }
  }

  struct Step2: PostgresTribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate(_ db: PostgresTransaction) async throws {
      try await db.execute("INSERT INTO step (number) VALUES (2)")
    }
  }

  struct Step3: PostgresTribe {
    static let target: TribeTarget = .literal("3.0.0")
    func migrate(_ db: PostgresTransaction) async throws {
      try await db.execute("INSERT INTO step (number) VALUES (3)")
    }
  }

  struct Step4: PostgresTribe {
    static let target: TribeTarget = .literal("4.0.0")
    func migrate(_ db: PostgresTransaction) async throws {
      try await db.execute("INSERT INTO step (number) VALUES (4)")
    }
  }

  struct Second: PostgresTribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate(_ db: PostgresTransaction) async throws {}
  }

  struct Broken: PostgresTribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate(_ db: PostgresTransaction) async throws {
      try await db.execute("INSERT INTO step (number) VALUES (2)")
      throw Mishap()
    }
  }

  struct Mishap: Error {}

  private func nomad(
    _ tribes: any ListedTribe.Type...,
    in database: TestDatabase,
    schema: String = "nomad",
    version: CurrentVersion = .unlimited,
    policy: MigrationPolicy = MigrationPolicy()
  ) async throws -> Nomad {
    let ledger = PostgresLedger(try await database.connect(), schema: schema)
    return Nomad(try TribeRegistry(tribes), ledger: ledger, currentVersion: version, policy: policy)
  }

  private func steps(_ database: TestDatabase) async throws -> [String] {
    try await database.column("SELECT number::text FROM step ORDER BY id")
  }

  private func finished(_ database: TestDatabase, _ schema: String = "nomad") async throws -> [String] {
    try await database.column(
      "SELECT record::jsonb ->> 'name' FROM \(schema).ledger WHERE record::jsonb ->> 'event' = 'finished' ORDER BY id"
    ).map { String($0.split(separator: ".").last ?? "") }
  }

  // MARK: PostgresMigrations

  @Test("testMigrate, testSecondMigrate: in order, and later only the new ones")
  func secondMigrate() async throws {
    let database = try await TestDatabase()
    try await nomad(Step2.self, Step1.self, in: database).migrate()
    #expect(try await finished(database) == ["Step1", "Step2"])
    let report = try await nomad(Step1.self, Step2.self, Step3.self, Step4.self, in: database).migrate()
    #expect(report.migrated.count == 2)
    #expect(try await finished(database) == ["Step1", "Step2", "Step3", "Step4"])
    #expect(try await steps(database) == ["1", "2", "3", "4"])
  }

  @Test("testDuplicateMigrations, testCheckForDuplicates: two with one target are an error, and nothing runs")
  func duplicates() async throws {
    let database = try await TestDatabase()
    for pair in [[Step2.self, Second.self], [Step2.self, Step2.self]] as [[any ListedTribe.Type]] {
      let error = await #expect(throws: NomadError.self) {
        let registry = try TribeRegistry([Step1.self] + pair)
        try await Nomad(registry, ledger: try await database.ledger(), currentVersion: .unlimited).migrate()
      }
      #expect(error?.code == .duplicateTarget)
      // Also in a dry run, as there.
      let dry = await #expect(throws: NomadError.self) {
        let registry = try TribeRegistry([Step1.self] + pair)
        _ = try await Nomad(registry, ledger: try await database.ledger(), currentVersion: .unlimited).plan()
      }
      #expect(dry?.code == .duplicateTarget)
    }
    #expect(try await database.column("SELECT to_regclass('step')::text") == ["NULL"])
  }

  @Test("testDryRun: the plan says what would run, changes nothing, and is empty afterwards")
  func dryRun() async throws {
    let database = try await TestDatabase()
    let nomad = try await nomad(Step1.self, Step2.self, in: database)
    #expect(try await nomad.plan().pending.count == 2)
    await #expect(throws: NomadError.self) { try await nomad.waitUntilMigrated() }
    #expect(try await database.column("SELECT to_regnamespace('nomad')::text") == ["NULL"])
    try await nomad.migrate()
    #expect(try await nomad.plan().pending.isEmpty)
    try await nomad.waitUntilMigrated()
  }

  @Test(
    "testIgnoreUnknownMigrations, testRemoveMigration: one that was removed keeps its record; above the app's version, it is an error"
  )
  func removed() async throws {
    let database = try await TestDatabase()
    try await nomad(Step1.self, Step2.self, Step3.self, in: database).migrate()
    // Below the newest one of the app, it was removed on purpose: the release lock is what reports the other case.
    #expect(try await nomad(Step1.self, Step3.self, in: database).migrate().migrated.isEmpty)
    // The newest one belongs to a newer app, as long as nothing says otherwise.
    let error = await #expect(throws: NomadError.self) {
      try await nomad(Step1.self, Step2.self, in: database, version: .exactly("2.0.0")).migrate()
    }
    #expect(error?.code == .ledgerNewerThanApp)
    let ignoring = MigrationPolicy(newerData: .run)
    try await nomad(Step1.self, Step2.self, in: database, version: .exactly("2.0.0"), policy: ignoring).migrate()
    #expect(try await finished(database) == ["Step1", "Step2", "Step3"])
  }

  @Test("testReplaceMigration: the new one runs, and the old one keeps its record")
  func replaced() async throws {
    let database = try await TestDatabase()
    try await nomad(Step1.self, Step2.self, Step3.self, in: database).migrate()
    try await nomad(Step1.self, Step2.self, Step4.self, in: database, version: .exactly("4.0.0")).migrate()
    #expect(try await finished(database) == ["Step1", "Step2", "Step3", "Step4"])
  }

  @Test(
    "testGroups, testAddingToGroup, testGroupsIgnoreOtherGroups, testDuplicateMigrationsAcrossGroups: a ledger for each group"
  )
  func groups() async throws {
    let database = try await TestDatabase()
    try await nomad(Step1.self, in: database).migrate()
    try await nomad(Second.self, in: database, schema: "test").migrate()
    // The same target in another group, and a later one in the first.
    try await nomad(Step1.self, Step2.self, Step3.self, in: database).migrate()
    #expect(try await finished(database) == ["Step1", "Step2", "Step3"])
    #expect(try await finished(database, "test") == ["Second"])
    // One group alone.
    #expect(try await nomad(Step1.self, Step2.self, Step3.self, in: database).migrate().migrated.isEmpty)
    // Removing from one group does not concern the other.
    #expect(try await nomad(Second.self, in: database, schema: "test").migrate().migrated.isEmpty)
  }

  // MARK: Fluent

  @Test("testMigrator_success: each run records its own, after the earlier ones")
  func batches() async throws {
    let database = try await TestDatabase()
    let first = try await nomad(Step1.self, Step2.self, in: database).migrate()
    let second = try await nomad(Step1.self, Step2.self, Step3.self, in: database).migrate()
    #expect(first.migrated.count == 2 && second.migrated.count == 1)
    let history = try await database.ledger().history()
    #expect(history.finished.map(\.key) == ["version:1.0.0", "version:2.0.0", "version:3.0.0"])
  }

  @Test("testMigrator_error: what ran before stays, the broken one leaves nothing, and nothing later runs")
  func error() async throws {
    let database = try await TestDatabase()
    let error = await #expect(throws: NomadError.self) {
      try await nomad(Step1.self, Broken.self, Step3.self, in: database).migrate()
    }
    #expect(error?.underlying is Mishap)
    #expect(try await steps(database) == ["1"])
    #expect(try await finished(database) == ["Step1"])
    try await nomad(Step1.self, Step2.self, Step3.self, in: database).migrate()
    #expect(try await steps(database) == ["1", "2", "3"])
  }

  @Test("testMigrator_sequence, testMigrator_addMultiple: the same migrations on two databases, each with its ledger")
  func databases() async throws {
    let (one, two) = (try await TestDatabase(), try await TestDatabase())
    try await nomad(Step1.self, Step2.self, in: one).migrate()
    #expect(try await two.column("SELECT to_regnamespace('nomad')::text") == ["NULL"])
    try await nomad(Step1.self, Step2.self, Step3.self, in: two).migrate()
    #expect(try await finished(one) == ["Step1", "Step2"])
    #expect(try await finished(two) == ["Step1", "Step2", "Step3"])
  }
}
