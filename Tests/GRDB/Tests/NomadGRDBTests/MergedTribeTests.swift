import GRDB
import Nomad
import NomadGRDB
import NomadTesting
import Testing

@Suite("Merged database tribes")
struct MergedTribeTests {
  /// A tribe that does the work of `CreateTable`, and of a tribe 2.0.0.
  private struct Merged: DatabaseTribe {
    static let target: TribeTarget = .literal("3.0.0")
    static let merges: [String] = ["1.0.0", "2.0.0"]

    func migrate(_ db: Database) throws {
      if try !TribeAttempt.wasDone("1.0.0") { try CreateTable().migrate(db) }
      if try !TribeAttempt.wasDone("2.0.0") { try db.execute(sql: "INSERT INTO item (name) VALUES ('c')") }
    }
  }

  private let folder = TemporaryFolder()

  @Test(
    "The parts that were open and the merged keys are one transaction",
    arguments: [[CreateTable.self], []] as [[any ListedTribe.Type]]
  )
  func transaction(old: [any ListedTribe.Type]) async throws {
    let database = try DatabasePool(path: folder.path("\(old.count).sqlite"))
    let ledger = GRDBLedger(database)
    if !old.isEmpty { try await Nomad(try TribeRegistry(old), ledger: ledger).migrate() }
    let count = try await ledger.history().finished.count
    let registry = try TribeRegistry([Merged.self])
    let dying = DyingLedger(ledger, before: { $0.kind == .finished && $0.name.hasSuffix("Merged") })
    await #expect(throws: NomadError.self) { try await Nomad(registry, ledger: dying).migrate() }
    #expect(try await ledger.history().finished.count == count)
    #expect(try await database.read { try $0.tableExists("item") } == !old.isEmpty)
    try await Nomad(registry, ledger: ledger).migrate()
    #expect(try await database.read { try String.fetchAll($0, sql: "SELECT name FROM item") } == ["a", "b", "c"])
    #expect(Set(try await ledger.history().finished.map(\.key)) == ["version:1.0.0", "version:2.0.0", "version:3.0.0"])
    #expect(try await Nomad(registry, ledger: ledger).migrate().migrated.isEmpty)
  }
}
