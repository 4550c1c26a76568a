import Foundation
import NomadAdoption
import NomadRepair
import NomadTables
import Testing

@testable import Nomad
@testable import NomadFiles
@testable import NomadFormat

@Suite("The seal at the end of a ledger")
struct SealTests: LedgerFixture {
  let folder: TemporaryFolder
  let ledger: FileLedger

  init() throws {
    folder = try TemporaryFolder()
    ledger = FileLedger(at: folder.ledgerURL)
  }

  @Test("XXH64 has the published check values and distinguishes prefixes of all lengths")
  func checksum() {
    #expect(XXH64.checksum(of: "") == 0xEF46_DB37_51D8_E999)
    #expect(XXH64.checksum(of: "a") == 0xD24E_C4F1_A98C_6E5B)
    #expect(XXH64.checksum(of: "abc") == 0x44BC_2CF5_AD77_0999)
    #expect(XXH64.checksum(of: "Nobody inspects the spammish repetition") == 0xFBCE_A83C_8A37_8BF1)
    let bytes = (0..<100).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    let checksums = (0...100).map { length in
      bytes.withUnsafeBytes { XXH64.checksum(of: UnsafeRawBufferPointer(rebasing: $0[..<length])) }
    }
    #expect(Set(checksums).count == 101)
  }

  @Test("A run with nothing to do only opens and reads the ledger")
  func oneFile() async throws {
    let registry = try TribeRegistry((0..<100).map { .literal("1.\($0).0") })
    try await Nomad(registry, ledger: ledger).migrate()
    let files = FailingFileOperations()
    let report = try await Nomad(registry, ledger: FileLedger(.url(folder.ledgerURL), files: files)).migrate()
    #expect(files.calls == ["open", "fstat", "read", "read"])
    #expect(report.migrated.isEmpty)
    #expect(report.plan.steps.count == 100)
    #expect(report.plan.steps.allSatisfy { $0.decision == .skip(.done) })
    #expect(report.plan.dataVersion?.description == "1.99.0")
    let plan = try await Nomad(registry, ledger: ledger).plan()
    #expect(plan.description == "ledger: \(folder.ledgerURL.path)\n\(report.plan.description)")
  }

  @Test("The first start sets the baseline even if every tribe was marked by hand")
  func markedByHand() async throws {
    let trace = Trace()
    func migrator(_ versions: [String]) throws -> Nomad {
      let orders = try versions.map { try TribeTarget.literal($0).position() }
      let registry = TribeRegistry(_module: "") { tribes in
        for (version, order) in zip(versions, orders) {
          tribes.add(version, target: .literal(version), position: order) { trace.note(version) }
        }
      }
      let policy = MigrationPolicy(firstStart: .baselineAtCurrentVersion)
      return Nomad(registry, ledger: ledger, currentVersion: .exactly(versions.last ?? ""), policy: policy)
    }
    try await ledger.markAsDone(.literal("2.0.0"))
    try await migrator(["2.0.0"]).migrate()
    try await migrator(["2.0.0", "3.0.0"]).migrate()
    #expect(trace.all == ["3.0.0"])
  }

  @Test("A plan made from the seal equals the plan made from the records")
  func samePlan() async throws {
    let targets: [TribeTarget] = [.first, .literal("1.0.0"), .dotted("1.1-1"), .once("a"), .once("b")]
    let registry = try TribeRegistry(targets)
    let migrator = Nomad(registry, ledger: ledger, currentVersion: .exactly("2"))
    try await migrator.migrate()
    let seal = try #require(try ledger.seal())
    #expect(try migrator.planner().plan(answeredBy: seal) != nil)
    let (one, other) = (try await migrator.migrate().plan, try await migrator.plan())
    #expect(one.steps.map(\.decision) == other.steps.map(\.decision))
    #expect(one.steps.map(\.entry) == other.steps.map(\.entry))
    #expect(one.dataVersion == other.dataVersion)
    #expect(one.currentVersion == other.currentVersion)
    #expect(one.isEmpty && one.late.isEmpty && one.newerTribes.isEmpty && one.quarantinedTribe == nil)
  }

  @Test("The seal is enough for a plan if the baseline is above all tribes")
  func baseline() async throws {
    let policy = MigrationPolicy(firstStart: .baselineAtCurrentVersion)
    let registry = try TribeRegistry([.first, .literal("1.0.0")])
    let migrator = Nomad(registry, ledger: ledger, currentVersion: .exactly("3"), policy: policy)
    try await migrator.migrate()
    #expect(try ledger.seal()?.dataVersion == TribeVersion([3]))
    let files = FailingFileOperations()
    var quick = migrator
    quick.ledger = FileLedger(.url(folder.ledgerURL), files: files)
    let (one, other) = (try await quick.migrate().plan, try await migrator.plan())
    #expect(files.calls == ["open", "fstat", "read", "read"])
    #expect(one.steps.map(\.decision) == other.steps.map(\.decision))
    #expect(one.dataVersion == TribeVersion([3]))
    #expect(one.dataVersion == other.dataVersion)
  }

  @Test(
    "The seal is not enough for a plan if the registry's tribes differ or run every time",
    arguments: [
      [.once("a")], [.once("a"), .once("b"), .once("c")], [.once("a"), .once("c")], [.once("a"), .once("b"), .always],
      [.first, .once("a"), .once("b")], [.once("a"), .once("b"), .literal("1.0.0")], [],
    ] as [[TribeTarget]]
  )
  func unsettled(targets: [TribeTarget]) async throws {
    let trace = Trace()
    try await Nomad(try TribeRegistry([.once("a"), .once("b")]), ledger: ledger).migrate()
    let registry = try TribeRegistry(targets, tracing: trace)
    let nomad = Nomad(registry, ledger: ledger)
    #expect(try nomad.planner().plan(answeredBy: try #require(try ledger.seal())) == nil)
    try await nomad.migrate()
    let known = ["a", "b"]
    #expect(trace.all == registry.entries.map(\.target.name).filter { !known.contains($0) })
  }

  @Test(
    "The seal is enough for a plan if all unfinished tribes wait for their version",
    arguments: [
      [.literal("1.0.0"), .literal("2.0.0")], [.first, .literal("1.0.0"), .dotted("2.1-1"), .literal("3.0.0")],
      [.literal("1.0.0"), .literal("2.0.0"), .once("a"), .once("b")], [.literal("2.0.0"), .once("a")],
    ] as [[TribeTarget]]
  )
  func waiting(targets: [TribeTarget]) async throws {
    let (trace, files) = (Trace(), FailingFileOperations())
    let registry = try TribeRegistry(targets, tracing: trace)
    let migrator = Nomad(registry, ledger: ledger, currentVersion: .exactly("1.5"))
    try await migrator.migrate()
    let ran = trace.all
    var quick = migrator
    quick.ledger = FileLedger(.url(folder.ledgerURL), files: files)
    let (one, other) = (try await quick.migrate().plan, try await migrator.plan())
    #expect(files.calls == ["open", "fstat", "read", "read"])
    #expect(one.steps.map(\.decision) == other.steps.map(\.decision))
    #expect(one.dataVersion == other.dataVersion)
    #expect(trace.all == ran)
    // They run once the app reaches their version.
    quick.currentVersion = .exactly("3")
    try await quick.migrate()
    #expect(Set(trace.all) == Set(targets.map(\.name)))
  }

  @Test("The seal is not enough for a plan if it differs from the registry by more than waiting tribes")
  func waitingAndMissing() async throws {
    try await Nomad(try TribeRegistry([.literal("1.0.0")]), ledger: ledger).migrate()
    let others: [[TribeTarget]] = [
      [.literal("1.0.0"), .literal("1.2.0"), .literal("2.0.0")], [.literal("2.0.0")], [.first],
    ]
    for targets in others {
      let registry = try TribeRegistry(targets)
      let planner = try Nomad(registry, ledger: ledger, currentVersion: .exactly("1.5")).planner()
      #expect(planner.plan(answeredBy: try #require(try ledger.seal())) == nil)
    }
    let first = try TribeRegistry([.first, .literal("2.0.0")])
    let other = FileLedger(at: folder.url.appendingPathComponent("first.ledger"))
    let migrator = Nomad(first, ledger: other, currentVersion: .exactly("1"))
    // Without a recorded version, `.first` runs every time.
    for _ in 0..<2 { #expect(try await migrator.migrate().migrated.map(\.name) == ["first"]) }
  }

  @Test("A seal answers only the registry, the version and the policy for which it was made")
  func question() async throws {
    func question(
      _ targets: [TribeTarget] = [.literal("1.0.0")],
      module: String = "App",
      _ change: (inout Nomad) -> Void = { _ in }
    ) throws -> UInt64 {
      let registry = try TribeRegistry(targets, module: module)
      var nomad = Nomad(registry, ledger: .inMemory, currentVersion: .exactly("2"))
      change(&nomad)
      let records = registry.entries.map { LedgerRecord(key: $0.key, name: $0.name, module: module) }
      return try #require(try nomad.planner().seal(after: LedgerHistory(records))).question
    }
    var questions = [
      try question(), try question([.literal("1.0.0"), .once("a")]), try question(module: "Other"),
      try question { $0.currentVersion = .exactly("2.1") }, try question { $0.currentVersion = .exactly("2.0-1") },
      try question { $0.currentVersion = .unlimited },
    ]
    let policies = [
      MigrationPolicy(firstStart: .baselineAtCurrentVersion), MigrationPolicy(oldest: "1.0.0"),
      MigrationPolicy(formerModules: ["Old"]), MigrationPolicy(formerModules: ["Old", "Older"]),
    ]
    for policy in policies { questions.append(try question { $0.policy = policy }) }
    let empty = TribeRegistry(_module: "Empty") { _ in }
    questions.append(try question { $0.registry = TribeRegistry(combining: [$0.registry, empty]) })
    #expect(Set(questions).count == questions.count)
    // With nothing due, these rules change nothing.
    let others = [
      MigrationPolicy(late: .fail), MigrationPolicy(quarantine: .never), MigrationPolicy(newerData: .run),
      MigrationPolicy(hold: ["once:a"]),
    ]
    for policy in others { #expect(try question { $0.policy = policy } == questions[0]) }
    // A new property of the policy belongs into the question, or into the list above.
    #expect(Mirror(reflecting: MigrationPolicy()).children.count == 8)
    for _ in 0..<20 {
      let names = Set((0..<10).shuffled().map { "M\($0)" })
      let again = Set((0..<10).shuffled().map { "M\($0)" })
      let one = try question { $0.policy = MigrationPolicy(formerModules: names) }
      #expect(try question { $0.policy = MigrationPolicy(formerModules: again) } == one)
    }
  }

  @Test("A start with nothing to do replaces a seal that does not answer it, and the next one reads only the seal")
  func stale() async throws {
    let (registry, policy) = (try TribeRegistry([.literal("1.0.0")]), MigrationPolicy(formerModules: ["Old"]))
    try await Nomad(registry, ledger: ledger, currentVersion: .exactly("1")).migrate()
    for blocking in [false, true] {
      let version = CurrentVersion.exactly(blocking ? "3" : "2")
      let records = try unsealedBytes()
      let before = try bytes()
      let reader = Nomad(registry, ledger: ledger, currentVersion: version, policy: policy)
      try await reader.waitUntilMigrated()
      #expect(try bytes() == before)
      let files = FailingFileOperations()
      for calls in [1, 0] {
        try await run(registry, on: FileLedger(.url(folder.ledgerURL), files: files), blocking: blocking) {
          ($0.currentVersion, $0.policy) = (version, policy)
        }
        #expect(files.calls.filter { $0 == "ftruncate" }.count == 1, "\(calls)")
      }
      #expect(files.calls.suffix(4) == ["open", "fstat", "read", "read"])
      #expect(try unsealedBytes() == records)
      #expect(try bytes() != before)
    }
  }

  @Test("No failing call of a start that only replaces the seal makes it fail", arguments: [false, true])
  func staleAndFailing(blocking: Bool) async throws {
    let registry = try TribeRegistry([.literal("1.0.0")])
    try await Nomad(registry, ledger: ledger, currentVersion: .exactly("1")).migrate()
    let (before, records) = (try bytes(), try ledger.history().records)
    func start(_ files: FailingFileOperations) async throws -> MigrationReport {
      try await run(registry, on: FileLedger(.url(folder.ledgerURL), files: files), blocking: blocking) {
        $0.currentVersion = .exactly("2")
      }
    }
    let reading = FailingFileOperations()
    _ = try FileLedger(.url(folder.ledgerURL), files: reading).history()
    let working = FailingFileOperations()
    _ = try await start(working)
    #expect(try bytes() != before)
    // The seal is read before and after the history, with four calls each.
    for index in (reading.calls.count + 8)..<working.calls.count {
      try write(before)
      let failing = FailingFileOperations(at: index, error: EIO)
      #expect(try await start(failing).migrated.isEmpty, "\(working.calls[index])")
      #expect(failing.hasFailed)
      #expect(try ledger.history().records == records)
    }
  }

  @Test("A failed run leaves a seal that answers nothing, until nothing is left to do")
  func open() async throws {
    let registry = try TribeRegistry([.once("a"), .once("b")])
    try await Nomad(registry.filter { $0.target == .once("a") }, ledger: ledger).migrate()
    try await ledger.markAsDone(.once("b"))
    #expect(try ledger.seal() == .open)
    try await Nomad(registry, ledger: ledger).migrate()
    #expect(try ledger.seal() != .open)
    try await ledger.forget(.once("b"))
    #expect(try await Nomad(registry, ledger: ledger).plan().pending.count == 1)
  }

  @Test("A run that was overtaken by another one while it waited does not seal what it read before")
  func overtaken() async throws {
    let registry = try TribeRegistry([.once("a"), .once("b")])
    try await Nomad(registry, ledger: ledger).migrate()
    let nomad = Nomad(registry, ledger: ledger, currentVersion: .exactly("2"))
    let history = try ledger.history()
    try await ledger.forget(.once("a"))
    #expect(try nomad.planner().seal(after: history) != nil)
    try await ledger.withExclusiveAccess { $0.seal(by: try nomad.planner().seal) }
    #expect(try ledger.seal() == .open)
  }

  @Test("A duplicate tribe is an error even if all tribes have finished")
  func twice() async throws {
    let registry = try TribeRegistry([.first, .literal("1.0.0")])
    try await Nomad(registry, ledger: ledger).migrate()
    let twice = TribeRegistry(combining: [registry, registry])
    let error = await #expect(throws: NomadError.self) { try await Nomad(twice, ledger: ledger).migrate() }
    #expect(error?.code == .duplicateTarget)
  }

  @Test("A changed, missing or added byte invalidates the seal")
  func flipped() async throws {
    try await append("once:a", "once:b")
    let whole = try bytes()
    #expect(LedgerReader.seal(of: whole) != nil)
    for index in whole.indices {
      var flipped = whole
      flipped[index] ^= 4
      #expect(LedgerReader.seal(of: flipped) == nil)
      #expect(LedgerReader.seal(of: Array(whole[..<index])) == nil)
    }
    #expect(LedgerReader.seal(of: whole + whole.suffix(100)) == nil)
  }

  @Test("The seal of a run is void if another program changed a byte before it during the run")
  func changedMeanwhile() async throws {
    try await append("once:a")
    let url = folder.ledgerURL
    try await ledger.withExclusiveAccess { session in
      try await session.append(LedgerRecord(key: "once:b", name: "T"))
      let file = try FileHandle(forUpdating: url)
      try file.seek(toOffset: 40)
      try file.write(contentsOf: [UInt8(ascii: "?")])
      try file.close()
    }
    let lines = try bytes().split(separator: LedgerFormat.newline)
    #expect(lines.count == 4 && String(decoding: lines[3], as: UTF8.self).contains(" sealed\t"))
    #expect(try ledger.seal() == nil)
    let error = #expect(throws: NomadError.self) { try ledger.history() }
    #expect(error?.code == .ledgerDamaged)
  }

  /// Runs with a task or without one.
  @discardableResult
  private func run(
    _ registry: TribeRegistry,
    on ledger: FileLedger,
    blocking: Bool,
    _ change: (inout Nomad) -> Void = { _ in }
  ) async throws -> MigrationReport {
    var nomad = Nomad(registry, ledger: ledger)
    change(&nomad)
    if !blocking { return try await nomad.migrate() }
    return try ledger.runSynchronously(nomad) { _ in {} }
  }

  @Test("A run that finds nothing to do first makes an unsealed ledger durable, or fails", arguments: [false, true])
  func unsealed(blocking: Bool) async throws {
    let registry = try TribeRegistry([.once("a")])
    try await Nomad(registry, ledger: ledger).migrate()
    try write(try unsealedBytes())
    let sync = FailingFileOperations()
    try await run(registry, on: FileLedger(.url(folder.ledgerURL), files: sync), blocking: blocking)
    #expect(sync.calls.filter { $0 == "fsync" }.count == 2)
    #expect(try ledger.seal() != nil)

    try write(try unsealedBytes())
    let failing = FailingFileOperations(at: try #require(sync.calls.firstIndex(of: "fsync")), error: EIO)
    let error = await #expect(throws: NomadError.self) {
      try await run(registry, on: FileLedger(.url(folder.ledgerURL), files: failing), blocking: blocking)
    }
    #expect(error?.code == .ledgerWriteFailed)
    #expect(error?.message.contains("could not be made durable") == true)
  }

  @Test("A run with nothing to do does not wait for a run that holds an unsealed ledger", arguments: [false, true])
  func held(blocking: Bool) async throws {
    let registry = try TribeRegistry([.once("a")])
    try await Nomad(registry, ledger: ledger).migrate()
    try write(try unsealedBytes())
    let other = FileLedger(at: folder.ledgerURL, waitingAtMost: .seconds(60))
    let events = Locked<[MigrationEvent]>([])
    try await ledger.withExclusiveAccess { _ in
      _ = try await Task.detached {
        let nomad = Nomad(registry, ledger: other)
        let observer = { @Sendable (event: MigrationEvent) in events.withLock { $0.append(event) } }
        if !blocking { return try await nomad.migrate(observing: observer) }
        return try other.runSynchronously(nomad, observing: observer) { _ in {} }
      }.value
    }
    #expect(!events.value.contains { if case .waiting = $0 { true } else { false } })
  }

  @Test("A predecessor that has to be awaited is no obstacle to a run that does not ask it", arguments: [false, true])
  func unasked(blocking: Bool) async throws {
    let registry = try TribeRegistry([.once("a")])
    try await Nomad(registry, ledger: ledger).migrate()
    try write(try unsealedBytes())
    let report = try await run(registry, on: ledger, blocking: blocking) {
      $0.predecessors = [Predecessor("Old", awaiting: { Predecessor.State(targets: [.once("a")]) })]
    }
    #expect(report.migrated.isEmpty)
  }

  @Test(
    "A run with nothing to do succeeds with an unsealed ledger that it cannot write",
    arguments: [EROFS, EACCES, EPERM],
    [false, true]
  )
  func readOnly(error: Int32, blocking: Bool) async throws {
    let registry = try TribeRegistry([.once("a")])
    try await Nomad(registry, ledger: ledger).migrate()
    try write(try unsealedBytes())
    let before = try bytes()
    let working = FailingFileOperations()
    _ = try FileLedger(.url(folder.ledgerURL), files: working).history()
    // Reading works, but every later call fails, starting with the one that opens the lock's file for writing.
    let failing = FailingFileOperations(at: working.calls.count + 4, error: error, forGood: true)
    let report = try await run(registry, on: FileLedger(.url(folder.ledgerURL), files: failing), blocking: blocking)
    #expect(failing.hasFailed)
    #expect(report.migrated.isEmpty)
    #expect(try bytes() == before)
  }

  @Test("A seal is the same after it was stored as text, and no other text is a seal")
  func text() {
    let seals = [
      LedgerHistory.Seal.open, .init(question: 1, dataVersion: nil), .init(question: .max, dataVersion: "1.0.0-a.1"),
    ]
    for seal in seals {
      #expect(LedgerHistory.Seal(seal.description) == seal)
      for other in ["", " ", "+\(seal)", "\(seal) ", " \(seal)", "\(seal) x", "0\(seal)", "\(seal) 1.0.0 1.0.0"] {
        #expect(LedgerHistory.Seal(other) == nil, "\(other)")
      }
    }
  }
}
