import NomadAdoption
import NomadFiles
import NomadRepair
import NomadTesting
import Testing

@testable import Nomad

/// Tribes that replace others.
@Suite("Merged tribes")
struct MergedTribeTests {
  /// A tribe with the tribes that it merges.
  private typealias Merging = (target: TribeTarget, merges: [String])

  private static let moved: [Merging] = [(.literal("1.2.0"), ["1.0.0", "1.1.0"])]
  private static let same: [Merging] = [(.literal("1.2.0"), ["1.0.0", "1.1.0", "1.2.0"])]

  /// Makes a registry whose tribes note their names, and those that they merge and that were done.
  private func registry(
    _ tribes: [Merging],
    tracing trace: Trace = Trace(),
    meanwhile body: @escaping @Sendable () async throws -> Void = {}
  ) throws -> TribeRegistry {
    let tribes = try tribes.map { tribe in
      (tribe.target, try tribe.target.position(), try tribe.merges.map { ($0, try TribeTarget.Position(merged: $0)) })
    }
    return TribeRegistry(_module: "App") { list in
      for (target, position, merges) in tribes {
        list.add(target.name, target: target, position: position) {
          let done = try merges.filter { try TribeAttempt.wasDone($0.0) }.map(\.0)
          trace.note(([target.name] + done).joined(separator: " "))
          try await body()
        }
        for (text, position) in merges { list.merges(text, at: position) }
      }
    }
  }

  @Test("The error for a merged tribe that is recorded for another module names that tribe")
  func otherModule() async throws {
    let ledger = InMemoryLedger([LedgerRecord(key: "version:1.0.0", name: "Old", module: "Other")])
    let migrator = Nomad(try registry(Self.moved), ledger: ledger, currentVersion: .unlimited)
    let error = await #expect(throws: NomadError.self) { try await migrator.migrate() }
    #expect(error?.code == .recordedByOtherModule)
    let sentences = [
      "The ledger's record of \"1.0.0\", which 1.2.0 merges, belongs to a tribe of the module Other.",
      "It does not show whether \"1.0.0\" of App ran.",
    ]
    #expect(error?.message == sentences.joined(separator: " "))
  }

  private func ledger(_ keys: LedgerKey...) -> InMemoryLedger {
    InMemoryLedger(keys.map { LedgerRecord(key: $0, name: "Old", module: "App") })
  }

  private func code(_ tribes: [Merging], after ledger: InMemoryLedger = InMemoryLedger()) async throws -> NomadError {
    let trace = Trace()
    let nomad = Nomad(try registry(tribes, tracing: trace), ledger: ledger)
    let planned = await #expect(throws: NomadError.self) { try await nomad.plan() }
    let count = ledger.history().records.count
    let error = try #require(await #expect(throws: NomadError.self) { try await nomad.migrate() })
    #expect(planned?.code == error.code)
    #expect(trace.all.isEmpty)
    #expect(ledger.history().records.count == count)
    return error
  }

  @Test(
    "A tribe runs and is told what was done, unless everything that it merges is done",
    arguments: [
      (moved, [], ["1.2.0"]),
      (moved, ["version:1.0.0"], ["1.2.0 1.0.0"]),
      (moved, ["version:1.1.0"], ["1.2.0 1.1.0"]),
      (moved, ["version:1.0.0", "version:1.1.0"], []),
      (moved, ["version:1.0.0", "version:1.1.0", "version:1.2.0"], []),
      (same, [], ["1.2.0"]),
      (same, ["version:1.0.0", "version:1.1.0"], ["1.2.0 1.0.0 1.1.0"]),
      (same, ["version:1.2.0"], ["1.2.0 1.2.0"]),
      (same, ["version:1.0.0", "version:1.1.0", "version:1.2.0"], []),
    ] as [(tribes: [Merging], done: [LedgerKey], ran: [String])]
  )
  private func runs(_ test: (tribes: [Merging], done: [LedgerKey], ran: [String])) async throws {
    let (trace, ledger) = (Trace(), InMemoryLedger(test.done.map { LedgerRecord(key: $0, name: "Old", module: "App") }))
    let nomad = Nomad(try registry(test.tribes, tracing: trace), ledger: ledger)
    let plan = try await nomad.plan()
    try await nomad.migrate()
    #expect(trace.all == test.ran)
    #expect(plan.pending.map(\.name) == (test.ran.isEmpty ? [] : ["1.2.0"]))
    // Whatever happened, all keys end as done, and nothing is left.
    let keys: Set<LedgerKey> = ["version:1.0.0", "version:1.1.0", "version:1.2.0"]
    #expect(Set(ledger.history().finished.map(\.key)) == keys)
    #expect(try nomad.planner().seal(after: ledger.history()) != nil)
    try await nomad.migrate()
    #expect(trace.all == test.ran)
    #expect(try await nomad.plan().steps.map(\.decision) == [.skip(.done)])
  }

  @Test("The merged keys are recorded together with the tribe, and not if it fails")
  func atomic() async throws {
    let (ledger, works) = (ledger("version:1.0.0"), Locked(false))
    let nomad = Nomad(try registry(Self.moved) { if !works.value { throw Failure() } }, ledger: ledger)
    await #expect(throws: NomadError.self) { try await nomad.migrate() }
    #expect(!ledger.history().isDone("version:1.1.0"))
    works.value = true
    try await nomad.migrate()
    let last = ledger.history().records.suffix(2)
    #expect(last.map(\.kind) == [.finished, .merged(into: "version:1.2.0")])
    #expect(last.map(\.key) == ["version:1.2.0", "version:1.1.0"])
  }

  @Test("A tribe whose target had shipped before stops the run unless it merges its own target")
  func hadShipped() async throws {
    let error = try await code(Self.moved, after: ledger("version:1.0.0", "version:1.2.0"))
    #expect(error.code == .mergedTribe)
    #expect(error.message == #"The ledger has 1.2.0 .literal("1.2.0") as done, but not what it merges: "1.1.0"."#)
  }

  @Test("A tribe that only has to be marked is marked with the reason, and older apps still read the data")
  func marked() async throws {
    let ledger = ledger("version:1.0.0", "version:1.1.0")
    let nomad = Nomad(try registry(Self.moved), ledger: ledger, currentVersion: .exactly("1.2.0"))
    let plan = try await nomad.plan()
    #expect(plan.steps.map(\.decision) == [.merged])
    #expect(plan.steps[0].decision.description == "is marked as done; the tribes that it merges already ran")
    #expect(!plan.isEmpty)
    let events = Locked<[String]>([])
    try await nomad.migrate { event in
      if case .marked(let tribe) = event { events.withLock { $0.append(tribe.name) } }
    }
    #expect(events.value == ["1.2.0"])
    #expect(ledger.history().records.last?.kind == .marked(reason: "merges 1.0.0, 1.1.0, already done"))
    let older = Nomad(
      try TribeRegistry([.literal("1.0.0"), .literal("1.1.0")]),
      ledger: ledger,
      currentVersion: .exactly("1.1.0")
    )
    #expect(try await older.migrate().migrated.isEmpty)
  }

  @Test("After a downgrade, the merged tribes do not run again")
  func downgrade() async throws {
    let (ledger, trace) = (InMemoryLedger(), Trace())
    try await Nomad(try registry(Self.moved), ledger: ledger, currentVersion: .exactly("1.2.0")).migrate()
    let old = try TribeRegistry([.literal("1.0.0"), .literal("1.1.0")], tracing: trace)
    var older = Nomad(old, ledger: ledger, currentVersion: .exactly("1.1.0"))
    #expect(try await older.plan().newerTribes == ["1.2.0"])
    older.policy.newerData = .run
    try await older.migrate()
    #expect(trace.all.isEmpty)
  }

  @Test("A tribe above the app's version waits, even if the tribes that it merges are done")
  func waits() async throws {
    let ledger = ledger("version:1.0.0", "version:1.1.0")
    let nomad = Nomad(try registry(Self.moved), ledger: ledger, currentVersion: .exactly("1.1.0"))
    #expect(try await nomad.plan().steps.map(\.decision) == [.skip(.aboveCurrentVersion(.init([1, 1])))])
    #expect(try await nomad.migrate().plan.newerTribes == [])
    let planner = try nomad.planner()
    let seal = try #require(planner.seal(after: ledger.history()))
    #expect(planner.plan(answeredBy: seal)?.dataVersion == .init([1, 1]))
    #expect(ledger.history().records.count == 2)
  }

  @Test("Merged tribes above the app's version that have run are of a newer app")
  func newer() async throws {
    let ledger = ledger("version:1.0.0", "version:1.1.0")
    let nomad = Nomad(try registry(Self.moved), ledger: ledger, currentVersion: .exactly("1.0.0"))
    #expect(try await nomad.plan().newerTribes == ["Old"])
    #expect(try nomad.planner().seal(after: ledger.history()) == nil)
  }

  @Test("A baseline covers a tribe with those that it merges, or some of those")
  func baseline() async throws {
    for (tribes, version, ran) in [
      (Self.moved, "1.2.0", []), (Self.moved, "1.1.0", []), (Self.moved, "1.0.0", ["1.2.0 1.0.0"]),
      (Self.same, "1.2.0", []), (Self.same, "1.1.0", ["1.2.0 1.0.0 1.1.0"]), (Self.moved, "0.9.0", ["1.2.0"]),
    ] as [([Merging], String, [String])] {
      let (trace, ledger) = (Trace(), InMemoryLedger())
      let policy = MigrationPolicy(firstStart: .baseline(at: version))
      let nomad = Nomad(try registry(tribes, tracing: trace), ledger: ledger, policy: policy)
      try await nomad.migrate()
      #expect(trace.all == ran)
      #expect(Set(ledger.history().finished.map(\.key.text)) == ["1.0.0", "1.1.0", "1.2.0"])
      try await nomad.migrate()
      #expect(trace.all == ran)
    }
  }

  @Test("The part of a baseline that a tribe merges is remembered if the tribe fails")
  func baselineBeforeFailure() async throws {
    let (trace, ledger, works) = (Trace(), InMemoryLedger(), Locked(false))
    let policy = MigrationPolicy(firstStart: .baseline(at: "1.0.0"))
    let registry = try registry(Self.moved, tracing: trace) { if !works.value { throw Failure() } }
    let nomad = Nomad(registry, ledger: ledger, policy: policy)
    await #expect(throws: NomadError.self) { try await nomad.migrate() }
    works.value = true
    try await nomad.migrate()
    #expect(trace.all == ["1.2.0 1.0.0", "1.2.0 1.0.0"])
  }

  @Test("A predecessor can report a tribe that is merged")
  func predecessor() async throws {
    let (trace, ledger) = (Trace(), InMemoryLedger())
    var nomad = Nomad(try registry([(.once("c"), ["a", "b"])], tracing: trace), ledger: ledger)
    nomad.predecessors = [Predecessor("Old") { Predecessor.State(targets: [.once("a")]) }]
    try await nomad.migrate()
    #expect(trace.all == ["c a"])
    #expect(Set(ledger.history().finished.map(\.key)) == ["once:a", "once:b", "once:c"])
  }

  @Test("The part of its own target that a predecessor did is remembered if the tribe fails")
  func ownPartBeforeFailure() async throws {
    let (trace, ledger, works) = (Trace(), InMemoryLedger(), Locked(false))
    let registry = try registry(Self.same, tracing: trace) { if !works.value { throw Failure() } }
    var nomad = Nomad(registry, ledger: ledger)
    nomad.predecessors = [Predecessor("Old") { Predecessor.State(targets: [.literal("1.2.0")]) }]
    for _ in 1...2 { await #expect(throws: NomadError.self) { try await nomad.migrate() } }
    works.value = true
    try await nomad.migrate()
    #expect(trace.all == ["1.2.0 1.2.0", "1.2.0 1.2.0", "1.2.0 1.2.0"])
    #expect(try await nomad.plan().isEmpty)
  }

  @Test("A version of a predecessor may cover what a due tribe merges, so nothing runs until a person has decided")
  func doubtfulPart() async throws {
    for (tribes, done) in [
      (Self.moved, ["once:a"]), (Self.same, ["once:a", "version:1.2.0"]), (Self.moved, ["once:a", "version:1.1.0"]),
    ] as [([Merging], [LedgerKey])] {
      let (trace, ledger) = (Trace(), InMemoryLedger(done.map { LedgerRecord(key: $0, name: "Old", module: "App") }))
      var nomad = Nomad(try registry(tribes, tracing: trace), ledger: ledger)
      // It reached the version beside Nomad, after the first start.
      nomad.predecessors = [Predecessor("Old") { Predecessor.State(version: .literal("1.0.0")) }]
      let migrator = nomad
      let error = await #expect(throws: NomadError.self) { try await migrator.migrate() }
      #expect(error?.code == .predecessorUnreadable)
      #expect(error?.message.contains(#"1.0.0, which 1.2.0 .literal("1.2.0") merges."#) == true)
      #expect(trace.all.isEmpty)
      try await ledger.markAsDone(.literal("1.0.0"))
      try await nomad.migrate()
      #expect(trace.all.count == (done.contains("version:1.1.0") ? 0 : 1))
      #expect(try await nomad.plan().isEmpty)
    }
  }

  @Test("A predecessor that names each part which its version covers leaves no doubt")
  func namedParts() async throws {
    let (trace, ledger) = (Trace(), ledger("once:a"))
    var nomad = Nomad(try registry(Self.same, tracing: trace), ledger: ledger)
    nomad.predecessors = [
      Predecessor("Old") {
        Predecessor.State(version: .literal("1.1.0"), targets: [.literal("1.0.0"), .literal("1.1.0")])
      }
    ]
    try await nomad.migrate()
    #expect(trace.all == ["1.2.0 1.0.0 1.1.0"])
  }

  @Test("On a fresh install without a version, what a tribe with an id merges stays done")
  func freshMerge() async throws {
    let (trace, ledger, works) = (Trace(), InMemoryLedger(), Locked(false))
    let first = TribeRegistry(_module: "App") { tribes in
      tribes.add("files", target: .first, position: .first) {}
      tribes.add("photos", target: .first, position: .first) { if !works.value { throw Failure() } }
    }
    let tribes = try registry([(.literal("1.0.0"), []), (.once("a"), ["1.1.0"])], tracing: trace)
    let all = TribeRegistry(combining: [first, tribes])
    let policy = MigrationPolicy(firstStart: .baselineAtCurrentVersion)
    let nomad = Nomad(all, ledger: ledger, currentVersion: .unlimited, policy: policy)
    await #expect(throws: NomadError.self) { try await nomad.migrate() }
    works.value = true
    try await Nomad(all, ledger: ledger, currentVersion: .unlimited).migrate()
    #expect(trace.all == [])
    #expect(ledger.history().isDone("once:a"))
  }

  @Test("A tribe with an id waits for an app of each version that it merges")
  func idWaits() async throws {
    let (trace, ledger) = (Trace(), InMemoryLedger())
    let registry = try registry([(.literal("1.0.0"), []), (.once("a"), ["1.1.0"]), (.once("b"), [])], tracing: trace)
    var nomad = Nomad(registry, ledger: ledger, currentVersion: .exactly("1.0.0"))
    #expect(try await nomad.plan().steps[1].decision == .skip(.aboveCurrentVersion(.init([1]))))
    for _ in 1...2 { try await nomad.migrate() }
    #expect(trace.all == ["1.0.0", "b"])
    #expect(!ledger.history().isDone("version:1.1.0"))
    nomad.currentVersion = .exactly("1.1.0")
    for _ in 1...2 { try await nomad.migrate() }
    #expect(trace.all == ["1.0.0", "b", "a"])
  }

  @Test("An attempt at a part counts no more once a predecessor has done the part")
  func markedPart() async throws {
    let ledger = InMemoryLedger([
      LedgerRecord(key: "once:a", name: "Old", module: "App"),
      LedgerRecord(.began, key: "version:1.2.0", name: "1.2.0", module: "App"),
    ])
    let attempts = Locked<[String]>([])
    let registry = try registry(Self.same) {
      let attempt = TribeAttempt.current
      attempts.withLock { $0.append("\(attempt?.number ?? 0) \(attempt?.wasInterrupted ?? true)") }
      throw Failure()
    }
    var nomad = Nomad(registry, ledger: ledger)
    nomad.predecessors = [Predecessor("Old") { Predecessor.State(targets: [.literal("1.2.0")]) }]
    let migrator = nomad
    for _ in 1...2 { await #expect(throws: NomadError.self) { try await migrator.migrate() } }
    #expect(attempts.value == ["1 false", "2 false"])
  }

  @Test("A start with nothing to do knows the version of a tribe that one with an id merges")
  func settledOnce() async throws {
    let ledger = ledger("version:1.1.0")
    var nomad = Nomad(try registry([(.literal("1.0.0"), []), (.once("a"), ["1.1.0"])]), ledger: ledger)
    #expect(try await nomad.migrate().plan.dataVersion == .init([1, 1]))
    for version in [CurrentVersion.unlimited, .exactly("1.1")] {
      nomad.currentVersion = version
      #expect(try nomad.planner().seal(after: ledger.history())?.dataVersion == .init([1, 1]))
    }
    // For an older app, the merged tribe is of a newer one.
    nomad.currentVersion = .exactly("1")
    #expect(try nomad.planner().seal(after: ledger.history()) == nil)
  }

  @Test("A hold on a merged tribe holds the tribe that merges it, and is known")
  func hold() async throws {
    var nomad = Nomad(try registry(Self.moved), ledger: .inMemory)
    nomad.policy.hold = ["version:1.1.0"]
    let plan = try await nomad.plan()
    #expect(plan.tribeOnHold?.name == "1.2.0")
    #expect(plan.unknownHolds.isEmpty)
  }

  @Test("A tribe that waits for a tribe on hold does not keep another one from being marked")
  func heldMark() async throws {
    let ledger = ledger("version:1.0.0", "version:1.1.0")
    var nomad = Nomad(try registry([(.literal("0.5.0"), [])] + Self.moved), ledger: ledger)
    nomad.policy.hold = ["version:0.5.0"]
    await #expect(throws: NomadError.self) { try await nomad.migrate() }
    #expect(ledger.history().isDone("version:1.2.0"))
  }

  @Test("A tribe that merges what a baseline covers is not marked while a .first tribe keeps the baseline back")
  func heldBaseline() async throws {
    let (trace, ledger) = (Trace(), InMemoryLedger())
    let tribes = try registry([(.first, []), (.once("a"), ["1.0.0", "1.1.0"])], tracing: trace)
    var nomad = Nomad(tribes, ledger: ledger, currentVersion: .exactly("2.0.0"))
    nomad.policy.firstStart = .baselineAtCurrentVersion
    nomad.policy.hold = ["first:App.first"]
    let held = nomad
    #expect(try await held.plan().marked.isEmpty)
    #expect(await #expect(throws: NomadError.self) { try await held.migrate() }?.code == .onHold)
    #expect(ledger.history().records.isEmpty)
    nomad.policy.hold = []
    try await nomad.migrate()
    #expect(trace.all == ["first"])
    #expect(Set(ledger.history().versions) == [.init([1, 0]), .init([1, 1])])
  }

  @Test("A tribe that only has to be marked is marked after the tribes before it, so that none of them becomes late")
  func markedInOrder() async throws {
    let (trace, works) = (Trace(), Locked(false))
    for isHeld in [false, true] {
      works.value = false
      let ledger = ledger("version:1.0.0", "version:1.1.0")
      let tribes = Self.moved + [(.literal("1.1.5"), []), (.literal("0.5.0"), []), (.literal("2.0.0"), [])]
      var nomad = Nomad(
        try registry(tribes, tracing: trace) { if !works.value { throw Failure() } },
        ledger: ledger,
        policy: MigrationPolicy(late: .skip, hold: isHeld ? ["version:1.1.5"] : [])
      )
      await #expect(throws: NomadError.self) { try await nomad.migrate() }
      #expect(!ledger.history().isDone("version:1.2.0"))
      works.value = true
      nomad.policy.hold = []
      try await nomad.migrate()
      #expect(ledger.history().isDone("version:1.2.0"))
    }
    #expect(trace.all == ["1.1.5", "1.1.5", "2.0.0", "1.1.5", "2.0.0"])
  }

  @Test("A run up to a version does not mark a tribe after it")
  func upTo() async throws {
    let (trace, ledger) = (Trace(), ledger("version:1.0.0", "version:1.1.0"))
    let nomad = Nomad(try registry([(.literal("1.1.5"), [])] + Self.moved, tracing: trace), ledger: ledger)
    #expect(try await nomad.plan(upTo: .literal("1.1.5")).steps.last?.decision == .skip(.afterEnd))
    for _ in 1...2 { try await nomad.migrate(upTo: .literal("1.1.5")) }
    #expect(trace.all == ["1.1.5"])
    #expect(!ledger.history().isDone("version:1.2.0"))
  }

  @Test("Forgetting derived data keeps what a once-tribe with the same id merged")
  func forgottenNamesake() async throws {
    let ledger = InMemoryLedger([
      LedgerRecord(.finished, key: "once:a", name: "A", module: "App"),
      LedgerRecord(.merged(into: "once:a"), key: "version:1.0.0", name: "A", module: "App"),
    ])
    try await ledger.forget(.whenChanged("a"))
    #expect(ledger.history().isDone("version:1.0.0"))
    try await ledger.forget(.once("a"))
    #expect(!ledger.history().isDone("version:1.0.0"))
  }

  @Test("Forgetting a tribe keeps what another one merged whose id has other bytes")
  func forgottenEquivalent() async throws {
    let ledger = InMemoryLedger([
      LedgerRecord(.merged(into: "once:\u{E9}"), key: "version:1.0.0", name: "A", module: "App"),
      LedgerRecord(.finished, key: "once:e\u{301}", name: "B", module: "App"),
    ])
    try await ledger.forget(.once("e\u{301}"))
    #expect(ledger.history().finished.map(\.key) == ["version:1.0.0"])
  }

  @Test("A compacted ledger shows that the first start is over, even if the only tribe that began was marked since")
  func begunAndMarked() async throws {
    let ledger = InMemoryLedger()
    for version in ["1.0.0", "1.1.0"] { try await ledger.markAsDone(.literal(version)) }
    let failing = Nomad(try registry([(.literal("1.2.0"), [])]) { throw Failure() }, ledger: ledger)
    await #expect(throws: NomadError.self) { try await failing.migrate() }
    try await Nomad(try registry(Self.moved), ledger: ledger).migrate()
    let compacted = LedgerHistory(LedgerHistory.Compaction.latest(of: ledger.history().records))
    #expect(compacted.isDone("version:1.2.0") && !compacted.isFirstStart && !ledger.history().isFirstStart)
  }

  @Test("A forgotten tribe runs again, with the parts that it did itself and without those of other tribes")
  func forgotten() async throws {
    for (done, ran) in [
      ([], ["1.2.0", "1.2.0"]), (["version:1.0.0"], ["1.2.0 1.0.0", "1.2.0 1.0.0"]),
      (["version:1.0.0", "version:1.1.0"], ["1.2.0 1.0.0 1.1.0"]),
    ] as [([LedgerKey], [String])] {
      let (trace, ledger) = (Trace(), InMemoryLedger(done.map { LedgerRecord(key: $0, name: "Old", module: "App") }))
      let nomad = Nomad(try registry(Self.moved, tracing: trace), ledger: ledger)
      try await nomad.migrate()
      try await ledger.forget(.literal("1.2.0"))
      let compacted = InMemoryLedger(LedgerHistory.Compaction.latest(of: ledger.history().records))
      #expect(try await Nomad(nomad.registry, ledger: compacted).plan().pending.map(\.name) == ["1.2.0"])
      // Its first attempt may end early.
      let failing = Nomad(try registry(Self.moved) { throw Failure() }, ledger: ledger)
      await #expect(throws: NomadError.self) { try await failing.migrate() }
      try await nomad.migrate()
      #expect(trace.all == ran)
      #expect(try await nomad.plan().isEmpty)
    }
  }

  @Test("A tribe is marked again if a release that has the merged tribes ran them after it was forgotten")
  func forgottenBefore() async throws {
    let (trace, ledger) = (Trace(), InMemoryLedger())
    let nomad = Nomad(try registry(Self.moved, tracing: trace), ledger: ledger)
    try await nomad.migrate()
    try await ledger.forget(.literal("1.2.0"))
    try await Nomad(try TribeRegistry([.literal("1.0.0"), .literal("1.1.0")]), ledger: ledger).migrate()
    #expect(try await nomad.plan().steps.map(\.decision) == [.merged])
  }

  @Test("A tribe below the newest version is late, unless it only has to be marked")
  func late() async throws {
    let tribes = Self.moved + [(.literal("2.0.0"), [])]
    let partial = Nomad(try registry(tribes), ledger: ledger("version:1.0.0", "version:2.0.0"))
    #expect(try await partial.plan().late.map(\.name) == ["1.2.0"])
    let whole = Nomad(try registry(tribes), ledger: ledger("version:1.0.0", "version:1.1.0", "version:2.0.0"))
    #expect(try await whole.plan().late.isEmpty)
  }

  @Test("An interrupted attempt at a merged tribe counts as one at the tribe that merges it")
  func interrupted() async throws {
    let seen = Locked<[Bool?]>([])
    let ledger = InMemoryLedger([
      LedgerRecord(key: "version:1.0.0", name: "Old", module: "App"),
      LedgerRecord(.began, key: "version:1.1.0", name: "Old", module: "App"),
    ])
    let registry = try registry(Self.moved) {
      let wasInterrupted = TribeAttempt.current?.wasInterrupted
      seen.withLock { $0.append(wasInterrupted) }
    }
    try await Nomad(registry, ledger: ledger).migrate()
    #expect(seen.value == [true])
  }

  @Test("A merge that cannot be right stops the run before anything runs")
  func mistakes() async throws {
    let wrong: [[Merging]] = [
      [(.literal("1.0.0"), []), (.literal("1.2.0"), ["1.0.0"])],
      [(.literal("1.2.0"), ["1.0.0"]), (.literal("1.3.0"), ["1.0.0"])],
      [(.literal("1.2.0"), ["1.0.0", "1.0"])],
      [(.literal("1.2.0"), ["1.3.0"])],
      [(.literal("1.2.0"), ["1.3.0"]), (.literal("1.3.0"), ["1.2.0"])],
      [(.literal("1.2.0"), ["an-id"])],
      [(.always, ["1.0.0"])],
      [(.first, ["1.0.0"])],
    ]
    for tribes in wrong { #expect(try await code(tribes).code == .mergedTribe) }
  }

  @Test(
    "An item is a version, a once-id or a key",
    arguments: [
      ("1.0.0", "version:1.0.0"), ("1.0", "version:1.0.0"), ("1.1-1", "version:1.1.0#1"), ("a-b", "once:a-b"),
      ("2026-12-tags", "once:2026-12-tags"), ("once:1.0", "once:1.0"), ("version:1.1.0#1", "version:1.1.0#1"),
      ("1.1.0-1", nil), ("1.0.", nil), ("v1.0", nil), ("first:App.A", nil), ("version:1.0", nil), ("", nil),
    ] as [(String, LedgerKey?)]
  )
  func items(_ text: String, _ key: LedgerKey?) {
    #expect((try? TribeTarget.Position(merged: text)).flatMap { LedgerKey(at: $0) } == key)
  }

  private struct Listed: Tribe {
    static let target: TribeTarget = .literal("1.2.0")
    static let merges: [String] = ["1.0.0"]
    func migrate() throws { if try TribeAttempt.wasDone("1.1.0") { throw Failure() } }
  }

  private struct Mistaken: Tribe {
    static let target: TribeTarget = .literal("1.2.0")
    static let merges: [String] = ["1.1.0-1"]
    func migrate() {}
  }

  @Test("A list made by hand reads what its tribes merge, and a tribe can only ask about that")
  func listed() async throws {
    let registry = try TribeRegistry([Listed.self])
    #expect(registry.entries.map(\.merges) == [["1.0.0"]])
    let error = await #expect(throws: NomadError.self) { try await Nomad(registry, ledger: .inMemory).migrate() }
    #expect((error?.underlying as? NomadError)?.code == .mergedTribe)
    #expect(#expect(throws: NomadError.self) { try TribeRegistry([Mistaken.self]) }?.code == .mergedTribe)
    try Listed().migrate()
  }

  @Test("A ledger made for a test has the tribes that its user ran before they were merged")
  func seeded() async throws {
    for (version, decision) in [("1.0.0", .run(.notFinished)), ("1.1.0", .merged), ("1.2.0", .skip(.done))]
      as [(String, MigrationPlan.Decision)]
    {
      let registry = try registry(Self.moved)
      let ledger = try InMemoryLedger.seeded(with: registry, at: version)
      #expect(try await Nomad(registry, ledger: ledger).plan().steps.map(\.decision) == [decision])
    }
  }
}
