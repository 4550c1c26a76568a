import Foundation
import NomadFiles
import NomadTables
import Testing

@testable import Nomad
@testable import NomadUI

@Suite("RunObserver", .timeLimit(.minutes(1)))
@MainActor
struct RunObserverTests {
  private let trace = Trace()

  @Test(
    "A run with nothing to do is finished before a view shows anything",
    arguments: ["sealed", "waiting", "memory"]
  )
  func nothing(kind: String) async throws {
    let folder = try TemporaryFolder()
    var nomad = Nomad(try TribeRegistry([.literal("1.0.0")], tracing: trace))
    nomad.ledger = kind == "memory" ? InMemoryLedger() : FileLedger(at: folder.ledgerURL)
    try await nomad.migrate()
    if kind == "waiting" {
      nomad.registry = try TribeRegistry([.literal("1.0.0"), .literal("2.0.0")], tracing: trace)
      nomad.currentVersion = .exactly("1.0.0")
    }
    let viewer = Viewer(nomad)
    #expect(viewer.phase.name == "not started")
    viewer.observer.look()
    #expect(viewer.phase.migrated == [])
    #expect(Viewer.appeared(nomad).phase.migrated == [])
    viewer.observer.start()
    #expect(viewer.names == ["finished"])
    #expect(trace.all == ["1.0.0"])
  }

  @Test("The look method starts no run, reports no error, and joins a run that is in progress")
  func look() async throws {
    let (began, gate) = (Gate(), Gate())
    let registry = try TribeRegistry([.once("a")], tracing: trace) { _ in
      began.open()
      await gate.pass()
    }
    let nomad = Nomad(registry, ledger: .inMemory)
    var wrong = nomad
    wrong.currentVersion = .exactly("x")
    let (first, second, third) = (Viewer(nomad), Viewer(nomad), Viewer(wrong))
    for viewer in [first, third] {
      viewer.observer.look()
      #expect(viewer.phase.name == "not started")
      #expect(viewer.seen.isEmpty)
    }
    second.observer.start()
    await began.pass()
    first.observer.look()
    await first.sees { $0.progress?.tribe?.name == "a" }
    gate.open()
    for viewer in [first, second] { await viewer.sees("finished") }
    #expect(trace.all == ["a"])
  }

  @Test("A ledger that a killed run left unsealed is sealed without visible progress")
  func unsecured() async throws {
    let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
    let registry = try TribeRegistry([.once("a")])
    try await Nomad(registry, ledger: .file(at: other.ledgerURL)).migrate()
    let lines = try String(contentsOf: other.ledgerURL, encoding: .utf8).split(separator: "\n")
    try Data(lines.dropLast().map { $0 + "\n" }.joined().utf8).write(to: folder.ledgerURL)
    let ledger = FileLedger(at: folder.ledgerURL)
    let viewer = Viewer.appeared(Nomad(registry, ledger: ledger))
    try await viewer.observer.report()
    #expect(viewer.names == ["not started", "finished"])
    #expect(try ledger.seal() != nil)
  }

  @Test("After an update without new tribes, a view is finished at once, and the seal is replaced")
  func update() async throws {
    let folder = try TemporaryFolder()
    let (registry, ledger) = (try TribeRegistry([.literal("1.0.0")]), FileLedger(at: folder.ledgerURL))
    try await Nomad(registry, ledger: ledger, currentVersion: .exactly("1.0.0")).migrate()
    let seal = try ledger.seal()
    let updated = Nomad(registry, ledger: ledger, currentVersion: .exactly("1.1.0"))
    let viewer = Viewer.appeared(updated)
    #expect(viewer.names == ["finished"])
    try await viewer.observer.report()
    #expect(try ledger.seal() != seal)
    #expect(try updated.settledPlan(by: updated.planner()) != nil)
    #expect(viewer.names == ["finished"])
  }

  @Test("A fresh install that only marks tribes as done shows no progress")
  func fresh() async throws {
    let ledger = InMemoryLedger()
    let policy = MigrationPolicy(firstStart: .baselineAtCurrentVersion)
    let registry = try TribeRegistry([.literal("1.0.0")], tracing: trace)
    let viewer = Viewer.appeared(Nomad(registry, ledger: ledger, currentVersion: .exactly("1.0.0"), policy: policy))
    #expect(try await viewer.observer.report().plan.marked.count == 1)
    #expect(viewer.names == ["not started", "finished"])
    #expect(!ledger.history().isFirstStart)
    #expect(trace.all.isEmpty)
  }

  @Test("A retry continues with the tribe that failed, and does not repeat the tribes before it")
  func retry() async throws {
    let isMended = Locked(false)
    let registry = try TribeRegistry([.once("a"), .once("b"), .once("c")], tracing: trace) { name in
      if name == "b", !isMended.value { throw Failure() }
    }
    let viewer = Viewer.appeared(Nomad(registry, ledger: .inMemory))
    let error = await #expect(throws: NomadError.self) { try await viewer.observer.report() }
    #expect(error?.report?.migrated.map(\.name) == ["a"])
    #expect(viewer.phase.name == "failed: tribe-failed")
    viewer.observer.start()
    #expect(viewer.phase.name == "failed: tribe-failed")
    isMended.value = true
    viewer.observer.retry()
    #expect(try await viewer.observer.report().migrated.map(\.name) == ["b", "c"])
    viewer.observer.retry()
    #expect(viewer.phase.migrated == ["b", "c"])
    #expect(trace.all == ["a", "b", "b", "c"])
    #expect(viewer.names == ["running", "failed: tribe-failed", "running", "finished"])
  }

  @Test("An error before there is a plan is visible at once, and the run can be retried")
  func beforePlan() async throws {
    let folder = try TemporaryFolder()
    try Data("no ledger\n".utf8).write(to: folder.ledgerURL)
    let viewer = Viewer.appeared(Nomad(try TribeRegistry([.once("a")]), ledger: .file(at: folder.ledgerURL)))
    #expect(viewer.names == ["failed: ledger-damaged"])
    await #expect(throws: NomadError.self) { try await viewer.observer.report() }
    try FileManager.default.removeItem(at: folder.ledgerURL)
    viewer.observer.retry()
    #expect(try await viewer.observer.report().migrated.map(\.name) == ["a"])
    #expect(viewer.names == ["failed: ledger-damaged", "running", "finished"])
  }

  @Test("A run that the migration policy refuses fails without progress")
  func refused() async throws {
    let ledger = InMemoryLedger()
    try await Nomad(try TribeRegistry([.literal("2.0.0")]), ledger: ledger).migrate()
    let registry = try TribeRegistry([.literal("1.0.0"), .literal("2.0.0")])
    let viewer = Viewer.appeared(Nomad(registry, ledger: ledger, policy: MigrationPolicy(late: .fail)))
    await viewer.sees("failed: late-tribe")
    #expect(viewer.names == ["not started", "failed: late-tribe"])
  }

  @Test("A run fails if its ledger fails after the last tribe")
  func ledgerAtTheEnd() async throws {
    let viewer = Viewer.appeared(Nomad(try TribeRegistry([.once("a")], tracing: trace), ledger: LastMinuteLedger()))
    await viewer.sees("failed: ledger-write-failed")
    #expect(trace.all == ["a"])
    #expect(viewer.names == ["running", "failed: ledger-write-failed"])
  }

  @Test("With an asynchronous ledger, a run is in progress only once its plan has pending tribes")
  func awaited() async throws {
    let nomad = Nomad(try TribeRegistry([.once("a")], tracing: trace), ledger: AwaitedLedger())
    let (first, second) = (Viewer.appeared(nomad), Viewer.appeared(nomad))
    await first.sees("finished")
    await second.sees("finished")
    #expect(trace.all == ["a"])
    #expect(first.names == ["not started", "running", "finished"])
    let third = Viewer.appeared(nomad)
    await third.sees("finished")
    #expect(third.names == ["not started", "finished"])
  }

  @Test("Cancelling before or after a run has no effect")
  func cancelNothing() async throws {
    let viewer = Viewer(Nomad(try TribeRegistry([.once("a")]), ledger: .inMemory))
    viewer.observer.cancel()
    viewer.observer.retry()
    #expect(viewer.phase.name == "not started")
    viewer.observer.start()
    await viewer.sees("finished")
    viewer.observer.cancel()
    #expect(viewer.phase.name == "finished")
  }

  @Test("Cancelling a task that waits for the end of a run does not cancel the run")
  func waiting() async throws {
    let (began, gate) = (Gate(), Gate())
    let registry = try TribeRegistry([.once("a"), .once("b")], tracing: trace) { _ in
      began.open()
      await gate.pass()
    }
    let viewer = Viewer.appeared(Nomad(registry, ledger: .inMemory))
    let waiting = Task { try await viewer.observer.report().migrated.count }
    await began.pass()
    waiting.cancel()
    gate.open()
    #expect(try await waiting.value == 2)
    #expect(viewer.phase.migrated == ["a", "b"])
  }

  @Test("Phases arrive in order, and a slow view skips phases")
  func order() async throws {
    let registry = try TribeRegistry([.once("a"), .once("b")]) { _ in
      for completed in 1...10_000 { TribeAttempt.current?.report(completed, of: 10_000) }
    }
    let (done, finished) = (DispatchSemaphore(value: 0), Locked(false))
    let slow = try TribeRegistry([.once("z")]) { _ in
      for completed in 1...10_000 { TribeAttempt.current?.report(completed, of: 10_000) }
      finished.value = true
      done.signal()
    }
    let viewer = Viewer.appeared(Nomad(registry, ledger: .inMemory))
    try await viewer.observer.report()
    let fractions = viewer.seen.map(\.fractionCompleted)
    #expect(fractions == fractions.sorted())
    #expect(viewer.names == ["running", "finished"])

    let blocked = Viewer.appeared(Nomad(slow, ledger: .inMemory))
    // The main actor is busy while the tribe reports.
    block(until: done)
    #expect(finished.value)
    try await blocked.observer.report()
    #expect(blocked.seen.count < 10)
  }

  private nonisolated func block(until semaphore: DispatchSemaphore) {
    semaphore.wait()
  }

  /// An asynchronous ledger, like a database.
  private struct AwaitedLedger: LedgerWrapper {
    let wrapped: any Ledger = InMemoryLedger()
    var identity: String { "awaited \(wrapped.identity)" }

    func immediateHistory() -> LedgerHistory? { nil }

    func history() async throws -> LedgerHistory {
      await Task.yield()
      return try await wrapped.history()
    }
  }

  /// A ledger that fails after all tribes have run.
  private struct LastMinuteLedger: LedgerWrapper {
    let wrapped: any Ledger = InMemoryLedger()
    var identity: String { "last minute \(wrapped.identity)" }

    func withExclusiveAccess<Result: Sendable>(
      in context: LedgerContext,
      _ body: @Sendable (any LedgerSession) async throws -> Result
    ) async throws -> Result {
      _ = try await wrapped.withExclusiveAccess(in: context, body)
      throw Failure()
    }
  }
}
