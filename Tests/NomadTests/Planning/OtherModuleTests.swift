import NomadAdoption
import NomadRepair
import Testing

@testable import Nomad

@Suite("Tribes of several modules in one ledger")
struct OtherModuleTests {
  private func registry(
    _ module: String,
    _ targets: [TribeTarget],
    _ body: @escaping @Sendable () async throws -> Void = {}
  ) throws -> TribeRegistry {
    let orders = try targets.map { try $0.position() }
    return TribeRegistry(_module: module) { tribes in
      for (target, order) in zip(targets, orders) {
        tribes.add("Reindex", target: target, position: order, migrate: body)
      }
    }
  }

  @Test(
    "Tribes with the same name in two modules have separate attempts and checkpoints",
    arguments: [.first, .always] as [TribeTarget]
  )
  func attempts(target: TribeTarget) async throws {
    let seen = Trace()
    let a = try registry("A", [target]) {
      try await TribeAttempt.current?.save(7, as: "next")
      throw Failure()
    }
    let b = try registry("B", [target]) {
      let attempt = try #require(TribeAttempt.current)
      let next = try attempt.checkpoint("next", as: Int.self) ?? 0
      seen.note("\(attempt.number) \(next) \(attempt.previousError ?? "-")")
    }
    let ledger = InMemoryLedger()
    await #expect(throws: NomadError.self) { try await Nomad(a, ledger: ledger).migrate() }
    try await Nomad(b, ledger: ledger).migrate()
    #expect(seen.all == ["1 0 -"])
    #expect(ledger.history().attempts(at: a.entries[0].key).checkpoints == ["next": "7"])
  }

  @Test("A tribe is quarantined even if a tribe with the same name in another module keeps finishing")
  func quarantine() async throws {
    let (a, b) = (try registry("A", [.always]), try registry("B", [.always]))
    let records = (1...3).flatMap { number in
      [
        LedgerRecord(
          .began,
          key: a.entries[0].key,
          name: "Reindex",
          module: "A",
          attempt: number,
          build: Build.current
        ),
        LedgerRecord(.finished, key: b.entries[0].key, name: "Reindex", module: "B"),
      ]
    }
    let both = TribeRegistry(combining: [a, b])
    let plan = try await Nomad(both, ledger: InMemoryLedger(records), currentVersion: .unlimited).plan()
    #expect(plan.quarantinedTribe?.tribe == a.entries[0])
  }

  @Test(
    "A tribe whose target another module recorded is an error, unless formerModules contains the module",
    arguments: [.literal("1.0.0"), .once("id")] as [TribeTarget],
    [false, true]
  )
  func conflict(target: TribeTarget, inFile: Bool) async throws {
    let folder = try TemporaryFolder()
    let ledger: any Ledger = inFile ? FileLedger(at: folder.ledgerURL) : InMemoryLedger()
    try await Nomad(registry("Kit", [target]), ledger: ledger).migrate()
    let app = Nomad(try registry("App", [target]) { Issue.record("it ran") }, ledger: ledger)
    for _ in 1...2 {
      let error = await #expect(throws: NomadError.self) { try await app.migrate() }
      #expect(error?.code == .recordedByOtherModule)
      #expect(error?.description.contains("Kit") == true && error?.description.contains("App.Reindex") == true)
    }
    var moved = app
    moved.policy.formerModules = ["Kit"]
    #expect(try await moved.migrate().migrated.isEmpty)
  }

  @Test("A run throws an error instead of continuing a tribe that another module began")
  func begun() async throws {
    let ledger = InMemoryLedger()
    let kit = try registry("Kit", [.literal("1.0.0")]) { throw Failure() }
    await #expect(throws: NomadError.self) { try await Nomad(kit, ledger: ledger).migrate() }
    let app = Nomad(try registry("App", [.literal("1.0.0")]), ledger: ledger)
    let error = await #expect(throws: NomadError.self) { try await app.migrate() }
    #expect(error?.code == .recordedByOtherModule)
    try await ledger.forget(.literal("1.0.0"))
    #expect(try await app.migrate().migrated.count == 1)
  }

  @Test("A target that was marked by hand is done for every module")
  func unknown() async throws {
    let ledger = InMemoryLedger()
    try await ledger.markAsDone(.literal("1.0.0"))
    #expect(try await Nomad(registry("App", [.literal("1.0.0")]), ledger: ledger).migrate().migrated.isEmpty)
  }

  @Test(
    "Planning throws an error if only another module's versions would decide which tribes run",
    arguments: [
      ([.literal("3.0.0")], [.first]), ([.literal("3.0.0")], [.literal("2.0.0")]), ([.literal("3.0.0")], [.once("a")]),
    ] as [([TribeTarget], [TribeTarget])]
  )
  func strangers(kit: [TribeTarget], app: [TribeTarget]) async throws {
    let ledger = InMemoryLedger()
    try await Nomad(registry("Kit", kit), ledger: ledger, currentVersion: .unlimited).migrate()
    let migrator = Nomad(try registry("App", app), ledger: ledger, currentVersion: .exactly("2.0"))
    let error = await #expect(throws: NomadError.self) { try await migrator.plan() }
    #expect(error?.code == .recordedByOtherModule)
  }

  @Test("Planning throws an error if another module's version would decide, until the module has its own version")
  func mixed() async throws {
    let ledger = InMemoryLedger()
    func migrator(
      _ module: String,
      _ targets: [TribeTarget],
      _ late: MigrationPolicy.Late = .run
    ) throws -> Nomad {
      let policy = MigrationPolicy(late: late)
      return Nomad(try registry(module, targets), ledger: ledger, currentVersion: .exactly("9.0"), policy: policy)
    }
    try await migrator("App", [.literal("3.0.0")]).migrate()
    try await migrator("Kit", [.once("kit")]).migrate()
    for kit in [
      try migrator("Kit", [.first, .once("kit")]),
      try migrator("Kit", [.literal("2.0.0"), .once("kit")], .skip),
      try migrator("Kit", [.literal("2.0.0"), .once("kit")], .fail),
    ] {
      let error = await #expect(throws: NomadError.self) { try await kit.plan() }
      #expect(error?.code == .recordedByOtherModule)
      #expect(error?.description.contains("App") == true)
      var moved = kit
      moved.policy.formerModules = ["App"]
      #expect(try await moved.plan().pending.isEmpty)
    }
    // Under the policy `.run`, the tribe runs whether it is late or not.
    let report = try await migrator("Kit", [.literal("2.0.0"), .once("kit")]).migrate()
    #expect(report.migrated.map(\.target) == [.literal("2.0.0")])
    // Now the module has a version of its own, which decides.
    #expect(
      try await migrator("Kit", [.first, .literal("1.0.0"), .literal("2.0.0"), .once("kit")], .skip).plan().pending
        .isEmpty
    )
  }

  @Test(
    "Planning throws an error if a baseline or predecessor would apply after another module's first start",
    arguments: [false, true]
  )
  func firstStart(hasPredecessor: Bool) async throws {
    let ledger = InMemoryLedger()
    try await Nomad(registry("Kit", [.once("kit")]), ledger: ledger).migrate()
    var app = Nomad(try registry("App", [.once("app")]), ledger: ledger)
    #expect(try await app.plan().pending.count == 1)
    if hasPredecessor {
      app.predecessors = [Predecessor("Old") { .init(targets: [.once("app")]) }]
    } else {
      app.policy.firstStart = .baselineAtCurrentVersion
    }
    let migrator = app
    let error = await #expect(throws: NomadError.self) { try await migrator.plan() }
    #expect(error?.code == .recordedByOtherModule)
  }

  @Test("A tribe can move from one module to another if both are in the registry")
  func movedWithin() async throws {
    let ledger = InMemoryLedger()
    let (app, kit) = (try registry("App", [.literal("1.0.0")]), try registry("Kit", [.literal("2.0.0")]))
    try await Nomad(TribeRegistry(combining: [app, kit]), ledger: ledger, currentVersion: .unlimited).migrate()
    let next = TribeRegistry(combining: [
      try registry("App", [.once("a")]), try registry("Kit", [.literal("1.0.0"), .literal("2.0.0")]),
    ])
    let report = try await Nomad(next, ledger: ledger, currentVersion: .unlimited).migrate()
    #expect(report.migrated.map(\.target) == [.once("a")])
  }

  @Test("An app can remove a module that has records")
  func removed() async throws {
    let ledger = InMemoryLedger()
    let (app, kit) = (try registry("App", [.literal("1.0.0")]), try registry("Kit", [.literal("2.0.0")]))
    try await Nomad(TribeRegistry(combining: [app, kit]), ledger: ledger, currentVersion: .unlimited).migrate()
    let next = try registry("App", [.literal("1.0.0"), .literal("3.0.0")])
    let report = try await Nomad(next, ledger: ledger, currentVersion: .exactly("3.0")).migrate()
    #expect(report.migrated.map(\.target) == [.literal("3.0.0")])
  }

  @Test("A tribe that is declared in code belongs to the module that declares it")
  func declaredInCode() throws {
    let registry = try TribeRegistry {
      Nomad.migration("1.0") {}
      Nomad.migration(.always, named: "Clean") {}
    }
    #expect(registry.entries.map(\.module) == ["NomadTests", "NomadTests"])
    #expect(registry.entries[1].key == "always:NomadTests.Clean")
  }
}
