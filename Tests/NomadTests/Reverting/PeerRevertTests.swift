import NomadReverting
import NomadTesting
import Testing

@testable import Nomad

/// What Fluent's `Migrator` and PostgresMigrations' `DatabaseMigrations` do when they revert, in Nomad's terms.
@Suite("Reverts of Fluent and PostgresMigrations")
struct PeerRevertTests {
  private let shelf = Shelf()
  private let ledger = InMemoryLedger()

  private func migrator(_ tribes: any ListedTribe.Type..., on ledger: (any Ledger)? = nil) throws -> Nomad {
    let own: any Ledger = ledger ?? self.ledger
    return Nomad(try TribeRegistry(tribes), ledger: own, currentVersion: .exactly("4.0.0")).providing(shelf)
  }

  /// A tribe that fails when it runs.
  private struct Broken: ShelfTribe {
    static let target: TribeTarget = .literal("3.0.0")
    @TribeDependency var shelf: Shelf

    func migrate() async throws { throw Failure() }
  }

  @Test("Fluent, revertAllBatches: everything is undone in reverse order, and a second time nothing is left")
  func revertAll() async throws {
    let trace = Trace()
    let migrator = try migrator(One.self, Two.self, Three.self)
    try await migrator.migrate()
    try await migrator.revert(to: "0") { if case .reverted(let tribe, _) = $0 { trace.note(tribe.name) } }
    #expect(trace.all == ["Three", "Two", "One"])
    #expect(shelf.all.isEmpty)
    #expect(try await migrator.revert(to: "0").isEmpty)
  }

  @Test("Fluent, revertLastBatch: the tribes of the last release are undone, and those of the first stay")
  func revertLast() async throws {
    try await migrator(One.self, Two.self).migrate()
    let migrator = try migrator(One.self, Two.self, Three.self, Four.self)
    try await migrator.migrate()
    try await migrator.revert(to: "2.0.0")
    #expect(shelf.all == ["One", "Two"])
    try await migrator.revert(to: "0")
    #expect(shelf.all.isEmpty)
  }

  @Test("Fluent, an error in a batch: the migrations before it are recorded, and can be undone")
  func errorInBatch() async throws {
    let migrator = try migrator(One.self, Two.self, Broken.self)
    await #expect(throws: NomadError.self) { try await migrator.migrate() }
    #expect(shelf.all == ["One", "Two"])
    // The broken tribe has begun, and may have changed something. Fluent does not record that.
    #expect(try await migrator.revert(to: "0").tribes.map(\.name) == ["PeerRevertTests.Broken", "Two", "One"])
    #expect(shelf.all.isEmpty)
  }

  @Test("PostgresMigrations, revert and apply: the migrations run again, in order")
  func applyAgain() async throws {
    let migrator = try migrator(One.self, Two.self, Three.self)
    for _ in 1...3 {
      #expect(try await migrator.migrate().migrated.map(\.name) == ["One", "Two", "Three"])
      try await migrator.revert(to: "0")
    }
  }

  @Test("PostgresMigrations, a dry run: the plan names the migrations, and nothing changes")
  func dryRun() async throws {
    let migrator = try migrator(One.self, Two.self)
    try await migrator.migrate()
    let records = ledger.history().records
    let plan = try await migrator.plan(revertingTo: "0")
    #expect(plan.description == "revert Two .literal(\"2.0.0\")\nrevert One .literal(\"1.0.0\")")
    #expect(shelf.all == ["One", "Two"])
    #expect(ledger.history().records == records)
  }

  @Test("PostgresMigrations, a migration that was removed from the list: the revert is an error, and nothing is undone")
  func removed() async throws {
    try await migrator(One.self, Two.self, Three.self).migrate()
    let error = await #expect(throws: NomadError.self) { try await self.migrator(One.self, Two.self).revert(to: "0") }
    #expect(error?.message.contains("Three") == true)
    #expect(shelf.all == ["One", "Two", "Three"])
  }

  @Test("PostgresMigrations, groups: a ledger is undone on its own")
  func groups() async throws {
    let other = InMemoryLedger()
    try await migrator(One.self, Two.self).migrate()
    try await migrator(Three.self, on: other).migrate()
    try await migrator(Three.self, on: other).revert(to: "0")
    #expect(shelf.all == ["One", "Two"])
  }
}
