import Foundation
import NomadRepair
import Testing

@testable import Nomad

@Suite("Marking and forgetting tribes")
struct LedgerOperationTests {
  private let folder: TemporaryFolder
  private let ledger: FileLedger

  init() throws {
    folder = try TemporaryFolder()
    ledger = FileLedger(at: folder.ledgerURL)
  }

  private func migrate(_ policy: MigrationPolicy = .default) async throws -> [String] {
    let trace = Trace()
    let registry = try TribeRegistry([.literal("1.0.0"), .literal("2.0.0"), .once("a"), .once("b")], tracing: trace)
    try await Nomad(registry, ledger: ledger, policy: policy).migrate()
    return trace.all
  }

  @Test("A marked tribe does not run, and a forgotten tribe runs again")
  func markAndForget() async throws {
    try await ledger.markAsDone(.dotted("1.0"), reason: "done by hand")
    try await ledger.markAsDone(.once("b"))
    #expect(try ledger.history().records.map(\.kind) == [.marked(reason: "done by hand"), .marked(reason: "by hand")])
    #expect(try await migrate() == ["2.0.0", "a"])
    try await ledger.forget(.once("a"))
    try await ledger.forget(.dotted("2.0"))
    #expect(try await migrate() == ["2.0.0", "a"])
    #expect(try await migrate() == [])
  }

  @Test("After forgetAll(), all tribes run again, and the next start is not a first start")
  func forgetAll() async throws {
    #expect(try await migrate().count == 4)
    try await ledger.forgetAll()
    #expect(try ledger.history().finished.isEmpty)
    #expect(try await migrate(MigrationPolicy(firstStart: .baselineAtCurrentVersion)).count == 4)
  }

  @Test(
    "After forgetAll(), no tribe is late for the former baseline, and .first tribes run again",
    arguments: [MigrationPolicy.Late.run, .skip, .fail]
  )
  func forgetBaseline(late: MigrationPolicy.Late) async throws {
    let trace = Trace()
    let targets: [TribeTarget] = [.first, .literal("1.0.0"), .literal("2.0.0"), .once("a")]
    let migrator = Nomad(
      try TribeRegistry(targets, tracing: trace),
      ledger: ledger,
      currentVersion: .exactly("3.0.0"),
      policy: MigrationPolicy(firstStart: .baselineAtCurrentVersion, late: late)
    )
    try await migrator.migrate()
    #expect(trace.all == ["first", "a"])
    try await ledger.forgetAll()
    // The result is the same after a compaction.
    try await ledger.withExclusiveAccess { session in
      for _ in 0..<300 { try await session.append(LedgerRecord(key: "always:T", name: "T")) }
    }
    let report = try await migrator.migrate()
    #expect(report.migrated.map(\.name) == ["first", "1.0.0", "2.0.0", "a"])
    #expect(report.late.isEmpty && report.plan.newerTribes.isEmpty)
    try await ledger.forgetAll()
    try await ledger.forgetAll()
    #expect(try await migrator.migrate().migrated.count == 4)
  }

  @Test("A forgotten tribe stays forgotten after a compaction")
  func compaction() async throws {
    #expect(try await migrate().count == 4)
    try await ledger.forget(.once("a"))
    try await ledger.withExclusiveAccess { session in
      for _ in 0..<300 { try await session.append(LedgerRecord(key: "always:T", name: "T")) }
    }
    #expect(try ledger.history().records.count < 300)
    #expect(try await migrate() == ["a"])
  }

  @Test("On an empty ledger, forget() writes nothing, and forgetAll() rules out a first start")
  func nothingToForget() async throws {
    try await ledger.forget(.once("a"))
    #expect(try !folder.contents.contains("nomad.ledger"))
    try await ledger.forgetAll()
    #expect(try !ledger.history().isFirstStart)
    #expect(try ledger.history().finished.isEmpty)
  }

  @Test("Forgetting a tribe also forgets its attempts and checkpoints")
  func attempts() async throws {
    let registry = try TribeRegistry([.once("a")]) { _ in
      try await TribeAttempt.current?.save(1, as: "done")
      throw Failure()
    }
    await #expect(throws: NomadError.self) { try await Nomad(registry, ledger: ledger).migrate() }
    #expect(try ledger.history().attempts(at: "once:a").count == 1)
    try await ledger.forget(.once("a"))
    #expect(try ledger.history().attempts(at: "once:a") == LedgerHistory.Attempts())
  }

  @Test("A quarantined tribe runs again after it is forgotten")
  func quarantined() async throws {
    try await ledger.withExclusiveAccess { session in
      for number in 1...3 {
        try await session.append(LedgerRecord(.began, key: "once:a", name: "a", attempt: number))
      }
    }
    let error = await #expect(throws: NomadError.self) { try await migrate() }
    #expect(error?.code == .quarantined)
    try await ledger.forget(.once("a"))
    #expect(try await migrate() == ["a", "b"])
  }

  @Test(
    "Marking or forgetting .first, .always or an illegal target is an error",
    arguments: [.first, .always, .literal("x")] as [TribeTarget]
  )
  func notRemembered(target: TribeTarget) async throws {
    var error = await #expect(throws: NomadError.self) { try await ledger.markAsDone(target) }
    #expect(error?.code == .illegalTarget)
    error = await #expect(throws: NomadError.self) { try await ledger.forget(target) }
    #expect(error?.code == .illegalTarget)
  }

  @Test("A tribe cannot change the ledger of its own run, and changes from elsewhere wait for the run")
  func duringRun() async throws {
    let codes = Trace()
    let (gate, opener) = AsyncStream<Void>.makeStream()
    let ledger = ledger
    let marking = Task {
      for await _ in gate {}
      try await ledger.markAsDone(.once("b"))
    }
    let trace = Trace()
    let registry = try TribeRegistry([.once("a"), .once("b")], tracing: trace) { name in
      guard name == "a" else { return }
      do {
        try await ledger.forgetAll()
      } catch let error as NomadError {
        codes.note(error.code.rawValue)
      }
      opener.finish()
      try await Task.sleep(for: .milliseconds(50))
    }
    try await Nomad(registry, ledger: ledger).migrate()
    try await marking.value
    #expect(codes.all == ["reentrant"])
    #expect(trace.all == ["a", "b"])
    let kinds = try ledger.history().records.filter { $0.key == "once:b" }.map(\.kind)
    #expect(kinds.last == .marked(reason: "by hand"))
  }
}
