import NomadAdoption
import NomadFiles
import NomadRepair
import NomadTesting
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
      ["version:1.0.0"], ["version:1.9.0", "once:a"], ["once:a"], ["version:2.0.0-beta"], ["version:1.0.0", nil],
    ] as [[LedgerKey?]]
  )
  func tooOld(keys: [LedgerKey?]) async throws {
    let records = keys.map { key in
      key.map { LedgerRecord(key: $0, name: "Old", module: "App") } ?? .started(appVersion: nil)
    }
    let (trace, ledger) = (Trace(), InMemoryLedger(records))
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

  /// Migrates, before and after a compaction of the ledger, and returns what ran; nil if the data is too old.
  private func run(
    _ versions: [String],
    _ ledger: InMemoryLedger,
    oldest: TribeVersion = "2.0.0",
    at current: String? = nil
  ) async throws -> [String]? {
    var results: [[String]?] = []
    let records = ledger.history().records
    for records in [records, LedgerHistory.Compaction.latest(of: records)] {
      let (copy, trace) = (InMemoryLedger(records), Trace())
      let nomad = try nomad(versions, copy, oldest: oldest, at: current, tracing: trace)
      let isTooOld = try await nomad.plan().isTooOld
      if isTooOld {
        let error = await #expect(throws: NomadError.self) { try await nomad.migrate() }
        #expect(error?.code == .dataTooOld)
        #expect(trace.all.isEmpty && copy.history().records == records)
      } else {
        try await nomad.migrate()
        #expect(try await nomad.plan().isEmpty)
      }
      results.append(isTooOld ? nil : trace.all)
    }
    #expect(results[0] == results[1])
    return results[0]
  }

  /// Makes the ledger of a fresh install whose first run failed in a tribe, or in its first one.
  private func interrupted(
    _ versions: [String],
    in failing: String,
    oldest: TribeVersion = "2.0.0",
    at current: String? = nil
  ) async throws -> InMemoryLedger {
    let ledger = InMemoryLedger()
    let fresh = try nomad(versions, ledger, oldest: oldest, at: current) { if $0 == failing { throw Failure() } }
    await #expect(throws: NomadError.self) { try await fresh.migrate() }
    return ledger
  }

  @Test("A fresh install that an older release used before it was migrated is too old")
  func downgrade() async throws {
    for version in ["1.0.0", nil] {
      let ledger = try await interrupted(["2.0.0", "3.0.0"], in: "2.0.0")
      #expect(try await run(["2.0.0", "3.0.0"], ledger) == ["2.0.0", "3.0.0", "a"])
      var older = try nomad(["1.0.0"], ledger, oldest: nil, at: version)
      older.policy.newerData = .run
      try await older.migrate()
      #expect(try await run(["2.0.0", "3.0.0"], ledger) == nil)
      // A release that has the older tribes helps, and then this one works.
      try await nomad(["1.0.0", "1.5.0", "2.0.0"], ledger, oldest: nil, at: version.map { _ in "2.0.0" }).migrate()
      #expect(try await run(["2.0.0", "3.0.0"], ledger) == ["3.0.0"])
    }
  }

  @Test("So is one that an older release used whose tribes this one has, or that only has tribes without a version")
  func downgradeToKnown() async throws {
    let tribes = [["1.5.0"], []]
    for versions in tribes {
      let ledger = try await interrupted(["1.5.0", "2.0.0"], in: "1.5.0", at: "2.0.0")
      #expect(try await run(["1.5.0", "2.0.0"], ledger, at: "2.0.0") == ["1.5.0", "2.0.0", "a"])
      var older = try nomad(versions, ledger, oldest: nil, at: "1.6.0")
      older.policy.newerData = .run
      try await older.migrate()
      #expect(try await run(["1.5.0", "2.0.0"], ledger, at: "2.0.0") == nil)
    }
    let ledger = InMemoryLedger()
    let always = try TribeRegistry([.always], tracing: Trace())
    try await Nomad(always, ledger: ledger, currentVersion: .exactly("1.0.0")).migrate()
    #expect(ledger.history().isFirstStart)
    #expect(try await run(["2.0.0"], ledger) == nil)
  }

  @Test("A fresh install of a release that had a tribe which is gone is too old until the rest is migrated")
  func gone() async throws {
    let ledger = try await interrupted(["1.5.0", "2.0.0"], in: "2.0.0")
    #expect(try await run(["1.5.0", "2.0.0"], ledger) == ["2.0.0", "a"])
    #expect(try await run(["2.0.0"], ledger) == nil)
  }

  @Test("A mark by a person, or a record of another module, does not make new data old")
  func noRelease() async throws {
    let ledger = try await interrupted(["2.0.0"], in: "2.0.0")
    try await ledger.markAsDone(.literal("1.0.0"), appVersion: "1.0.0")
    try await ledger.withExclusiveAccess { session in
      try await session.append(LedgerRecord(key: "once:b", name: "Other", module: "Other", appVersion: "1.0.0"))
    }
    #expect(try await run(["2.0.0"], ledger) == ["2.0.0", "a"])
  }

  @Test("A later release that supports less migrates new data in which no tribe has begun, and no other")
  func raised() async throws {
    let ledger = InMemoryLedger()
    let dying = FailingLedger(ledger) { $0.kind == .began }
    await #expect(throws: NomadError.self) { try await nomad(["1.5.0", "2.0.0"], dying).migrate() }
    #expect(ledger.history().state.start?.birth == "2.0.0")
    #expect(try await run(["2.0.0", "3.0.0"], ledger, oldest: "3.0.0") == ["2.0.0", "3.0.0", "a"])
    // Its own record replaces the older one.
    await #expect(throws: NomadError.self) {
      try await nomad(["2.0.0", "3.0.0"], dying, oldest: "3.0.0").migrate()
    }
    #expect(ledger.history().state.start?.birth == "3.0.0")
    #expect(try await run(["1.5.0", "2.0.0"], ledger) == ["1.5.0", "2.0.0", "a"])
    // A tribe has begun.
    let begun = try await interrupted(["2.0.0"], in: "2.0.0")
    #expect(try await run(["2.0.0", "3.0.0"], begun, oldest: "3.0.0") == nil)
  }

  @Test("A release between the two that used the data makes it too old for the later one")
  func downgradeBelowRaised() async throws {
    let ledger = try await interrupted(["3.0.0"], in: "3.0.0", oldest: "3.0.0")
    var older = try nomad(["2.0.0", "2.5.0"], ledger)
    older.policy.newerData = .run
    try await older.migrate()
    #expect(try await run(["3.0.0"], ledger, oldest: "3.0.0") == nil)
  }

  @Test("What was forgotten runs again, whatever the policy supports, and old data stays too old")
  func forgotten() async throws {
    let versions = ["1.5.0", "2.0.0", "3.0.0"]
    for isNew in [true, false] {
      for oldest in ["2.0.0", "3.0.0"] as [TribeVersion] {
        let ledger = InMemoryLedger()
        try await nomad(["1.0.0"] + versions, ledger, oldest: isNew ? "2.0.0" : nil).migrate()
        try await ledger.forgetAll()
        #expect(try await run(versions, ledger, oldest: oldest) == versions + ["a"])
        try await ledger.forgetAll()
        #expect(try await run(["2.0.0", "3.0.0"], ledger, oldest: oldest) == ["2.0.0", "3.0.0", "a"])
        let later = try await run(["3.0.0", "3.5.0"], ledger, oldest: "3.5.0")
        #expect(later == nil)
      }
    }
    let old = ledger("version:1.0.0", "version:1.5.0")
    try await old.forgetAll()
    #expect(try await run(versions, old) == nil)
  }

  @Test("So does a single tribe, even if no other one shows that the data is recent")
  func forgottenAlone() async throws {
    let ledger = InMemoryLedger()
    try await nomad(["1.0.0", "2.0.0"], ledger, oldest: nil).migrate()
    try await ledger.forget(.literal("2.0.0"))
    #expect(try await run(["2.0.0", "3.0.0"], ledger) == ["2.0.0", "3.0.0"])
    // An older release that uses the data then makes it old.
    try await nomad(["1.0.0", "1.2.0"], ledger, oldest: nil).migrate()
    #expect(try await run(["2.0.0", "3.0.0"], ledger) == nil)
    // A mark that a person took back says nothing about the data.
    let marked = InMemoryLedger()
    try await marked.markAsDone(.literal("2.0.0"))
    try await marked.forget(.literal("2.0.0"))
    #expect(marked.history().isFirstStart)
  }

  @Test("A start with nothing to do does not read old data as settled")
  func settled() async throws {
    let ledger = InMemoryLedger()
    try await nomad(["1.0.0"], ledger, oldest: nil).migrate()
    let seal = try #require(try nomad(["1.0.0"], ledger, oldest: nil).planner().seal(after: ledger.history()))
    let error = await #expect(throws: NomadError.self) { try await nomad(["1.0.0"], ledger).migrate() }
    #expect(error?.code == .illegalOldest)
    let planner = try nomad(["1.0.0"], ledger).planner()
    #expect(planner.plan(answeredBy: seal) == nil)
    #expect(planner.seal(after: ledger.history()) == nil)
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

  @Test("So it does if a seal shows that all other tribes are done")
  func begunAndSealed() async throws {
    let folder = try TemporaryFolder()
    let ledger = FileLedger(.url(folder.ledgerURL))
    let failing = try nomad(["1.5.0", "2.0.0"], ledger, oldest: nil) { if $0 == "1.5.0" { throw Failure() } }
    try await nomad(["2.0.0"], ledger, oldest: nil).migrate()
    await #expect(throws: NomadError.self) { try await failing.migrate() }
    let later = try nomad(["2.0.0"], ledger)
    #expect(try ledger.seal() != nil)
    #expect(try await later.plan().isTooOld)
    #expect(await #expect(throws: NomadError.self) { try await later.migrate() }?.code == .dataTooOld)
  }

  @Test("The version of another module's forgotten tribe says nothing about the data")
  func forgottenByOther() async throws {
    let ledger = InMemoryLedger([
      LedgerRecord(key: "version:1.0.0", name: "Old", module: "App"),
      LedgerRecord(key: "version:5.0.0", name: "Other", module: "Other"),
    ])
    try await ledger.forget(.literal("5.0.0"))
    #expect(try await run(["1.0.0", "2.0.0"], ledger) == nil)
    // The version of its own forgotten tribe does, even below that of the other module.
    try await nomad(["1.0.0", "2.0.0"], ledger, oldest: nil).migrate()
    try await ledger.forget(.literal("2.0.0"))
    #expect(try await run(["1.0.0", "2.0.0"], ledger) == ["2.0.0"])
    try await ledger.forgetAll()
    #expect(try await run(["1.0.0", "2.0.0"], ledger) == ["1.0.0", "2.0.0", "a"])
  }

  @Test("Data that only another module has used is not of a known version")
  func usedByOther() async throws {
    let ledger = InMemoryLedger([LedgerRecord(key: "version:1.0.0", name: "Other", module: "Other")])
    let nomad = try nomad(["2.0.0"], ledger)
    #expect(await #expect(throws: NomadError.self) { try await nomad.migrate() }?.code == .recordedByOtherModule)
    let newer = InMemoryLedger([LedgerRecord(key: "version:5.0.0", name: "Other", module: "Other")])
    try await newer.forgetAll()
    #expect(try await run(["2.0.0"], newer) == nil)
  }

  @Test("A version of all data, as of a mark by hand, counts for each module, also after tribes were forgotten")
  func common() async throws {
    let ledger = InMemoryLedger([LedgerRecord(key: "version:3.0.0", name: "Other", module: "Other")])
    try await ledger.markAsDone(.literal("2.0.0"))
    try await ledger.forgetAll()
    #expect(ledger.history().floors == [LedgerFact.Floor("2.0.0"), LedgerFact.Floor("3.0.0", of: "Other")])
    #expect(try await run(["2.0.0"], ledger) == ["2.0.0", "a"])
    try await ledger.markAsDone(.literal("4.0.0"))
    try await ledger.forget(.literal("4.0.0"))
    #expect(ledger.history().floors == [LedgerFact.Floor("4.0.0")])
  }

  @Test("A restore of old data takes the version of the newer data away, even from a ledger that only adds records")
  func restored() async throws {
    let (old, shelf) = (ledger("version:1.0.0"), Shelf())
    let snapshot = old.history().records
    let adding = ShelfLedger(ledger: old, shelf: shelf)
    try await nomad(["1.0.0", "1.5.0", "2.0.0"], old, oldest: nil).migrate()
    try await old.forget(.literal("2.0.0"))
    try await adding.withExclusiveAccess { try await $0.replaceRecords(with: snapshot) }
    #expect(try await run(["1.0.0", "2.0.0"], old) == nil)
    // New data whose first run is undone is still new.
    let new = try await interrupted(["2.0.0"], in: "2.0.0")
    try await ShelfLedger(ledger: new, shelf: shelf).withExclusiveAccess { try await $0.replaceRecords(with: []) }
    #expect(try await run(["2.0.0"], new) == ["2.0.0", "a"])
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

  @Test("A predecessor that did the oldest tribe is heard after a first start without predecessors")
  func laterPredecessor() async throws {
    let (trace, ledger) = (Trace(), ledger("version:1.0.0"))
    var nomad = try nomad(["1.0.0", "2.0.0", "3.0.0"], ledger, tracing: trace)
    #expect(try await nomad.plan().isTooOld)
    nomad.predecessors = [Predecessor("Old") { Predecessor.State(targets: [.literal("2.0.0")]) }]
    #expect(try await !nomad.plan().isTooOld)
    try await nomad.migrate()
    #expect(trace.all == ["3.0.0", "a"])
    // One that did not leaves the data too old.
    for targets in [[], [.literal("1.0.0")]] as [[TribeTarget]] {
      var nomad = try self.nomad(["1.0.0", "2.0.0", "3.0.0"], self.ledger("version:1.0.0"))
      nomad.predecessors = [Predecessor("Old") { Predecessor.State(targets: targets) }]
      #expect(await #expect(throws: NomadError.self) { try await nomad.migrate() }?.code == .dataTooOld)
    }
  }

  @Test("A predecessor that is adopted later leaves the record that the data is new")
  func adoptedLater() async throws {
    let ledger = InMemoryLedger()
    try await nomad(["2.0.0"], ledger).migrate()
    var later = try nomad(["2.0.0", "3.0.0"], ledger)
    later.predecessors = [Predecessor("Old") { Predecessor.State(targets: [.literal("3.0.0")]) }]
    #expect(try await later.migrate().migrated.isEmpty)
    #expect(ledger.history().isDone("version:3.0.0"))
    #expect(LedgerHistory(LedgerHistory.Compaction.latest(of: ledger.history().records)).state.start?.birth == "2.0.0")
  }

  @Test("The oldest version must be that of a tribe, and at most the app's")
  func illegal() async throws {
    for (oldest, current) in [("2.1.0", nil), ("1.0.0", nil), ("3.0.0", "2.0.0")] as [(TribeVersion, String?)] {
      let nomad = try nomad(["2.0.0", "3.0.0"], .inMemory, oldest: oldest, at: current)
      #expect(await #expect(throws: NomadError.self) { try await nomad.plan() }?.code == .illegalOldest)
    }
  }

  @Test("So it must be if a seal shows that all tribes are done")
  func illegalAndSealed() async throws {
    let folder = try TemporaryFolder()
    let ledger = FileLedger(.url(folder.ledgerURL))
    try await nomad(["2.0.0"], ledger, oldest: nil).migrate()
    #expect(try ledger.seal() != nil)
    let later = try nomad(["2.0.0"], ledger, oldest: "1.0.0")
    #expect(await #expect(throws: NomadError.self) { try await later.migrate() }?.code == .illegalOldest)
  }
}
