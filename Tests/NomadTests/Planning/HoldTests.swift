import NomadAdoption
import Testing

@testable import Nomad

@Suite("Tribes on hold")
struct HoldTests {
  private func migrator(
    _ hold: Set<LedgerKey>,
    _ ledger: InMemoryLedger = InMemoryLedger(),
    tracing trace: Trace = Trace()
  ) throws -> Nomad {
    Nomad(
      try TribeRegistry([.literal("1.0.0"), .literal("2.0.0"), .once("a"), .once("b"), .always], tracing: trace),
      ledger: ledger,
      currentVersion: .unlimited,
      policy: MigrationPolicy(hold: hold)
    )
  }

  @Test("A key can be made from a version or a once-id, but not from .first, .always or an illegal target")
  func keys() throws {
    #expect(try LedgerKey(.dotted("2.0")) == "version:2.0.0")
    #expect(try LedgerKey(.dotted("1.1-1")) == "version:1.1.0#1")
    #expect(try LedgerKey(.once("a")) == LedgerKey("once:a"))
    for target: TribeTarget in [.first, .always, .literal("2.0")] {
      let error = #expect(throws: NomadError.self) { try LedgerKey(target) }
      #expect(error?.code == .illegalTarget)
    }
  }

  @Test("The tribes before a tribe on hold run, those after it wait, and the run throws an error")
  func stops() async throws {
    let (ledger, trace) = (InMemoryLedger(), Trace())
    let migrator = try migrator(["once:a"], ledger, tracing: trace)
    for expected in [["1.0.0", "2.0.0"], []] {
      let error = await #expect(throws: NomadError.self) { try await migrator.migrate() }
      #expect(error?.code == .onHold)
      #expect(error?.advice.contains("once:a") == true)
      #expect(error?.report?.migrated.map(\.name) == expected)
    }
    #expect(trace.all == ["1.0.0", "2.0.0"])
    #expect(
      try await migrator.plan().steps.map(\.decision).suffix(3) == [
        .skip(.onHold), .skip(.heldByEarlierTribe), .skip(.heldByEarlierTribe),
      ]
    )
    // No tribe was lost, and the order is unchanged.
    try await self.migrator([], ledger, tracing: trace).migrate()
    #expect(trace.all == ["1.0.0", "2.0.0", "a", "b", "always"])
    // A hold has no effect on a tribe that has run, or on a key that no tribe has.
    try await self.migrator(["once:a", "version:9.9.9"], ledger, tracing: trace).migrate()
    #expect(trace.all.suffix(1) == ["always"])
  }

  @Test("A key on hold that no tribe has is in the plan, in its description and in an event")
  func unknown() async throws {
    let (ledger, events) = (InMemoryLedger(), Trace())
    let observer: @Sendable (MigrationEvent) -> Void = { if case .unknownHold(let key) = $0 { events.note("\(key)") } }
    let migrator = try migrator(["once:c", "version:2.0", "always:App.always"], ledger)
    await #expect(throws: NomadError.self) { try await migrator.migrate(observing: observer) }
    let settled = Nomad(try TribeRegistry([.once("a")]), ledger: ledger, policy: MigrationPolicy(hold: ["once:x"]))
    for nomad in [migrator, settled] {
      let plan = try await nomad.plan()
      for key in plan.unknownHolds { #expect(plan.description.contains("\n! on hold: \(key), which no tribe has")) }
    }
    #expect(try await migrator.plan().unknownHolds == ["once:c", "version:2.0"])
    #expect(events.all == ["once:c", "version:2.0"])
  }

  @Test("A sealed ledger, which leaves nothing to do, does not hide an unknown key on hold")
  func unknownSealed() async throws {
    let folder = try TemporaryFolder()
    var migrator = Nomad(try TribeRegistry([.once("a")]), ledger: .file(at: folder.ledgerURL))
    try await migrator.migrate()
    migrator.policy.hold = ["once:b"]
    let events = Trace()
    let held = migrator
    let report = try await held.migrate { if case .unknownHold(let key) = $0 { events.note("\(key)") } }
    #expect(report.plan.unknownHolds == ["once:b"])
    #expect(events.all == ["once:b"])
  }

  @Test("A run stops at a tribe on hold or a tribe in quarantine, whichever comes first")
  func quarantine() async throws {
    let began = LedgerRecord(.began, key: "version:2.0.0", name: "2.0.0", module: "App", build: Build.current)
    for (hold, code) in [("version:1.0.0", .onHold), ("once:a", .quarantined)] as [(LedgerKey, NomadError.Code)] {
      let error = await #expect(throws: NomadError.self) {
        try await migrator([hold], InMemoryLedger([began, began, began])).migrate()
      }
      #expect(error?.code == code)
    }
  }

  @Test("A tribe on hold that the ledger may postpone delays no other tribe and causes no error")
  func postponable() async throws {
    struct Drop: PostponableTribe {
      static let target: TribeTarget = .literal("1.0.0")
      func migrate() {}
    }
    struct Later: Tribe {
      static let target: TribeTarget = .literal("2.0.0")
      func migrate() {}
    }
    let migrator = Nomad(
      try TribeRegistry([Drop.self, Later.self]),
      ledger: PostponingLedger(),
      currentVersion: .unlimited,
      policy: MigrationPolicy(hold: ["version:1.0.0"])
    )
    let report = try await migrator.migrate()
    #expect(report.migrated.map(\.target) == [.literal("2.0.0")])
    #expect(report.plan.tribeOnHold == nil)
    #expect(report.plan.steps[0].decision == .skip(.onHold))
  }

  @Test("A reader throws migrationRequired while a tribe is on hold")
  func reader() async throws {
    let held = try migrator(["once:b"], InMemoryLedger())
    await #expect(throws: NomadError.self) { try await held.migrate() }
    let error = await #expect(throws: NomadError.self) { try await held.waitUntilMigrated() }
    #expect(error?.code == .migrationRequired)
  }

  @Test("Migrations that a predecessor finished are marked even if the first start stops at a tribe on hold")
  func predecessor() async throws {
    let (ledger, trace) = (InMemoryLedger(), Trace())
    var held = try migrator(["version:2.0.0"], ledger, tracing: trace)
    held.predecessors = [Predecessor("Old") { Predecessor.State(targets: [.literal("1.0.0"), .once("a")]) }]
    let first = held
    await #expect(throws: NomadError.self) { try await first.migrate() }
    #expect(ledger.history().isDone("version:1.0.0") && ledger.history().isDone("once:a"))
    try await migrator([], ledger, tracing: trace).migrate()
    #expect(trace.all == ["2.0.0", "b", "always"])
  }
}
