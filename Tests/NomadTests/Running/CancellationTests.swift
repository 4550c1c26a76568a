import Foundation
import NomadFiles
import NomadTables
import Testing

@testable import Nomad

@Suite("Cancellation and reentrancy")
struct CancellationTests {
  @Test("A cancelled run stops between tribes and keeps the records of finished tribes")
  func betweenTribes() async throws {
    let ledger = InMemoryLedger()
    let registry = try TribeRegistry([.literal("1.0.0"), .literal("2.0.0")]) { _ in
      withUnsafeCurrentTask { $0?.cancel() }
    }
    let error = await Task {
      await #expect(throws: NomadError.self) { try await Nomad(registry, ledger: ledger).migrate() }
    }.value
    #expect(error?.code == .cancelled)
    #expect(error?.report?.migrated.map(\.name) == ["1.0.0"])
    #expect(ledger.history().finished.map(\.key) == ["version:1.0.0"])
  }

  @Test("A run whose tribe is cancelled ends as cancelled, and the tribe is not recorded as finished")
  func inTribe() async throws {
    let ledger = InMemoryLedger()
    let registry = try TribeRegistry([.once("a")]) { _ in
      withUnsafeCurrentTask { $0?.cancel() }
      try Task.checkCancellation()
    }
    let run = Task { try await Nomad(registry, ledger: ledger).migrate() }
    let error = await #expect(throws: NomadError.self) { try await run.value }
    #expect(error?.code == .cancelled)
    #expect(ledger.history().finished.isEmpty)
  }

  @Test("A tribe of a cancelled run can save a checkpoint in a task of its own, which is not cancelled")
  func shielded() async throws {
    let ledger = InMemoryLedger()
    let registry = try TribeRegistry([.once("a")]) { _ in
      withUnsafeCurrentTask { $0?.cancel() }
      let attempt = TribeAttempt.current
      try await Task { try await attempt?.save(1, as: "step") }.value
      await #expect(throws: CancellationError.self) { try await attempt?.save(2, as: "step") }
      try Task.checkCancellation()
    }
    let run = Task { try await Nomad(registry, ledger: ledger).migrate() }
    let error = await #expect(throws: NomadError.self) { try await run.value }
    #expect(error?.code == .cancelled)
    #expect(ledger.history().attempts(at: "once:a").checkpoints.values.sorted() == ["1"])
  }

  @Test("A tribe of a cancelled run saves no checkpoint on a thread that belongs to no task")
  func onThread() async throws {
    let ledger = InMemoryLedger()
    let registry = try TribeRegistry([.once("a")]) { _ in
      withUnsafeCurrentTask { $0?.cancel() }
      let save = TribeAttempt.bound { (_: Void) in
        try TribeAttempt.current?.save(1, as: "step") { _, onCommit in onCommit() }
      }
      try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(with: Result { try save(()) }) }
      }
    }
    let run = Task { try await Nomad(registry, ledger: ledger).migrate() }
    let error = await #expect(throws: NomadError.self) { try await run.value }
    #expect(error?.code == .cancelled)
  }

  @Test("A tribe of a cancelled run saves no checkpoint in a bound closure that another task calls")
  func inOtherTask() async throws {
    let ledger = InMemoryLedger()
    let registry = try TribeRegistry([.once("a")]) { _ in
      withUnsafeCurrentTask { $0?.cancel() }
      let save = TribeAttempt.bound { (_: Void) in
        try TribeAttempt.current?.save(1, as: "step") { _, onCommit in onCommit() }
      }
      await #expect(throws: CancellationError.self) { try await Task.detached { try save(()) }.value }
      try Task.checkCancellation()
    }
    let run = Task { try await Nomad(registry, ledger: ledger).migrate() }
    let error = await #expect(throws: NomadError.self) { try await run.value }
    #expect(error?.code == .cancelled)
  }

  @Test("A tribe can migrate another ledger, and gets a reentrancy error for its own")
  func reentrant() async throws {
    let (ledger, codes) = (InMemoryLedger(), Trace())
    let inner = try TribeRegistry([.once("inner")])
    let outer = try TribeRegistry([.once("outer")]) { _ in
      try await Nomad(inner, ledger: .inMemory).migrate()
      do throws(NomadError) {
        try await Nomad(inner, ledger: ledger).migrate()
      } catch {
        codes.note(error.code.rawValue)
      }
    }
    try await Nomad(outer, ledger: ledger).migrate()
    #expect(codes.all == ["reentrant"])
  }

  @Test("A tribe that migrates its own ledger through a symbolic link gets a reentrancy error")
  func reentrantThroughLink() async throws {
    let (folder, codes) = (try TemporaryFolder(), Trace())
    let link = folder.url.appendingPathComponent("link")
    let real = folder.url.appendingPathComponent("real")
    try FileManager.default.createDirectory(at: real, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: real)
    let inner = try TribeRegistry([.once("inner")])
    let outer = try TribeRegistry([.once("outer")]) { _ in
      do throws(NomadError) {
        try await Nomad(inner, ledger: .file(at: link.appendingPathComponent("nomad.ledger"))).migrate()
      } catch {
        codes.note(error.code.rawValue)
      }
    }
    try await Nomad(outer, ledger: .file(at: real.appendingPathComponent("nomad.ledger"))).migrate()
    #expect(codes.all == ["reentrant"])
  }

  /// A custom ledger that wraps another one without revealing it.
  private struct Wrapper: LedgerWrapper {
    let wrapped: any Ledger
    let identity = "of my own"
  }

  @Test(
    "A tribe that migrates its own ledger gets a reentrancy error, even if one of the two runs wraps the ledger",
    arguments: [false, true]
  )
  func reentrantThroughWrapper(isInMemory: Bool) async throws {
    let (folder, codes) = (try TemporaryFolder(), Trace())
    let file: any Ledger = isInMemory ? InMemoryLedger() : FileLedger(at: folder.ledgerURL)
    for (outer, inner) in [(Wrapper(wrapped: file), file), (file, Wrapper(wrapped: file))] as [(any Ledger, any Ledger)]
    {
      var (one, other) = (Nomad(try TribeRegistry([])), Nomad(try TribeRegistry([.always])))
      (one.ledger, other.ledger) = (outer, inner)
      let innermost = other
      one.registry = try TribeRegistry([.always]) { _ in
        do throws(NomadError) { try await innermost.migrate() } catch { codes.note(error.code.rawValue) }
      }
      try await one.migrate()
      // Once the run is over, the same migrator may run.
      try await other.migrate()
    }
    #expect(codes.all == ["reentrant", "reentrant"])
  }

  @Test("A task that a tribe has started can migrate after the run has ended")
  func leftBehind() async throws {
    let (ledger, left) = (InMemoryLedger(), Locked<Task<[String], any Error>?>(nil))
    let (gate, opener) = AsyncStream<Void>.makeStream()
    let inner = try TribeRegistry([.once("inner")])
    let outer = try TribeRegistry([.once("outer")]) { _ in
      left.value = Task {
        for await _ in gate {}
        return try await Nomad(inner, ledger: ledger).migrate().migrated.map(\.name)
      }
    }
    try await Nomad(outer, ledger: ledger).migrate()
    opener.finish()
    #expect(try await left.value?.value == ["inner"])
  }
}
