import NomadAdoption
import NomadFiles
import Testing

@testable import Nomad

/// The end of support for old data.
@Suite("MigrationPolicy.oldest")
struct OldestTests {
  private func nomad(
    _ versions: [String],
    _ ledger: any Ledger,
    oldest: TribeVersion? = "2.0.0",
    at current: String? = nil,
    tracing trace: Trace = Trace(),
    meanwhile body: @escaping @Sendable (String) async throws -> Void = { _ in }
  ) throws -> Nomad {
    var nomad = Nomad(
      try TribeRegistry(versions.map { .literal($0) } + [.once("a")], tracing: trace, meanwhile: body),
      ledger: ledger,
      currentVersion: current.map { .exactly($0) } ?? .unlimited
    )
    nomad.policy.oldest = oldest
    return nomad
  }

  private func ledger(_ keys: LedgerKey...) -> InMemoryLedger {
    InMemoryLedger(keys.map { LedgerRecord(key: $0, name: "Old", module: "App") })
  }

  @Test(
    "Nothing runs on data that is older, and the plan says so",
    arguments: [
      ["version:1.0.0"], ["version:1.9.0", "once:a"], ["once:a"], ["version:2.0.0-beta"], ["version:1.0.0", "start:"],
    ] as [[LedgerKey]]
  )
  func tooOld(keys: [LedgerKey]) async throws {
    let (trace, ledger) = (Trace(), InMemoryLedger(keys.map { LedgerRecord(key: $0, name: "Old", module: "App") }))
    let nomad = try nomad(["1.5.0", "2.0.0", "3.0.0"], ledger, tracing: trace)
    let plan = try await nomad.plan()
    #expect(plan.isTooOld && plan.pending.isEmpty)
    #expect(plan.steps.contains { $0.decision == .skip(.heldByOldData) })
    let error = try #require(await #expect(throws: NomadError.self) { try await nomad.migrate() })
    #expect(error.code == .dataTooOld)
    #expect(error.description.contains("such as 2.0.0"))
    #expect(await #expect(throws: NomadError.self) { try await nomad.waitUntilMigrated() }?.code == .dataTooOld)
    #expect(trace.all.isEmpty)
    #expect(ledger.history().records.count == keys.count)
  }

  @Test("Data of the oldest version or a later one migrates")
  func recent() async throws {
    for (key, ran) in [
      ("version:2.0.0", ["1.5.0", "3.0.0", "a"]), ("version:2.5.0", ["1.5.0", "2.0.0", "3.0.0", "a"]),
    ]
      as [(LedgerKey, [String])]
    {
      let trace = Trace()
      try await nomad(["1.5.0", "2.0.0", "3.0.0"], ledger(key), tracing: trace).migrate()
      #expect(trace.all == ran)
    }
  }

  @Test("A fresh install migrates, even if it is interrupted below the oldest version")
  func fresh() async throws {
    let (trace, ledger, works) = (Trace(), InMemoryLedger(), Locked(false))
    let body = { @Sendable (name: String) in if name == "2.0.0", !works.value { throw Failure() } }
    let interrupted = try nomad(["1.5.0", "2.0.0"], ledger, tracing: trace, meanwhile: body)
    await #expect(throws: NomadError.self) { try await interrupted.migrate() }
    #expect(ledger.history().versions == [.init([1, 5])])
    // A later release that supports less cannot tell this data from old data.
    let later = try nomad(["1.5.0", "2.0.0", "2.5.0"], ledger, oldest: "2.5.0")
    #expect(await #expect(throws: NomadError.self) { try await later.migrate() }?.code == .dataTooOld)
    works.value = true
    try await interrupted.migrate()
    #expect(trace.all == ["1.5.0", "2.0.0", "2.0.0", "a"])
    #expect(try await interrupted.plan().isEmpty)
  }

  @Test("A start with nothing to do does not read old data as settled")
  func settled() async throws {
    let ledger = InMemoryLedger()
    try await nomad(["1.0.0"], ledger, oldest: nil).migrate()
    let error = await #expect(throws: NomadError.self) { try await nomad(["1.0.0"], ledger).migrate() }
    #expect(error?.code == .illegalOldest)
    let planner = try nomad(["1.0.0"], ledger).planner()
    #expect(planner.settledPlan(by: ledger.history().seal) == nil)
  }

  @Test("A tribe that began and never finished, and is gone, makes the data too old")
  func begun() async throws {
    let ledger = InMemoryLedger([
      LedgerRecord(key: "version:1.0.0", name: "Old", module: "App"),
      LedgerRecord(.began, key: "version:1.5.0", name: "Old", module: "App"),
      LedgerRecord(key: "version:2.0.0", name: "Old", module: "App"),
    ])
    #expect(try await nomad(["2.0.0"], ledger).plan().isTooOld)
    #expect(try await !nomad(["1.5.0", "2.0.0"], ledger).plan().isTooOld)
  }

  @Test("A baseline counts as the version of the data")
  func baseline() async throws {
    for (version, isTooOld) in [("1.9", true), ("2.0.0", false)] {
      var nomad = try nomad(["1.5.0", "2.0.0", "3.0.0"], .inMemory)
      nomad.policy.firstStart = .baseline(at: version)
      #expect(try await nomad.plan().isTooOld == isTooOld)
      nomad.policy.firstStart = .runEverything
      nomad.predecessors = [
        Predecessor("Old") { Predecessor.State(version: .dotted(version)) }
      ]
      #expect(try await nomad.plan().isTooOld == isTooOld)
    }
    for current in [nil, "3.0.0", "3.1"] {
      var fresh = try nomad(["1.5.0", "2.0.0", "3.0.0"], .inMemory, at: current)
      fresh.policy.firstStart = .baselineAtCurrentVersion
      #expect(try await fresh.migrate().migrated.map(\.name) == ["a"])
      #expect(try await fresh.plan().isEmpty)
    }
  }

  @Test("A predecessor that only knows ids leaves data of unknown age")
  func ids() async throws {
    var nomad = try nomad(["2.0.0"], .inMemory)
    nomad.predecessors = [Predecessor("Old") { Predecessor.State(targets: [.once("a")]) }]
    #expect(try await nomad.plan().isTooOld)
  }

  @Test("A predecessor that is adopted later leaves the record that the data is new")
  func adoptedLater() async throws {
    let ledger = InMemoryLedger()
    try await nomad(["2.0.0"], ledger).migrate()
    var later = try nomad(["2.0.0", "3.0.0"], ledger)
    later.predecessors = [Predecessor("Old") { Predecessor.State(targets: [.literal("3.0.0")]) }]
    #expect(try await later.migrate().migrated.isEmpty)
    #expect(ledger.history().isDone("version:3.0.0"))
    #expect(LedgerHistory(LedgerHistory.Compaction.latest(of: ledger.history().records)).birth == "2.0.0")
  }

  @Test("The oldest version must be that of a tribe, and at most the app's")
  func illegal() async throws {
    for (oldest, current) in [("2.1.0", nil), ("1.0.0", nil), ("3.0.0", "2.0.0")] as [(TribeVersion, String?)] {
      let nomad = try nomad(["2.0.0", "3.0.0"], .inMemory, oldest: oldest, at: current)
      #expect(await #expect(throws: NomadError.self) { try await nomad.plan() }?.code == .illegalOldest)
    }
  }
}
