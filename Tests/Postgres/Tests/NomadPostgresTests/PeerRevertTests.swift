import Foundation
import Nomad
import NomadPostgres
import NomadRepair
import Testing

/// What the tests of Fluent's migrator and of PostgresMigrations check about reverts, in the words of Nomad, on a server.
@Suite("As the tests of Fluent and PostgresMigrations, for reverts", .serialized)
struct PeerRevertTests {
  /// A tribe that creates a table, and drops it when it is undone.
  protocol TableTribe: RevertiblePostgresTribe {}

  struct T1: TableTribe { static let target: TribeTarget = .literal("1.0.0") }
  struct T2: TableTribe { static let target: TribeTarget = .literal("2.0.0") }
  struct T3: TableTribe { static let target: TribeTarget = .literal("3.0.0") }
  struct T4: TableTribe { static let target: TribeTarget = .literal("4.0.0") }
  struct T5: TableTribe { static let target: TribeTarget = .literal("5.0.0") }

  struct Broken: PostgresTribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate(_ db: PostgresTransaction) async throws {
      try await db.execute("CREATE TABLE broken (id int)")
      throw CancellationError()
    }
  }

  private let database: TestDatabase

  init() async throws { database = try await TestDatabase() }

  private func nomad(
    _ tribes: any ListedTribe.Type...,
    in database: TestDatabase? = nil,
    schema: String = "nomad"
  ) async throws -> Nomad {
    let ledger = PostgresLedger(try await (database ?? self.database).connect(), schema: schema)
    return Nomad(try TribeRegistry(tribes), ledger: ledger, currentVersion: .exactly("5.0.0"))
  }

  private func tables(in database: TestDatabase? = nil) async throws -> [String] {
    try await (database ?? self.database).column(
      "SELECT table_name FROM information_schema.tables WHERE table_name ~ '^(t[1-5]|broken)$' ORDER BY 1"
    )
  }

  private func done(_ nomad: Nomad) async throws -> [LedgerKey] {
    try await nomad.ledger.history().finished.map(\.key)
  }

  // MARK: PostgresMigrations

  @Test("testRevert: all are undone, the last one first, and no record says that one is done")
  func revert() async throws {
    let nomad = try await nomad(T1.self, T2.self)
    try await nomad.migrate()
    #expect(try await nomad.plan(revertingTo: "0").tribes.map(\.entryName) == ["T2", "T1"])
    try await nomad.revert(to: "0")
    #expect(try await tables() == [])
    #expect(try await done(nomad).isEmpty)
  }

  @Test("testRevertRemovingUnknown: a tribe that the list lacks stops the revert, until its record is removed by hand")
  func removedRecord() async throws {
    try await nomad(T1.self, T2.self).migrate()
    let nomad = try await nomad(T1.self)
    let error = await #expect(throws: NomadError.self) { try await nomad.revert(to: "0") }
    #expect(error?.code == .notRevertible)
    #expect(try await tables() == ["t1", "t2"])
    try await nomad.ledger.forget(.literal("2.0.0"))
    try await nomad.revert(to: "0")
    // As there, what the unknown one made stays.
    #expect(try await tables() == ["t2"])
    #expect(try await done(nomad).isEmpty)
  }

  @Test("testRevertInconsistent: only the newest is undone, so that a list without it fits")
  func newest() async throws {
    let nomad = try await nomad(T1.self, T2.self, T3.self)
    try await nomad.migrate()
    try await nomad.revert(to: "2.0.0")
    #expect(try await tables() == ["t1", "t2"])
    #expect(try await done(nomad) == ["version:1.0.0", "version:2.0.0"])
    #expect(try await self.nomad(T1.self, T2.self).migrate().migrated.isEmpty)
  }

  @Test(
    "testRevertInconsistentDisableFollowing: a list without some in the middle fits as it is, or without their records"
  )
  func withoutMiddle() async throws {
    try await nomad(T1.self, T2.self, T3.self, T4.self, T5.self).migrate()
    let nomad = try await nomad(T1.self, T2.self, T5.self)
    #expect(try await nomad.migrate().migrated.isEmpty)
    #expect(try await done(nomad).count == 5)
    for version in ["3.0.0", "4.0.0"] { try await nomad.ledger.forget(.literal(version)) }
    #expect(try await done(nomad) == ["version:1.0.0", "version:2.0.0", "version:5.0.0"])
    #expect(try await nomad.migrate().migrated.isEmpty)
  }

  @Test("testRevertInconsistentDisableFollowingMissingMigration: nothing is undone for a new one, which runs late")
  func newInMiddle() async throws {
    try await nomad(T1.self, T3.self).migrate()
    let nomad = try await nomad(T1.self, T2.self, T3.self)
    #expect(try await nomad.plan().pending.map(\.name).count == 1)
    #expect(try await nomad.migrate().migrated.count == 1)
    #expect(try await tables() == ["t1", "t2", "t3"])
    #expect(try await done(nomad) == ["version:1.0.0", "version:3.0.0", "version:2.0.0"])
  }

  @Test(
    "testRevertInconsistentRemovingUnknown: an unknown one in the middle stops a revert below it, and none above it"
  )
  func unknownInMiddle() async throws {
    try await nomad(T1.self, T2.self, T3.self).migrate()
    let nomad = try await nomad(T1.self, T3.self)
    let error = await #expect(throws: NomadError.self) { try await nomad.revert(to: "1.0.0") }
    #expect(error?.code == .notRevertible)
    #expect(try await done(nomad).count == 3)
    try await nomad.revert(to: "2.0.0")
    try await nomad.ledger.forget(.literal("2.0.0"))
    #expect(try await done(nomad) == ["version:1.0.0"])
  }

  @Test(
    "testRemovingFromGroup, testGroupsIgnoreOtherGroups: one removed from a group concerns no other group, nor its revert"
  )
  func groups() async throws {
    try await nomad(T1.self, T2.self).migrate()
    let other = try await nomad(T3.self, schema: "test")
    try await other.migrate()
    #expect(try await nomad(T1.self).migrate().migrated.isEmpty)
    #expect(try await other.migrate().migrated.isEmpty)
    try await nomad(T1.self, T2.self).revert(to: "0")
    #expect(try await tables() == ["t3"])
    try await other.revert(to: "0")
    #expect(try await tables() == [])
  }

  // MARK: Fluent

  @Test("testMigrator_success, testMigrator_error: all batches are undone, also after a failure between them")
  func batches() async throws {
    let nomad = try await nomad(T1.self, T3.self)
    try await nomad.migrate()
    let longer = try await self.nomad(T1.self, T3.self, T4.self)
    try await longer.migrate()
    try await longer.revert(to: "0")
    #expect(try await tables() == [])

    let broken = try await self.nomad(T1.self, Broken.self, T3.self)
    await #expect(throws: NomadError.self) { try await broken.migrate() }
    #expect(try await tables() == ["t1"])
    try await broken.revert(to: "0")
    #expect(try await tables() == [])
    #expect(try await done(broken).isEmpty)
  }

  @Test("testMigrator_addMultiple: two databases with different lists are undone, each with its ledger")
  func databases() async throws {
    let other = try await TestDatabase()
    let (one, two) = (try await nomad(T1.self, T2.self, T3.self), try await nomad(T1.self, T2.self, T4.self, in: other))
    for nomad in [one, two] { #expect(try await nomad.migrate().migrated.count == 3) }
    try await one.revert(to: "0")
    #expect(try await tables() == [])
    #expect(try await tables(in: other) == ["t1", "t2", "t4"])
    try await two.revert(to: "0")
    #expect(try await tables(in: other) == [])
    for nomad in [one, two] { #expect(try await done(nomad).isEmpty) }
  }
}

extension PeerRevertTests.TableTribe {
  private static var table: String { "\(Self.self)".lowercased() }

  func migrate(_ db: PostgresTransaction) async throws {
    try await db.execute("CREATE TABLE \(Self.table) (id int)")
  }

  func revert(_ db: PostgresTransaction) async throws { try await db.execute("DROP TABLE \(Self.table)") }
}

extension TribeRegistry.Entry {
  /// The name without that of the suite.
  fileprivate var entryName: String { String(name.split(separator: ".").last ?? "") }
}
