import Foundation
import NomadFiles
import NomadRepair
import NomadTables
import Testing

@testable import Nomad
@testable import NomadFiles
@testable import NomadTesting

@Suite("Suspension of the process by the system")
struct SuspensionTests: LedgerFixture {
  let folder: TemporaryFolder
  let ledger: FileLedger
  private let files = FailingFileOperations()
  private let system = TestActivitySystem()
  private let trace = Trace()

  init() throws {
    folder = try TemporaryFolder()
    ledger = FileLedger(.url(folder.ledgerURL), waitingAtMost: .seconds(10), files: files)
  }

  private func migrator(
    _ ids: String...,
    meanwhile body: @escaping @Sendable (String) async throws -> Void = { _ in }
  ) throws -> Nomad {
    Nomad(try TribeRegistry(ids.map { .once($0) }, tracing: trace, meanwhile: body), ledger: ledger)
  }

  /// Whether another process could lock both files now.
  private var isFree: Bool {
    let files = POSIXFileOperations()
    return ["", ".lock"].allSatisfy { suffix in
      guard let file = try? files.open(folder.ledgerURL.path + suffix, for: .locking) else { return suffix.isEmpty }
      defer { files.close(file) }
      return (try? files.tryLock(file, isShared: false)) == true
    }
  }

  @Test("A run has time from the system until it ends, and a run with nothing to do requests none")
  func time() async throws {
    let migrator = try migrator("a") { [system, self] _ in
      #expect(system.current == 1)
      #expect(!isFree)
    }
    try await system.granting(migrator).migrate()
    #expect(system.requests == 1)
    #expect(system.current == 0)
    try await system.granting(migrator).migrate()
    #expect(system.requests == 1)
  }

  @Test("A run without time from the system creates no file and runs no tribe, and its error says when to try again")
  func noTime() async throws {
    let (system, migrator) = (TestActivitySystem(isActive: false), try migrator("a"))
    let error = await #expect(throws: NomadError.self) {
      try await system.granting(migrator).migrate()
    }
    #expect(error?.code == .suspended)
    #expect(error?.advice.contains("when the app is active") == true)
    #expect(try folder.contents.isEmpty)
    #expect(trace.all.isEmpty)
  }

  @Test("Expiry releases the locks before it returns, and the run stops before the next tribe")
  func betweenTribes() async throws {
    let migrator = try migrator("a", "b") { [system, self] name in
      guard name == "a" else { return }
      system.expire()
      #expect(isFree)
      system.activate()
    }
    let error = await #expect(throws: NomadError.self) {
      try await system.granting(migrator).migrate()
    }
    #expect(error?.code == .suspended)
    #expect(error?.report?.migrated.map(\.name) == ["a"])
    #expect(try keys() == ["once:a", "once:a"])
    try await migrator.migrate()
    #expect(trace.all == ["a", "b"])
  }

  @Test("After expiry, a tribe stops at its next checkpoint, and its failure is recorded once the app has time again")
  func checkpoint() async throws {
    let interrupted = Locked<[Bool]>([])
    let migrator = try migrator("a") { [system, self] _ in
      let attempt = try #require(TribeAttempt.current)
      interrupted.withLock { $0.append(attempt.wasInterrupted) }
      if attempt.number == 1 {
        try await attempt.save(1, as: "step")
        system.expire()
        #expect(isFree)
        Task {
          try await Task.sleep(for: .milliseconds(50))
          #expect(isFree)
          let attempts = try ledger.history().attempts(at: "once:a")
          #expect(attempts.error == nil)
          system.activate()
        }
      }
      let saved = try attempt.checkpoint("step", as: Int.self)
      #expect(saved == 1)
      try await attempt.save(2, as: "step")
    }
    let error = await #expect(throws: NomadError.self) {
      try await system.granting(migrator).migrate()
    }
    #expect(error?.code == .suspended)
    #expect(error?.message.contains("stopped at a checkpoint") == true)
    #expect(try ledger.history().attempts(at: "once:a").error != nil)
    #expect(isFree)
    try await migrator.migrate()
    #expect(interrupted.value == [false, false])
  }

  @Test("After expiry, a tribe without checkpoints finishes and is recorded once the app has time, even if cancelled")
  func withoutCheckpoint() async throws {
    let migrator = try migrator("a") { [system, self] _ in
      system.expire()
      #expect(isFree)
      withUnsafeCurrentTask { $0?.cancel() }
      Task {
        try await Task.sleep(for: .milliseconds(30))
        system.activate()
      }
    }
    let report = try await Task { try await system.granting(migrator).migrate() }.value
    #expect(report.migrated.map(\.name) == ["a"])
    #expect(try ledger.history().isDone("once:a"))
    #expect(try ledger.seal() != nil)
    #expect(system.requests > 1)
    #expect(system.current == 0)
  }

  @Test("Each expiry releases the locks that were taken again after the previous expiry")
  func again() async throws {
    let activity = ExpiringActivity(of: system.system)
    #expect(await activity.begin())
    try await ledger.withExclusiveAccess(in: LedgerContext(RunLimit(activity: activity))) { session in
      let history = try await session.history()
      #expect(history.isEmpty)
      for number in 1...3 {
        system.expire()
        #expect(isFree)
        system.activate()
        try await session.append(LedgerRecord(key: "once:\(number)", name: "T", module: "App"))
        #expect(!isFree)
      }
    }
    activity.end()
    #expect(try keys() == ["once:1", "once:2", "once:3"])
    #expect(system.current == 0 && files.closedAll)
  }

  @Test(
    "A suspended run writes nothing more if another run has written to the ledger meanwhile",
    arguments: [false, true]
  )
  func overtaken(isRewritten: Bool) async throws {
    try await append("once:before")
    let interrupted = Locked<[Bool]>([])
    let other = try migrator("a") { _ in
      interrupted.withLock { $0.append(TribeAttempt.current?.wasInterrupted == true) }
    }
    let migrator = try migrator("a") { [system, ledger] _ in
      system.expire()
      let isForgetting = isRewritten
      try await Task.detached {
        try await SuspendedLocks.$isAnotherProcessInTest.withValue(true) {
          if isForgetting { try await ledger.forget(.once("before")) } else { try await other.migrate() }
        }
      }.value
      system.activate()
    }
    let before = Locked<[UInt8]>([])
    let error = await #expect(throws: NomadError.self) {
      try await system.granting(migrator).migrate { event in
        if case .failed = event { before.value = (try? bytes()) ?? [] }
      }
    }
    #expect(error?.code == .suspended)
    #expect(error?.message.contains("another run has used the ledger") == true)
    #expect(try bytes() == before.value)
    #expect(interrupted.value == (isRewritten ? [] : [true]))
    #expect(try ledger.history().records.count == (isRewritten ? 3 : 4))
    #expect(isFree && files.closedAll)
  }

  @Test("Expiry ends a run that is waiting for another run, and it locks nothing", .timeLimit(.minutes(1)))
  func waiting() async throws {
    let (gate, migrator) = (Gate(), try migrator("a"))
    let (holds, holding) = AsyncStream<Void>.makeStream()
    let holder = Task {
      try await ledger.withExclusiveAccess { _ in
        holding.finish()
        await gate.pass()
      }
    }
    for await _ in holds {}
    let error = await #expect(throws: NomadError.self) {
      try await system.granting(migrator).migrate { [system] event in if case .waiting = event { system.expire() } }
    }
    #expect(error?.code == .suspended)
    gate.open()
    try await holder.value
    #expect(isFree)
    #expect(trace.all.isEmpty)
  }

  @Test("A ledger that a killed run left unsealed is sealed only while the system grants time")
  func securing() async throws {
    let migrator = try migrator("a")
    try await migrator.migrate()
    let unsealed = try unsealedBytes()
    try write(unsealed)
    let inactive = TestActivitySystem(isActive: false)
    try await inactive.granting(migrator).migrate()
    #expect(try bytes() == unsealed)
    try await system.granting(migrator).migrate()
    #expect(try ledger.seal() != nil)
    #expect(system.requests == 1)
    #expect(system.current == 0)
  }

  @Test("A start with nothing to do does not wait for time that the system takes away", .timeLimit(.minutes(1)))
  func securingWithoutTime() async throws {
    let migrator = try migrator("a")
    try await migrator.migrate()
    let unsealed = try unsealedBytes()
    try write(unsealed)
    var expiring = system.granting(migrator)
    expiring.ledger = ExpiringLedger(
      wrapped: FileLedger(at: folder.ledgerURL, waitingAtMost: .seconds(600)),
      system: system
    )
    let report = try await expiring.migrate()
    #expect(report.migrated.isEmpty)
    #expect(try bytes() == unsealed)
    #expect(isFree && system.current == 0)
  }

  @Test("A tribe that is suspended in a batch saves its checkpoint after another process has let the ledger go")
  func checkpointAfterAnother() async throws {
    let (ledger, holder) = (ledger, Locked<Task<Void, any Error>?>(nil))
    let migrator = try migrator("a") { [system] _ in
      try await TribeAttempt.current?.perform(savingAs: "step") { save in
        system.expire()
        let (holds, holding) = AsyncStream<Void>.makeStream()
        holder.value = Task.detached {
          try await SuspendedLocks.$isAnotherProcessInTest.withValue(true) {
            try await ledger.withExclusiveAccess { _ in
              holding.finish()
              try await Task.sleep(for: .milliseconds(100))
            }
          }
        }
        for await _ in holds {}
        system.activate()
        try save(1)
      }
    }
    let report = try await system.granting(migrator).migrate()
    #expect(report.migrated.map(\.name) == ["a"])
    try await holder.value?.value
    #expect(try ledger.history().records.count == 3)
  }

  /// A ledger whose process gets no more time from the system once it has locked the ledger.
  private struct ExpiringLedger: LedgerWrapper {
    let wrapped: any Ledger
    let system: TestActivitySystem

    func session(around session: any LedgerSession) -> any LedgerSession {
      system.expire()
      return session
    }
  }

  @Test("Sessions of wrapping ledgers pass suspension on to the wrapped ledger")
  func decorators() async throws {
    for wrapped: any Ledger in [FailingLedger(ledger) { _ in false }, DyingLedger(ledger, before: { _ in false })] {
      try await wrapped.withExclusiveAccess { session in
        let history = try await session.history()
        #expect(history.isEmpty)
        session.suspend()
        #expect(isFree)
      }
    }
  }

  @Test("Time that expires before the system has granted it counts as not granted")
  func expiryBeforeGrant() async throws {
    let ended = Locked(0)
    let activity = ExpiringActivity(
      of: ActivitySystem { expire in
        expire()
        return { ended.withLock { $0 += 1 } }
      }
    )
    #expect(await !activity.begin())
    #expect(ended.value == 1)
    #expect(activity.hasExpired)
    #expect(activity.whileActive { true } == nil)
  }

  @Test("Another run in the same process waits for a run that is suspended inside a tribe")
  func sameProcess() async throws {
    let (inside, other) = (Locked(0), Locked<Task<Void, any Error>?>(nil))
    let migrator = try migrator("a") { [system, self] _ in
      let count = inside.withLock { count in
        count += 1
        return count
      }
      #expect(count == 1)
      system.expire()
      #expect(isFree)
      system.activate()
      // Detached, so that it does not belong to this run.
      let again = try self.migrator("a")
      other.value = Task.detached { try await again.migrate() }
      try await Task.sleep(for: .milliseconds(100))
      #expect(trace.all == ["a"])
      inside.withLock { $0 -= 1 }
    }
    // The tribe ran to its end, and this run recorded it.
    _ = try? await system.granting(migrator).migrate()
    try await other.value?.value
    #expect(trace.all == ["a"])
  }
}
