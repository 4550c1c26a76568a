import Foundation
import NomadAdoption
import NomadFiles
import NomadRepair
import NomadTesting
import Testing

@testable import Nomad

@Suite("Data that a tribe makes again when its source changes")
struct DerivedDataTests {
  private static let one = "0000000000000001"
  private static let two = "00000000000000a2"

  private let ledger = InMemoryLedger()
  private let trace = Trace()

  /// Returns a migrator whose tribe for the index has a source.
  private func migrator(
    _ source: String = one,
    _ ledger: (any Ledger)? = nil,
    module: String = "App",
    policy: MigrationPolicy = .default,
    current: CurrentVersion = .unlimited,
    _ body: @escaping @Sendable () async throws -> Void = {}
  ) -> Nomad {
    let registry = TribeRegistry(_module: module) { [trace] tribes in
      tribes.add("Two", target: .literal("2.0.0"), position: .version(TribeVersion([2]))) { trace.note("2.0.0") }
      tribes.add("Index", target: .whenChanged("index"), position: .whenChanged("index")) {
        trace.note(source)
        try await body()
      }
      tribes.source(source)
    }
    var migrator = Nomad(registry, ledger: .inMemory, currentVersion: current, policy: policy)
    migrator.ledger = ledger ?? self.ledger
    return migrator
  }

  private func key(_ source: String) -> LedgerKey { "changed:index@\(source)" }

  // MARK: Keys

  @Test("A key has the checksum of the source, and stands for every source without it")
  func keys() throws {
    #expect(migrator().registry.entries.map(\.key) == ["version:2.0.0", key(Self.one)])
    #expect(try LedgerKey(.whenChanged("index")) == "changed:index")
    #expect(key(Self.one).withoutSource == "changed:index")
    for text in [
      "changed:index", "changed:a@0000", "changed:a@000000000000000G", "once:a@0000000000000001", "changed:",
    ] {
      #expect(LedgerKey(text).withoutSource == LedgerKey(text))
    }
    // An id may look like one with a checksum, and may begin with a mark that forms one character with the colon.
    #expect(LedgerKey("changed:a@\(Self.one)@\(Self.two)").withoutSource == LedgerKey("changed:a@\(Self.one)"))
    #expect(LedgerKey("changed:\u{301}@\(Self.one)").withoutSource == "changed:\u{301}")
  }

  // MARK: Runs

  @Test("The tribe runs on a fresh install and whenever its source differs, also after a downgrade")
  func runs() async throws {
    #expect(try await migrator().plan().steps.map(\.decision) == [.run(.notFinished), .run(.notFinished)])
    try await migrator().migrate()
    #expect(try await migrator().plan().isEmpty)
    let plan = try await migrator(Self.two).plan()
    #expect(plan.steps.map(\.decision) == [.skip(.done), .run(.changed)])
    #expect(plan.description.hasSuffix("→ Index  .whenChanged(\"index\")  runs, because its source has changed"))
    try await migrator(Self.two).migrate()
    try await migrator(Self.two).migrate()
    try await migrator().migrate()
    try await migrator().migrate()
    #expect(trace.all == ["2.0.0", Self.one, Self.two, Self.one])
    #expect(ledger.history().finished.map(\.key).suffix(1) == [key(Self.one)])
    #expect(ledger.history().finished.count == 2)
  }

  @Test("The tribe runs after .once and before .always, and a new name or target spelling changes nothing")
  func order() async throws {
    let targets: [TribeTarget] = [.always, .whenChanged("b"), .whenChanged("a"), .once("z"), .first]
    try await Nomad(try TribeRegistry(targets, tracing: trace), ledger: ledger).migrate()
    #expect(trace.all == ["first", "z", "a", "b", "always"])
  }

  @Test("A run up to the tribe's id includes it, whatever its source")
  func end() async throws {
    for source in [Self.one, Self.two] { try await migrator(source).migrate(upTo: .whenChanged("index")) }
    #expect(trace.all == ["2.0.0", Self.one, Self.two])
  }

  @Test("A start with nothing to do only reads the seal, after each change of the source")
  func sealed() async throws {
    let folder = try TemporaryFolder()
    let ledger = FileLedger(at: folder.ledgerURL)
    for source in [Self.one, Self.two, Self.one] {
      try await migrator(source, ledger).migrate()
      let files = FailingFileOperations()
      let report = try await migrator(source, FileLedger(.url(folder.ledgerURL), files: files)).migrate()
      #expect(files.calls == ["open", "fstat", "read", "read"])
      #expect(report.plan.steps.map(\.decision) == [.skip(.done), .skip(.done)])
    }
  }

  @Test("Two tribes with one id are an error")
  func duplicate() async throws {
    let registry = TribeRegistry(
      combining: [migrator().registry, migrator(Self.two, module: "Other").registry].map {
        $0.filter { $0.version == nil }
      }
    )
    let error = await #expect(throws: NomadError.self) { try await Nomad(registry, ledger: ledger).migrate() }
    #expect(error?.code == .duplicateTarget)
  }

  // MARK: Interruptions

  @Test(
    "After an attempt that did not finish, the tribe runs, whatever the source of the next start",
    arguments: [one, two]
  )
  func interrupted(next: String) async throws {
    try await migrator().migrate()
    await #expect(throws: NomadError.self) { try await migrator(Self.two) { throw Failure() }.migrate() }
    #expect(!ledger.history().isDone(key(Self.one)))
    try await migrator(next).migrate()
    #expect(trace.all.dropFirst(2) == [Self.two, next])
    #expect(try await migrator(next).plan().isEmpty)
    let other = next == Self.one ? Self.two : Self.one
    #expect(try await migrator(other).plan().steps.last?.decision == .run(.changed))
  }

  @Test(
    "A process that dies at any record leaves the data to be made again, or done",
    arguments: [false, true],
    [LedgerRecord.Kind.began, .finished]
  )
  func died(isAfter: Bool, kind: LedgerRecord.Kind) async throws {
    try await migrator().migrate()
    let dies = { @Sendable (record: LedgerRecord) in record.kind == kind && record.key.isChanged }
    let dying = isAfter ? DyingLedger(ledger, after: dies) : DyingLedger(ledger, before: dies)
    await #expect(throws: NomadError.self) { try await migrator(Self.two, dying).migrate() }
    #expect(dying.death != nil)
    let hasRun = trace.all.contains(Self.two)
    #expect(hasRun == (kind == .finished))
    // The data may be half made if the tribe has run or could have.
    let isWhole = kind == .began && !isAfter
    #expect(ledger.history().isDone(key(Self.one)) == isWhole)
    try await migrator().migrate()
    #expect(trace.all.count { $0 == Self.one } == (isWhole ? 1 : 2))
  }

  @Test("A source does not continue at checkpoints that it saved before another source ran")
  func checkpoints() async throws {
    await #expect(throws: NomadError.self) {
      try await migrator {
        try await TribeAttempt.current?.save(5, as: "next")
        throw Failure()
      }.migrate()
    }
    try await migrator(Self.two).migrate()
    let seen = Locked<[Int?]>([])
    try await migrator { try seen.withLock { $0.append(try TribeAttempt.current?.checkpoint("next", as: Int.self)) } }
      .migrate()
    #expect(seen.value == [nil])
  }

  @Test("Each source has its own quarantine")
  func quarantine() async throws {
    let dying = { DyingLedger(ledger, before: { $0.kind == .finished && $0.key.isChanged }) }
    for _ in 0..<3 { await #expect(throws: NomadError.self) { try await migrator(Self.one, dying()).migrate() } }
    #expect(try await migrator().plan().quarantinedTribe?.deaths == 3)
    try await migrator(Self.two).migrate()
    #expect(try await migrator().plan().quarantinedTribe == nil)
  }

  // MARK: Policies

  @Test("A hold names the id, whatever the source")
  func hold() async throws {
    for hold: LedgerKey in ["changed:index", key(Self.one)] {
      let migrator = migrator(policy: MigrationPolicy(hold: [hold]))
      let error = await #expect(throws: NomadError.self) { try await migrator.migrate() }
      #expect(error?.code == .onHold)
      #expect(error?.advice.contains("remove \(hold) from the policy's hold") == true)
      #expect(try await migrator.plan().unknownHolds == [])
    }
    #expect(
      try await migrator(policy: MigrationPolicy(hold: ["changed:other"])).plan().unknownHolds == ["changed:other"]
    )
  }

  @Test("A baseline does not mark the tribe, and a predecessor cannot")
  func baseline() async throws {
    let policy = MigrationPolicy(firstStart: .baselineAtCurrentVersion)
    try await migrator(policy: policy).migrate()
    #expect(trace.all == [Self.one])
    var adopting = migrator(Self.one, InMemoryLedger())
    adopting.predecessors = [Predecessor("Old") { Predecessor.State(targets: [.whenChanged("index")]) }]
    let error = await #expect(throws: NomadError.self) { try await adopting.migrate() }
    #expect(error?.code == .predecessorUnreadable)
  }

  @Test("The first start is over when the tribe has begun, even if its source is forgotten")
  func firstStart() async throws {
    var migrator = migrator()
    migrator.registry = migrator.registry.filter { $0.version == nil }
    try await migrator.migrate()
    #expect(!ledger.history().isFirstStart)
    try await ledger.forget(.whenChanged("index"))
    let kept = LedgerHistory(LedgerHistory.Compaction.latest(of: ledger.history().records))
    #expect(!kept.isFirstStart)
  }

  @Test("Data of a newer app does not keep an older one from making its own")
  func newer() async throws {
    try await migrator(Self.two, current: .exactly("3.0.0")).migrate()
    let older = migrator(current: .exactly("2.0.0"))
    #expect(try await older.plan().newerTribes == [])
    #expect(try await older.migrate().migrated.map(\.name) == ["Index"])
    // An older app without the tribe has no use for the data.
    var without = migrator(current: .exactly("2.0.0"))
    without.registry = without.registry.filter { $0.version != nil }
    #expect(try await without.migrate().migrated.isEmpty)
  }

  @Test("A tribe of another module with the same id is an error, whatever its source", arguments: [one, two])
  func otherModule(source: String) async throws {
    try await migrator().migrate()
    var other = migrator(source, module: "Other", policy: MigrationPolicy())
    other.registry = other.registry.filter { $0.version == nil }
    let migrator = other
    let error = await #expect(throws: NomadError.self) { try await migrator.migrate() }
    #expect(error?.code == .recordedByOtherModule)
    #expect(try await self.migrator().plan().isEmpty)
  }

  // MARK: Ledgers

  @Test("A tribe is forgotten by its id with all its sources, and cannot be marked as done")
  func byHand() async throws {
    try await migrator().migrate()
    await #expect(throws: NomadError.self) { try await ledger.markAsDone(.whenChanged("index")) }
    try await ledger.forget(.whenChanged("other"))
    #expect(try await migrator().plan().isEmpty)
    try await ledger.forget(.whenChanged("index"))
    #expect(try await migrator().plan().pending.map(\.name) == ["Index"])
    try await migrator().migrate()
    #expect(trace.all == ["2.0.0", Self.one, Self.one])
  }

  @Test("A compaction leaves out the sources that were forgotten")
  func compaction() async throws {
    for number in 0..<200 { try await migrator(String(repeating: "0", count: 13) + "\(number + 100)").migrate() }
    let kept = LedgerHistory.Compaction.latest(of: ledger.history().records)
    #expect(kept.map(\.key) == ["version:2.0.0", key("0000000000000299")])
    let planner = try migrator("0000000000000299").planner()
    #expect(planner.seal(after: LedgerHistory(kept)) != nil)
    #expect(planner.seal(after: LedgerHistory(kept)) == planner.seal(after: ledger.history()))
    let folder = try TemporaryFolder()
    let file = FileLedger(at: folder.ledgerURL)
    for number in 0..<200 { try await migrator(String(repeating: "0", count: 13) + "\(number + 100)", file).migrate() }
    #expect(try file.history().records.count < 128)
    #expect(try await migrator("0000000000000299", file).plan().isEmpty)
  }

  // MARK: Lists

  private struct Listed: Tribe {
    static let target: TribeTarget = .whenChanged("index")
    func migrate() {}
  }

  @Test("A type that is listed by hand has no checksum, which is an error that says what to do")
  func listed() throws {
    let error = #expect(throws: NomadError.self) { try TribeRegistry([Listed.self]) }
    #expect(error?.code == .illegalTarget)
    #expect(error?.advice.contains("source:") == true)
    #expect(throws: NomadError.self) { try TribeRegistry { Listed() } }
    #expect(throws: NomadError.self) { try TribeRegistry { Nomad.migration(.whenChanged("index")) {} } }
  }

  @Test("A closure gives its source, of which only the checksum counts")
  func closures() async throws {
    let (ledger, trace) = (ledger, trace)
    func migrate(_ source: String) async throws {
      let registry = try TribeRegistry {
        Nomad.migration(.whenChanged("index"), source: source) { trace.note(source) }
        Nomad.migration(.once("a"), source: source) {}
      }
      try await Nomad(registry, ledger: ledger).migrate()
    }
    for source in ["create view a@b", "create view a@b", "", "create view c"] { try await migrate(source) }
    #expect(trace.all == ["create view a@b", "", "create view c"])
    #expect(Set(ledger.history().finished.map(\.key.withoutSource)) == ["changed:index", "once:a"])
  }
}
