import Foundation
import Testing

@testable import Nomad

/// Runs that meet on one ledger.
@Suite("Two runs on one ledger")
struct SharedLedgerTests {
  /// A registry with a tribe that says when it begins, and ends when it is told to.
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

  @Test("A tribe that runs in another process at this moment is no tribe that died: the second run waits for it")
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

  @Test("A deadline ends the wait for another run, too", arguments: [false, true])
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

  @Test("Who starts the next run when one is completed is no tribe that migrates its own ledger")
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

  @Test("What the other run did while this one waited is made durable, in case that one was killed")
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
