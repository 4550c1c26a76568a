import GRDB
import Nomad
import NomadGRDB
import NomadTesting
import Testing

/// A view that is made again when its source changes.
private struct ItemView: DatabaseTribe {
  static let target: TribeTarget = .whenChanged("item-view")
  @TaskLocal static var number = 1
  private let number = ItemView.number
  private let fails = Failing.fails

  func migrate(_ db: Database) throws {
    try db.execute(sql: "DROP VIEW IF EXISTS made; CREATE VIEW made AS SELECT \(number) AS number FROM item LIMIT 1")
    if fails { throw Mishap() }
  }
}

@Suite("Derived data in a database")
struct DerivedDataTests {
  private let database: DatabasePool
  private let folder = TemporaryFolder()

  init() throws {
    database = try DatabasePool(path: folder.path("notes.sqlite"))
  }

  private func nomad(_ source: Int, _ ledger: (any Ledger)? = nil) -> Nomad {
    let registry = TribeRegistry(_module: "App") { tribes in
      tribes.add("CreateTable", CreateTable.self, target: CreateTable.target, position: .version(.init([1, 0, 0]))) {
        try await CreateTable().migrate()
      }
      tribes.add("ItemView", ItemView.self, target: ItemView.target, position: .whenChanged("item-view")) {
        try await ItemView.$number.withValue(source) { try await ItemView().migrate() }
      }
      tribes.source("000000000000000\(source)")
    }
    var nomad = Nomad(registry, ledger: .inMemory, currentVersion: .unlimited)
    nomad.ledger = ledger ?? GRDBLedger(database)
    return nomad
  }

  /// The source that made the view.
  private func made() async throws -> Int? {
    try await database.read { try Int.fetchOne($0, sql: "SELECT number FROM made") }
  }

  @Test("The view and the record of its source are committed together, in both directions")
  func together() async throws {
    for source in [1, 1, 2, 1] {
      try await nomad(source).migrate()
      #expect(try await made() == source)
      #expect(try await nomad(source).plan().isEmpty)
    }
    #expect(try await nomad(2).plan().steps.map(\.decision) == [.skip(.done), .run(.changed)])
  }

  @Test("An attempt that is rolled back keeps the view and its record, whether it fails or its process dies")
  func rolledBack() async throws {
    try await nomad(1).migrate()
    let two = nomad(2)
    await Failing.$fails.withValue(true) { _ = await #expect(throws: NomadError.self) { try await two.migrate() } }
    #expect(try await made() == 1)
    #expect(try await nomad(1).plan().isEmpty)
    let dying = nomad(2, DyingLedger(GRDBLedger(database), before: { $0.kind == .finished }))
    await #expect(throws: NomadError.self) { try await dying.migrate() }
    #expect(try await made() == 1)
    #expect(try await nomad(1).plan().isEmpty)
    #expect(try await nomad(2).migrate().migrated.map(\.name) == ["ItemView"])
    #expect(try await made() == 2)
    #expect(try await nomad(1).plan().pending.map(\.name) == ["ItemView"])
  }
}
