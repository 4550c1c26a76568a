import Foundation
import NomadFiles
import NomadRepair
import Testing

@testable import Nomad

/// The failures of Monarch that Nomad avoids, with a test for each, except for dependencies and views.
@Suite("Failures of Monarch that Nomad avoids")
struct MonarchFailureTests {
  let folder: TemporaryFolder
  let trace = Trace()

  init() throws { folder = try TemporaryFolder() }

  var ledger: FileLedger { FileLedger(at: folder.ledgerURL) }

  /// Returns a group of migrations by id.
  private func group(
    _ ids: String...,
    running body: @escaping @Sendable (String) async throws -> Void = { _ in }
  ) throws -> Nomad {
    Nomad(try TribeRegistry(ids.map { .once($0) }, tracing: trace, meanwhile: body), ledger: ledger)
  }

  @Test("A migration is recorded as soon as it has run, and does not run again if a later one throws")
  func recordedEach() async throws {
    let fails = Locked(true)
    let group = try group("a", "b", "c") { id in
      if id == "b", fails.value { throw Failure() }
    }
    for _ in 1...2 { await #expect(throws: NomadError.self) { try await group.migrate() } }
    fails.value = false
    try await group.migrate()
    #expect(trace.all == ["a", "b", "b", "b", "c"])
  }

  @Test("Records that others write while a migration runs are not lost")
  func completedMeanwhile() async throws {
    let (begins, beginning) = AsyncStream<Void>.makeStream()
    let (gate, opener) = AsyncStream<Void>.makeStream()
    let first = try group("a") { _ in
      beginning.finish()
      for await _ in gate {}
    }
    let running = Task { try await first.migrate() }
    for await _ in begins {}
    let ledger = ledger
    let marking = Task { try await ledger.markAsDone(.once("c")) }
    let second = try group("b")
    let meanwhile = Task { try await second.migrate() }
    // Both wait or come later. In either case, they do not overwrite the records of the others.
    try await Task.sleep(for: .milliseconds(10))
    opener.finish()
    _ = try await (running.value, marking.value, meanwhile.value)
    #expect(Set(try ledger.history().finished.map(\.key)) == ["once:a", "once:b", "once:c"])
    #expect(try await group("a", "b", "c").migrate().migrated.isEmpty)
  }

  @Test("Concurrent runs do not do the same work twice")
  func concurrent() async throws {
    let group = try group("a", "b", "c") { _ in try await Task.sleep(for: .milliseconds(2)) }
    await withTaskGroup(of: Void.self) { tasks in
      for _ in 0..<16 {
        tasks.addTask {
          await #expect(throws: Never.self) { try await group.migrate() }
        }
      }
    }
    #expect(trace.all == ["a", "b", "c"])
  }

  @Test("Two migrations with the same id are an error, and neither runs")
  func duplicates() async throws {
    struct One: Tribe {
      static let target: TribeTarget = .once("move-token")
      func migrate() async throws {}
    }
    struct Other: Tribe {
      static let target: TribeTarget = .once("move-token")
      func migrate() async throws {}
    }
    let group = Nomad(try TribeRegistry([One.self, Other.self]), ledger: ledger)
    let error = await #expect(throws: NomadError.self) { try await group.plan() }
    #expect(error?.code == .duplicateTarget)
    #expect(error?.message.contains("One") == true && error?.message.contains("Other") == true)
    await #expect(throws: NomadError.self) { try await group.migrate() }
    #expect(try folder.contents.isEmpty)
  }

  @Test("The caller receives the original error that a migration throws")
  func thrown() async throws {
    let error = await #expect(throws: NomadError.self) { try await group("a") { _ in throw Failure() }.migrate() }
    #expect(error?.underlying as? Failure == Failure())
  }
}
