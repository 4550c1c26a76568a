import NomadFiles
import Testing

@testable import Nomad

@Suite("Contract tribes in a plan")
struct PhaseTests {
  struct Expand: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() {}
  }

  struct Contract: Tribe {
    static let target: TribeTarget = .literal("1.1.0")
    static let phase: TribePhase = .contract
    func migrate() {}
  }

  struct Later: Tribe {
    static let target: TribeTarget = .literal("1.2.0")
    func migrate() {}
  }

  private func registry() throws -> TribeRegistry { try TribeRegistry([Expand.self, Contract.self, Later.self]) }

  /// A ledger with hosts that need the old shape of the data.
  private struct Fleet: Ledger {
    let ledger = InMemoryLedger()
    let hosts = Locked<[String]>(["web-1"])

    var identity: String { ledger.identity }

    func history() async throws -> LedgerHistory { ledger.history() }

    func withExclusiveAccess<Result: Sendable>(
      in context: LedgerContext,
      _ body: @Sendable (any LedgerSession) async throws -> Result
    ) async throws -> Result {
      try await ledger.withExclusiveAccess(in: context, body)
    }

    func reasonsToWait(
      for tribes: [TribeRegistry.Entry],
      appVersion: String?
    ) async throws -> [LedgerKey: String] {
      hosts.value.isEmpty ? [:] : Dictionary(uniqueKeysWithValues: tribes.map { ($0.key, "\(hosts.value)") })
    }
  }

  @Test("Contract tribes run like all other tribes if there are no other hosts")
  func alone() async throws {
    let folder = try TemporaryFolder()
    for ledger in [InMemoryLedger(), FileLedger(at: folder.ledgerURL)] as [any Ledger] {
      let report = try await Nomad(registry(), ledger: ledger, currentVersion: .unlimited).migrate()
      #expect(report.migrated.count == 3)
    }
  }

  @Test(
    "Contract tribes wait for other hosts, delay no other tribe, and are not late when they run",
    arguments: [true, false]
  )
  func waiting(refusesLate: Bool) async throws {
    let ledger = Fleet()
    var migrator = Nomad(try registry(), ledger: ledger, currentVersion: .unlimited)
    if refusesLate { migrator.policy = MigrationPolicy(late: .fail) }
    #expect(try await migrator.migrate().migrated.map(\.name) == ["PhaseTests.Expand", "PhaseTests.Later"])
    let plan = try await migrator.plan()
    #expect(plan.isEmpty)
    #expect(plan.steps[1].decision == .skip(.waitsForHosts("[\"web-1\"]")))
    #expect("\(plan)".contains("waits; [\"web-1\"]"))
    ledger.hosts.value = []
    let report = try await migrator.migrate()
    #expect(report.migrated.map(\.name) == ["PhaseTests.Contract"])
    #expect(report.migrated.map(\.isLate) == [false])
    #expect(try await migrator.migrate().migrated.isEmpty)
  }

  /// A ledger in which one tribe cannot begin at first, because a host that needs the old shape has appeared.
  private struct LateHost: Ledger {
    struct Session: LedgerSession {
      let session: any LedgerSession
      let refused: Locked<String?>

      func history() async throws -> LedgerHistory { try await session.history() }

      func append(_ records: [LedgerRecord]) async throws {
        if let refused = refused.value, records.contains(where: { $0.kind == .began && $0.name == refused }) {
          self.refused.value = nil
          throw NomadError(.shapeInUse, "A host needs the old shape.", advice: "Wait.")
        }
        try await session.append(records)
      }
    }

    let ledger = InMemoryLedger()
    let refused: Locked<String?>
    var identity: String { ledger.identity }

    func history() -> LedgerHistory { ledger.history() }

    func withExclusiveAccess<Result: Sendable>(
      in context: LedgerContext,
      _ body: @Sendable (any LedgerSession) async throws -> Result
    ) async throws -> Result {
      try await ledger.withExclusiveAccess(in: context) { try await body(Session(session: $0, refused: refused)) }
    }
  }

  @Test("If a tribe requires a postponed .first tribe, nothing is marked, and the next run runs both")
  func postponed() async throws {
    let registry = TribeRegistry(_module: "App") { tribes in
      tribes.add("First", target: .first, position: .first) {}
      tribes.contract()
      tribes.add("Old", target: .dotted("1.0"), position: .version(TribeVersion([1]))) {}
      tribes.add("Needs", target: .always, position: .always) {}
      tribes.requires(["App.First"])
    }
    let ledger = LateHost(refused: Locked("First"))
    let policy = MigrationPolicy(firstStart: .baselineAtCurrentVersion)
    let migrator = Nomad(registry, ledger: ledger, currentVersion: .exactly("1.0"), policy: policy)
    let error = try #require(await #expect(throws: NomadError.self) { try await migrator.migrate() })
    #expect(error.code == .requiredTribe)
    #expect(ledger.history().isEmpty)
    #expect(try await migrator.migrate().migrated.map(\.name) == ["First", "Needs"])
  }

  struct Waiting: Tribe {
    static let target: TribeTarget = .literal("1.1.0")
    static let phase: TribePhase = .contract
    @TribeDependency private var rows: Locked<Int>

    func migrate() throws {
      guard rows.value == 0 else { throw NomadError(.shapeInUse, "\(rows.value) rows are left.", advice: "Wait.") }
    }
  }

  @Test("A contract tribe that finds that it has to wait is postponed, and the plan gives the reason")
  func waitingItself() async throws {
    let (ledger, rows, events) = (InMemoryLedger(), Locked(3), Locked<[String]>([]))
    let registry = try TribeRegistry([Expand.self, Waiting.self, Later.self])
    let migrator = Nomad(registry, ledger: ledger, currentVersion: .unlimited).providing(rows)
    let report = try await migrator.migrate { event in
      if case .postponed(let tribe, _) = event { events.withLock { $0.append("\(tribe.name): \(event)") } }
    }
    #expect(report.migrated.map(\.name) == ["PhaseTests.Expand", "PhaseTests.Later"])
    #expect(events.value == ["PhaseTests.Waiting: 3 rows are left."])
    #expect(ledger.history().attempts(at: "version:1.1.0").deaths == 0)
    let plan = try await migrator.plan()
    #expect(plan.steps[1].decision == .run(.attempted("3 rows are left.")))
    #expect("\(plan)".contains("runs, unless it has to wait again; last time: 3 rows are left."))
    rows.value = 0
    #expect(try await migrator.migrate().migrated.map(\.name) == ["PhaseTests.Waiting"])
  }

  @Test("A tribe of the expand phase cannot be postponed")
  func waitingTooEarly() async throws {
    struct Early: Tribe {
      static let target: TribeTarget = .literal("1.1.0")
      func migrate() throws { throw NomadError(.shapeInUse, "3 rows are left.", advice: "Wait.") }
    }
    let registry = try TribeRegistry([Early.self, Later.self])
    let error = await #expect(throws: NomadError.self) {
      try await Nomad(registry, ledger: InMemoryLedger(), currentVersion: .unlimited).migrate()
    }
    #expect(error?.code == .tribeFailed)
  }

  @Test("The registry's builder can turn the last tribe into a contract tribe")
  func builder() {
    let registry = TribeRegistry(_module: "App") { tribes in
      tribes.add("A", target: .once("a"), position: .once("a")) {}
      tribes.add("B", target: .once("b"), position: .once("b")) {}
      tribes.contract()
    }
    #expect(registry.entries.map(\.phase) == [.expand, .contract])
  }
}
