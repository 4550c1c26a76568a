import Foundation
import NomadAdoption
import NomadFiles
import NomadSnapshots
import Testing

@testable import Nomad

@Suite("Migration requirements")
struct RequirementTests {
  private func migrator(
    _ requirements: [MigrationRequirement],
    _ ledger: InMemoryLedger = InMemoryLedger(),
    tracing trace: Trace = Trace(),
    targets: [TribeTarget] = [.literal("1.0.0"), .literal("2.0.0")]
  ) throws -> Nomad {
    var migrator = Nomad(try TribeRegistry(targets, tracing: trace), ledger: ledger, currentVersion: .unlimited)
    migrator.requirements = requirements
    return migrator
  }

  @Test(
    "A run with an unmet requirement migrates and records nothing, and the error names the requirement",
    arguments: [false, true]
  )
  func missing(throwsInstead: Bool) async throws {
    let (ledger, trace) = (InMemoryLedger(), Trace())
    var migrator = try migrator(
      [
        MigrationRequirement("a place to stand") { true },
        MigrationRequirement("a lever") { if throwsInstead { throw Failure() } else { false } },
      ],
      ledger,
      tracing: trace
    )
    migrator.policy.firstStart = .baseline(at: "1.0.0")
    let unready = migrator
    let error = await #expect(throws: NomadError.self) { try await unready.migrate() }
    #expect(error?.code == .notReady)
    #expect(error?.message.contains("a lever") == true)
    #expect((error?.underlying is Failure) == throwsInstead)
    #expect(error?.report?.migrated.isEmpty == true)
    #expect(trace.all.isEmpty && ledger.history().isEmpty)
    migrator.requirements.removeLast()
    #expect(try await migrator.migrate().migrated.map(\.name) == ["2.0.0"])
  }

  @Test("A requirement that throws an error of another migrator is not met, and has that error as the underlying one")
  func otherMigrator() async throws {
    let other = Nomad(try TribeRegistry([]), ledger: InMemoryLedger(), currentVersion: .exactly("none"))
    let unready = try migrator([
      MigrationRequirement("the other data") {
        try await other.migrate()
        return true
      }
    ])
    let error = await #expect(throws: NomadError.self) { try await unready.migrate() }
    #expect(error?.code == .notReady)
    #expect((error?.underlying as? NomadError)?.code == .illegalCurrentVersion)
  }

  @Test("A run with no pending tribes does not check its requirements")
  func unneeded() async throws {
    let ledger = InMemoryLedger()
    try await migrator([], ledger).migrate()
    #expect(try await migrator([MigrationRequirement("never") { false }], ledger).migrate().migrated.isEmpty)
  }

  @Test("The free-space requirement checks the volume of a path, even if the path does not exist yet")
  func freeSpace() async throws {
    let folder = try TemporaryFolder()
    for url in [folder.url, folder.url.appendingPathComponent("not/there/yet")] {
      #expect(try await migrator([.freeSpace(1, at: url)]).migrate().migrated.count == 2)
      let error = await #expect(throws: NomadError.self) {
        try await migrator([.freeSpace(.max, at: url)]).migrate()
      }
      #expect(error?.code == .notReady)
      #expect(error?.message.contains("\(Int64.max) bytes of free space; there are ") == true)
    }
  }

  @Test("The readable requirement accepts readable and missing files, and rejects unreadable ones")
  func readable() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("notes.json")
    try Data("[]".utf8).write(to: file)
    for url in [file, folder.url, folder.url.appendingPathComponent("absent")] {
      #expect(try await migrator([.readable(url)]).migrate().migrated.count == 2)
    }
    // A file that even root cannot read.
    let link = folder.url.appendingPathComponent("self")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: URL(fileURLWithPath: "/proc/self/mem"))
    let error = await #expect(throws: NomadError.self) { try await migrator([.readable(link)]).migrate() }
    #expect(error?.code == .notReady)
  }

  @Test("While protected data is unavailable, no predecessor is read and no tribe runs")
  func locked() async throws {
    let reads = Locked(0)
    var migrator = try migrator([])
    migrator.predecessors = [
      Predecessor("UserDefaults") {
        reads.withLock { $0 += 1 }
        return nil
      }
    ]
    let locked = migrator
    await ProtectedData.$isAvailableInTest.withValue(false) {
      let error = await #expect(throws: NomadError.self) { try await locked.migrate() }
      #expect(error?.code == .notReady)
      #expect(error?.message.contains("protected data") == true)
    }
    #expect(reads.value == 0)
    #expect(try await migrator.migrate().migrated.count == 2)
    #expect(reads.value > 0)
    let required = try self.migrator([.protectedData])
    await ProtectedData.$isAvailableInTest.withValue(false) {
      let error = await #expect(throws: NomadError.self) { try await required.migrate() }
      #expect(error?.code == .notReady)
    }
    #expect(try await required.migrate().migrated.count == 2)
  }
}
