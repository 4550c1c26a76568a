import Foundation
import NomadFiles
import NomadRepair
import NomadTables
import Testing

@testable import Nomad
@testable import NomadFiles
@testable import NomadUI

/// Runs that use one ledger at the same time.
@Suite("Two runs on one ledger")
struct SharedLedgerTests {
  /// A registry with a tribe that signals its beginning, and ends when the test tells it to.
  private struct Slow {
    let registry: TribeRegistry
    let begins: AsyncStream<Void>
    let release: AsyncStream<Void>.Continuation

    init(_ target: TribeTarget) throws {
      let (begins, beginning) = AsyncStream<Void>.makeStream()
      let (gate, release) = AsyncStream<Void>.makeStream()
      (self.begins, self.release) = (begins, release)
      registry = try TribeRegistry([target]) { _ in
        beginning.finish()
        for await _ in gate {}
      }
    }
  }

  @Test("A second run waits for a tribe that is still running, and does not quarantine it")
  func liveAttempt() async throws {
    let folder = try TemporaryFolder()
    let slow = try Slow(.once("a"))
    let migrator = Nomad(
      slow.registry,
      ledger: .file(at: folder.ledgerURL),
      policy: MigrationPolicy(quarantine: .afterDeaths(1))
    )
    let first = Task { try await migrator.migrate().migrated.count }
    for await _ in slow.begins {}
    let second = Task { try await migrator.migrate().migrated.count }
    try await Task.sleep(for: .milliseconds(20))
    slow.release.finish()
    #expect(try await first.value == 1)
    #expect(try await second.value == 0)
  }

  @Test("A deadline ends the wait for another run", arguments: [false, true])
  func deadline(isInMemory: Bool) async throws {
    let folder = try TemporaryFolder()
    let ledger: any Ledger = isInMemory ? InMemoryLedger() : FileLedger(at: folder.ledgerURL)
    let slow = try Slow(.once("a"))
    var migrator = Nomad(slow.registry)
    migrator.ledger = ledger
    let waiting = migrator
    let first = Task { try await waiting.migrate() }
    for await _ in slow.begins {}
    let error = await #expect(throws: NomadError.self) {
      try await waiting.migrate(until: .now + .milliseconds(30))
    }
    #expect(error?.code == .deadlinePassed)
    #expect(error?.message.contains("waited") == true)
    slow.release.finish()
    #expect(try await first.value.migrated.count == 1)
  }

  @Test("The deadline of a run does not apply to other ledgers that its tribes change", arguments: [false, true])
  func inheritedDeadline(isInMemory: Bool) async throws {
    let folder = try TemporaryFolder()
    let other: any Ledger = isInMemory ? InMemoryLedger() : FileLedger(at: folder.ledgerURL)
    let (begins, beginning) = AsyncStream<Void>.makeStream()
    let gate = Gate()
    let holding = Task {
      try await other.withExclusiveAccess { _ in
        beginning.finish()
        await gate.pass()
      }
    }
    for await _ in begins {}
    let registry = try TribeRegistry([.once("a")]) { _ in
      try await Task.sleep(for: .milliseconds(400))
      let waiting = Task { try await other.markAsDone(.once("b")) }
      Task {
        try await Task.sleep(for: .milliseconds(30))
        gate.open()
      }
      try await waiting.value
      try await other.markAsDone(.once("c"))
    }
    let report = try await Nomad(registry, ledger: .inMemory).migrate(until: .now + .milliseconds(300))
    #expect(report.migrated.count == 1)
    try await holding.value
    #expect(try await other.history().finished.map(\.key) == ["once:b", "once:c"])
  }

  @Test("A wait for exclusive access that passes its deadline throws a NomadError")
  func publicDeadline() async throws {
    let ledger = InMemoryLedger()
    try await ledger.withExclusiveAccess { _ in
      let error = await #expect(throws: NomadError.self) {
        try await ledger.withExclusiveAccess(in: LedgerContext(until: .now)) { _ in }
      }
      #expect(error?.code == .deadlinePassed)
    }
  }

  @Test("The deadline of a run on a ledger that must be awaited can be in the distant future")
  func distantDeadline() async throws {
    let ledger = Fallback(first: InMemoryLedger(), second: InMemoryLedger())
    let migrator = Nomad(try TribeRegistry([.once("a")]), ledger: ledger)
    #expect(try await migrator.migrate(until: .now + .seconds(Int64.max)).migrated.count == 1)
  }

  @Test("A run whose deadline has passed looks once at a ledger that must be awaited")
  func pastDeadline() async throws {
    let ledger = InMemoryLedger()
    let migrator = Nomad(try TribeRegistry([.once("a")]), ledger: Fallback(first: ledger, second: ledger))
    let error = await #expect(throws: NomadError.self) { try await migrator.waitUntilMigrated(until: .now) }
    #expect(error?.code == .migrationRequired)
    try await migrator.migrate()
    #expect(try await migrator.waitUntilMigrated(until: .now - .seconds(1)).pending.isEmpty)
    #expect(try await migrator.migrate(until: .now - .seconds(1)).migrated.isEmpty)
  }

  @Test("A ledger that takes long to read is not awaited after the deadline", .timeLimit(.minutes(1)))
  func slowRead() async throws {
    let ledger = InMemoryLedger()
    let slow = Fallback(first: ledger, second: ledger, delay: .seconds(3_600))
    let migrator = Nomad(try TribeRegistry([.once("a")]), ledger: slow)
    let error = await #expect(throws: NomadError.self) { try await migrator.migrate(until: .now) }
    #expect(error?.code == .deadlinePassed)
  }

  @Test("A wait reports the holder and ends, whatever the longest pause and the limit are")
  func pauses() async throws {
    for pause in [.zero, .milliseconds(1), .seconds(1)] as [Duration] {
      let (holders, tries) = (Locked<[String]>([]), Locked(0))
      let context = LedgerContext(until: .now + .seconds(3_600)) { holder in holders.withLock { $0.append(holder) } }
      try await context.waitForTurn(
        on: "it",
        atMost: .seconds(Int64.max),
        pausingAtMost: pause,
        holder: { "another" }
      ) { () -> Void? in
        tries.withLock { $0 += 1 }
        return tries.value > 5 ? () : nil
      }
      #expect(holders.value == ["another"])
    }
  }

  @Test("A tribe whose run did not get a ledger can wait for that ledger")
  func fallback() async throws {
    let (folder, codes) = (try TemporaryFolder(), Trace())
    let first = FileLedger(at: folder.ledgerURL, waitingAtMost: .zero)
    let inner = try TribeRegistry([.once("inner")])
    let outer = try TribeRegistry([.once("outer")]) { _ in
      do throws(NomadError) {
        try await Nomad(inner, ledger: first).migrate()
      } catch {
        codes.note(error.code.rawValue)
      }
    }
    let other = try await first.withExclusiveAccess { _ in
      try await Nomad(outer, ledger: Fallback(first: first, second: InMemoryLedger())).migrate()
    }
    #expect(other.migrated.count == 1)
    #expect(codes.all == [NomadError.Code.ledgerBusy.rawValue])
  }

  /// A ledger that uses another one if the first one is busy.
  private struct Fallback: Ledger {
    let first: any Ledger
    let second: any Ledger
    var delay = Duration.zero

    var identity: String { "\(first.identity) or \(second.identity)" }

    func history() async throws -> LedgerHistory {
      if delay > .zero { try await Task.sleep(for: delay) }
      return try await second.history()
    }

    func withExclusiveAccess<Result: Sendable>(
      in context: LedgerContext,
      _ body: @Sendable (any LedgerSession) async throws -> Result
    ) async throws -> Result {
      do {
        return try await first.withExclusiveAccess(in: context, body)
      } catch let error as NomadError where error.code == .ledgerBusy {
        return try await second.withExclusiveAccess(in: context, body)
      }
    }
  }

  @Test("A waiting run reports the holder of the ledger lock once, and again when the holder changes")
  func waitingFor() async throws {
    let folder = try TemporaryFolder()
    let ledger = FileLedger(at: folder.ledgerURL)
    let slow = try Slow(.once("a"))
    let migrator = Nomad(slow.registry, ledger: ledger)
    let (holders, held) = (AsyncStream<String>.makeStream(), Locked(MigrationPhase.notStarted))
    let first = Task { try await migrator.migrate { if case .waiting = $0 { Issue.record() } } }
    for await _ in slow.begins {}
    let second = Task {
      try await migrator.migrate { event in
        if case .waiting(let holder) = event { holders.continuation.yield(holder) }
        if case .running(let progress) = held.follow(event), progress.waitReason != nil { #expect(progress.count == 0) }
        if case .planned = event { holders.continuation.finish() }
      }
    }
    var seen: [String] = []
    for await holder in holders.stream {
      seen.append(holder)
      if seen.count == 1 {
        let lock = try FileHandle(forWritingTo: folder.url.appendingPathComponent("nomad.ledger.lock"))
        let holder = "process 1 (Other) since today"
        try lock.write(contentsOf: LedgerLock.Note(acknowledged: 1, numbers: (0, 0), holder: holder).bytes)
        try lock.close()
      } else {
        slow.release.finish()
      }
    }
    #expect(seen.count == 2)
    #expect(seen.first?.hasPrefix("process \(ProcessInfo.processInfo.processIdentifier) (") == true)
    // The rest of the previous, longer note may follow.
    #expect(seen.last?.hasPrefix("process 1 (Other) since today") == true)
    #expect(try await first.value.migrated.count == 1)
    #expect(try await second.value.migrated.count == 0)
  }

  @Test("The migration phase of a waiting run names the holder of the ledger lock")
  func waitingElsewhere() async throws {
    let ledger = InMemoryLedger()
    let slow = try Slow(.once("a"))
    let migrator = Nomad(slow.registry, ledger: ledger)
    let first = Task { try await migrator.migrate() }
    for await _ in slow.begins {}
    let told = Locked<[String]>([])
    for try await event in migrator.events() {
      told.withLock { $0.append("\(MigrationPhase.notStarted.after(event).progress?.waitReason ?? "-")") }
      if case .waiting = event { slow.release.finish() }
    }
    #expect(told.value.first == "another task of this process")
    #expect(told.value.count == 3)
    _ = try await first.value
  }

  @Test("Removing the ledger lock during a run does not let another run in")
  func removedLock() async throws {
    let folder = try TemporaryFolder()
    let trace = Trace()
    let slow = try Slow(.once("a"))
    let first = Task { try await Nomad(slow.registry, ledger: .file(at: folder.ledgerURL)).migrate() }
    for await _ in slow.begins {}
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("nomad.ledger.lock"))
    let registry = try TribeRegistry([.once("a"), .once("b")], tracing: trace)
    let busy = await #expect(throws: NomadError.self) {
      try await Nomad(registry, ledger: .file(at: folder.ledgerURL, waitingAtMost: .zero)).migrate()
    }
    #expect(busy?.code == .ledgerBusy)
    let second = Task { try await Nomad(registry, ledger: .file(at: folder.ledgerURL)).migrate() }
    try await Task.sleep(for: .milliseconds(30))
    #expect(trace.all.isEmpty)
    slow.release.finish()
    #expect(try await first.value.migrated.count == 1)
    #expect(try await second.value.migrated.map(\.name) == ["b"])
  }

  @Test("A run releases its locks at its end, even while a starting child process has copies of its descriptors")
  func copiedDescriptors() async throws {
    let (folder, copies) = (try TemporaryFolder(), Locked<[Int32]>([]))
    defer { for copy in copies.value { close(copy) } }
    let paths = [folder.ledgerURL.path, folder.ledgerURL.path + ".lock"]
    let registry = try TribeRegistry([.once("a")]) { _ in
      // Copies like those of fork(2), which share the lock until exec(3) or the end of the child closes them.
      let files = POSIXFileOperations()
      let held = try paths.map { try files.status(at: $0).identity }
      let descriptors = (0..<Int32(1_024)).filter { descriptor in
        held.contains { (try? files.status(of: descriptor))?.identity == $0 }
      }
      copies.value = descriptors.map { dup($0) }
    }
    try await Nomad(registry, ledger: .file(at: folder.ledgerURL)).migrate()
    #expect(copies.value.count == 2)
    let next = Nomad(
      try TribeRegistry([.once("a"), .once("b")]),
      ledger: .file(at: folder.ledgerURL, waitingAtMost: .zero)
    )
    #expect(try await next.migrate().migrated.count == 1)
  }

  @Test("A session writes nothing to a ledger file that appears after the session has taken the lock")
  func appeared() async throws {
    let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
    try await FileLedger(at: other.ledgerURL).markAsDone(.once("a"))
    let ledger = FileLedger(at: folder.ledgerURL)
    await #expect(throws: NomadError.self) {
      try await ledger.withExclusiveAccess { session in
        try FileManager.default.copyItem(at: other.ledgerURL, to: folder.ledgerURL)
        try await session.append(LedgerRecord(key: "once:b", name: "T"))
      }
    }
    #expect(try ledger.history().finished.map(\.key) == ["once:a"])
  }

  @Test("The handler of a completed event can start the next run without a reentrancy error")
  func nextRun() async throws {
    let (ledger, next) = (InMemoryLedger(), Locked<[Task<Int, any Error>]>([]))
    let migrator = Nomad(try TribeRegistry([.once("a"), .always]), ledger: ledger)
    try await migrator.migrate { event in
      guard case .completed = event else { return }
      next.withLock { $0.append(Task { try await migrator.migrate().migrated.count }) }
    }
    for task in next.value { #expect(try await task.value == 1) }
    #expect(next.value.count == 1)
  }

  @Test("A ledger learns the deadline, the app's version and the dependencies of each run")
  func context() async throws {
    let (ledger, contexts) = (InMemoryLedger(), Locked<[LedgerContext]>([]))
    let learning = LearningLedger(wrapped: ledger, contexts: contexts)
    let migrator = Nomad(try TribeRegistry([.once("a")]), ledger: learning, currentVersion: .exactly("2.3"))
    let deadline = ContinuousClock.now + .seconds(3_600)
    try await migrator.providing("store").migrate(until: deadline)
    let context = try #require(contexts.value.first)
    #expect(contexts.value.count == 1)
    #expect(context.deadline == deadline)
    #expect(context.appVersion == "2.3")
    #expect(context.dependencies.value(of: String.self) == "store")
    #expect(context.dependencies.value(of: Int.self) == nil)
  }

  @Test("A run seals a ledger that another run has written and left unsealed during the wait")
  func secured() async throws {
    let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
    let registry = try TribeRegistry([.once("a")])
    try await Nomad(registry, ledger: .file(at: other.ledgerURL)).migrate()
    let lines = try String(contentsOf: other.ledgerURL, encoding: .utf8).split(separator: "\n")
    let unsealed = lines.dropLast().map { $0 + "\n" }.joined()
    let ledger = FileLedger(at: folder.ledgerURL)
    let (begins, beginning) = AsyncStream<Void>.makeStream()
    let (gate, release) = AsyncStream<Void>.makeStream()
    let killed = Task {
      try await ledger.withExclusiveAccess { _ in
        beginning.finish()
        for await _ in gate {}
        try Data(unsealed.utf8).write(to: folder.ledgerURL)
      }
    }
    for await _ in begins {}
    let waiting = Task { try await Nomad(registry, ledger: ledger).migrate().migrated.count }
    try await Task.sleep(for: .milliseconds(20))
    release.finish()
    try await killed.value
    #expect(try await waiting.value == 0)
    #expect(try ledger.seal() != nil)
  }
}

/// A ledger that keeps the contexts that it gets.
private struct LearningLedger: LedgerWrapper {
  let wrapped: any Ledger
  let contexts: Locked<[LedgerContext]>

  func withExclusiveAccess<Result: Sendable>(
    in context: LedgerContext,
    _ body: @Sendable (any LedgerSession) async throws -> Result
  ) async throws -> Result {
    contexts.withLock { $0.append(context) }
    return try await wrapped.withExclusiveAccess(in: context, body)
  }
}
