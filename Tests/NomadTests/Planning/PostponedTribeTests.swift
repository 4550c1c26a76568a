import NomadFiles
import NomadTesting
import NomadUI
import Testing

@testable import Nomad

@Suite("Tribes that a ledger may postpone")
struct PostponedTribeTests {
  struct Add: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() {}
  }

  struct Drop: PostponableTribe {
    static let target: TribeTarget = .literal("1.1.0")
    func migrate() {}
  }

  struct Later: Tribe {
    static let target: TribeTarget = .literal("1.2.0")
    func migrate() {}
  }

  private func registry() throws -> TribeRegistry { try TribeRegistry([Add.self, Drop.self, Later.self]) }

  @Test("With a ledger that postpones nothing, every tribe runs in its place")
  func ordinary() async throws {
    let folder = try TemporaryFolder()
    for ledger in [InMemoryLedger(), FileLedger(at: folder.ledgerURL), PostponingLedger()] as [any Ledger] {
      let report = try await Nomad(registry(), ledger: ledger, currentVersion: .unlimited).migrate()
      #expect(report.migrated.map(\.target) == [Add.target, Drop.target, Later.target])
    }
  }

  @Test(
    "A postponed tribe delays no other tribe, and is not late when it runs",
    arguments: [true, false]
  )
  func waiting(refusesLate: Bool) async throws {
    let ledger = PostponingLedger(reason: "web-1 needs it")
    var migrator = Nomad(try registry(), ledger: ledger, currentVersion: .unlimited)
    if refusesLate { migrator.policy = MigrationPolicy(late: .fail) }
    #expect(
      try await migrator.migrate().migrated.map(\.name) == ["PostponedTribeTests.Add", "PostponedTribeTests.Later"]
    )
    let plan = try await migrator.plan()
    #expect(plan.isEmpty)
    #expect(plan.steps[1].decision == .skip(.postponed("web-1 needs it")))
    #expect("\(plan)".contains("waits; web-1 needs it"))
    // Without the ledger's reasons, there is no plan yet. A reader needs none.
    let (own, readers) = (try migrator.planAtOnce()?.plan, try migrator.planAtOnce(isReading: true)?.plan)
    #expect(own?.isEmpty == nil && readers?.isEmpty != nil)
    ledger.reason.value = nil
    let report = try await migrator.migrate()
    #expect(report.migrated.map(\.name) == ["PostponedTribeTests.Drop"])
    #expect(report.migrated.map(\.isLate) == [false])
    #expect(try await migrator.migrate().migrated.isEmpty)
  }

  @Test("The ledgers for tests postpone what the ledger inside of them postpones")
  func wrapped() async throws {
    let inner = { PostponingLedger(reason: "web-1 needs it") }
    let dying = DyingLedger(inner(), before: { _ in false })
    let failing = FailingLedger(inner(), when: { _ in false })
    for ledger in [dying, failing] as [any Ledger] {
      let plan = try await Nomad(try registry(), ledger: ledger, currentVersion: .unlimited).plan()
      #expect(plan.steps[1].decision == .skip(.postponed("web-1 needs it")))
    }
  }

  @Test("A .first tribe that cannot begin stops the run, nothing is marked, and the next run starts with it")
  func postponed() async throws {
    let registry = TribeRegistry(_module: "App") { tribes in
      tribes.add("First", Drop.self, target: .first, position: .first) {}
      tribes.add("Old", target: .dotted("1.0"), position: .version(TribeVersion([1]))) {}
      tribes.add("Needs", target: .always, position: .always) {}
      tribes.requires(["App.First"])
    }
    let ledger = PostponingLedger(refusing: "First")
    let policy = MigrationPolicy(firstStart: .baselineAtCurrentVersion)
    let migrator = Nomad(registry, ledger: ledger, currentVersion: .exactly("1.0"), policy: policy)
    let error = try #require(await #expect(throws: NomadError.self) { try await migrator.migrate() })
    #expect(error.code == .postponed)
    #expect(ledger.history().records.map(\.kind.word) == ["fresh"])
    #expect(try await migrator.migrate().migrated.map(\.name) == ["First", "Needs"])
  }

  struct First: PostponableTribe {
    static let target: TribeTarget = .first
    func migrate() {}
  }

  @Test("A .first tribe that has to wait or is on hold stops the run, because the first version would supersede it")
  func first() async throws {
    let registry = try TribeRegistry([First.self, Add.self])
    let postponing = PostponingLedger(reason: "web-1 needs it")
    for (ledger, hold, code) in [
      (postponing, [], .postponed),
      (PostponingLedger(refusing: "PostponedTribeTests.First"), [], .postponed),
      (PostponingLedger(), [registry.entries[0].key], .onHold),
    ] as [(PostponingLedger, Set<LedgerKey>, NomadError.Code)] {
      let held = Nomad(registry, ledger: ledger, currentVersion: .unlimited, policy: MigrationPolicy(hold: hold))
      let error = await #expect(throws: NomadError.self) { try await held.migrate() }
      #expect(error?.code == code)
      #expect(ledger.history().isEmpty)
      ledger.reason.value = nil
      let migrator = Nomad(registry, ledger: ledger, currentVersion: .unlimited)
      let unready = await #expect(throws: NomadError.self) { try await migrator.waitUntilMigrated() }
      #expect(unready?.message.contains("PostponedTribeTests.First") == true)
      #expect(
        try await migrator.migrate().migrated.map(\.name) == ["PostponedTribeTests.First", "PostponedTribeTests.Add"]
      )
    }
  }

  struct Needs: Tribe {
    static let target: TribeTarget = .once("needs")
    static let requires: [Any.Type] = [First.self]
    func migrate() {}
  }

  @Test("A tribe that is superseded or waits for its version is not postponed, and blocks no tribe that requires it")
  func unneeded() async throws {
    let ledger = PostponingLedger()
    try await Nomad(TribeRegistry([Add.self]), ledger: ledger, currentVersion: .exactly("1.0.0")).migrate()
    ledger.reason.value = "web-1 needs it"
    let registry = try TribeRegistry([First.self, Add.self, Drop.self, Needs.self])
    let migrator = Nomad(registry, ledger: ledger, currentVersion: .exactly("1.0.0"))
    let plan = try await migrator.plan()
    #expect(plan.steps[0].decision == .skip(.supersededByVersion("1.0.0")))
    #expect(plan.steps[2].decision == .skip(.aboveCurrentVersion("1.0.0")))
    #expect(try await migrator.migrate().migrated.map(\.name) == ["PostponedTribeTests.Needs"])
  }

  struct Waiting: PostponableTribe {
    static let target: TribeTarget = .literal("1.1.0")
    @TribeDependency private var rows: Locked<Int>

    func migrate() throws {
      guard rows.value == 0 else { throw NomadError(.postponed, "\(rows.value) rows are left.", advice: "Wait.") }
    }
  }

  @Test("A tribe that finds that it has to wait is postponed, and the plan gives the reason")
  func waitingItself() async throws {
    let (ledger, rows, events) = (PostponingLedger(), Locked(3), Locked<[String]>([]))
    let registry = try TribeRegistry([Add.self, Waiting.self, Later.self])
    let migrator = Nomad(registry, ledger: ledger, currentVersion: .unlimited).providing(rows)
    let report = try await migrator.migrate { event in
      if case .postponed(let tribe, _) = event { events.withLock { $0.append("\(tribe.name): \(event)") } }
    }
    #expect(report.migrated.map(\.name) == ["PostponedTribeTests.Add", "PostponedTribeTests.Later"])
    #expect(events.value == ["PostponedTribeTests.Waiting: 3 rows are left."])
    #expect(ledger.history().attempts(at: "version:1.1.0").deaths == 0)
    let plan = try await migrator.plan()
    #expect(plan.steps[1].decision == .run(.attempted("3 rows are left.")))
    #expect("\(plan)".contains("runs, unless it has to wait again; last time: 3 rows are left."))
    rows.value = 0
    #expect(try await migrator.migrate().migrated.map(\.name) == ["PostponedTribeTests.Waiting"])
  }

  @Test("A tribe that the ledger may not postpone fails if it says that it has to wait")
  func waitingElsewhere() async throws {
    let registry = try TribeRegistry([Waiting.self, Later.self])
    let migrator = Nomad(registry, ledger: .inMemory, currentVersion: .unlimited).providing(Locked(3))
    let error = await #expect(throws: NomadError.self) { try await migrator.migrate() }
    #expect(error?.code == .tribeFailed)
    #expect(error?.report?.migrated.isEmpty == true)
  }
}
