import Foundation
import NomadFiles
import Testing

@testable import Nomad

@Suite("Processes that only read")
struct ReaderTests {
  private func reader(
    _ targets: [TribeTarget],
    _ ledger: any Ledger,
    tracing trace: Trace = Trace(),
    at version: CurrentVersion = .unlimited
  ) throws -> Nomad {
    var migrator = Nomad(try TribeRegistry(targets, tracing: trace), currentVersion: version)
    migrator.ledger = ledger
    return migrator
  }

  private func code(_ migrator: Nomad, until deadline: ContinuousClock.Instant? = nil) async throws -> NomadError.Code?
  {
    do throws(NomadError) {
      try await migrator.waitUntilMigrated(until: deadline)
      return nil
    } catch {
      return error.code
    }
  }

  @Test("While tribes are pending, a reader throws an error that names them, runs nothing and creates no file")
  func required() async throws {
    let (folder, trace) = (try TemporaryFolder(), Trace())
    let reader = try reader([.literal("1.0.0"), .once("a")], .file(at: folder.ledgerURL), tracing: trace)
    let error = await #expect(throws: NomadError.self) { try await reader.waitUntilMigrated() }
    #expect(error?.code == .migrationRequired && error?.advice.hasSuffix("a deadline, and wait for it.") == true)
    #expect(error?.message.contains("1.0.0") == true && error?.message.contains(#".once("a")"#) == true)
    #expect(trace.all.isEmpty)
    #expect(try folder.contents.isEmpty)
  }

  @Test(
    "When all tribes have run, a reader succeeds and changes no byte, even in a read-only folder",
    arguments: [0o500, 0o700]
  )
  func ready(mode: Int) async throws {
    let folder = try TemporaryFolder()
    let targets: [TribeTarget] = [.first, .literal("1.0.0"), .once("a"), .always]
    let ledger = FileLedger(at: folder.ledgerURL)
    try await Nomad(TribeRegistry(targets), ledger: ledger, currentVersion: .unlimited).migrate()
    let before = try folder.contents.map { try Data(contentsOf: folder.url.appendingPathComponent($0)) }
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.url.path)
    #expect(try await code(try reader(targets, ledger)) == nil)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.url.path)
    #expect(try folder.contents.map { try Data(contentsOf: folder.url.appendingPathComponent($0)) } == before)
  }

  @Test("A reader does not require tribes that run at every start or tribes of later app versions")
  func unneeded() async throws {
    let ledger = InMemoryLedger()
    #expect(try await code(try reader([.always], ledger)) == nil)
    #expect(try await code(try reader([.literal("2.0.0")], ledger, at: .exactly("1.0.0"))) == nil)
    #expect(try await code(try reader([.first, .always], ledger)) == .migrationRequired)
    try await Nomad(TribeRegistry([.first, .always]), ledger: ledger, currentVersion: .unlimited).migrate()
    #expect(try await code(try reader([.first, .always], ledger)) == nil)
  }

  @Test("A reader does not require tribes that the ledger may postpone, and does not ask why they have to wait")
  func postponable() async throws {
    struct Unasked: Ledger {
      var identity: String { "unasked" }
      func history() -> LedgerHistory { LedgerHistory() }
      func mayPostpone(_ tribe: TribeRegistry.Entry) -> Bool { true }
      func reasonsToPostpone(
        _ tribes: [TribeRegistry.Entry],
        in context: LedgerContext
      ) throws -> [LedgerKey: String] {
        throw Failure()
      }
      func withExclusiveAccess<Result: Sendable>(
        in context: LedgerContext,
        _ body: @Sendable (any LedgerSession) async throws -> Result
      ) async throws -> Result { throw Failure() }
    }
    let registry = TribeRegistry(_module: "App") { tribes in
      guard let order = try? TribeTarget.literal("1.0.0").position() else { return }
      tribes.add("Drop", target: .literal("1.0.0"), position: order) {}
    }
    let migrator = Nomad(registry, ledger: Unasked(), currentVersion: .unlimited)
    #expect(try await migrator.waitUntilMigrated().pending.count == 1)
    await #expect(throws: NomadError.self) { try await migrator.plan() }
  }

  @Test("A reader fails on quarantined tribes, data of a newer app, and refused late tribes")
  func refused() async throws {
    let began = LedgerRecord(.began, key: "version:1.0.0", name: "1.0.0", module: "App", build: Build.current)
    #expect(
      try await code(try reader([.literal("1.0.0")], InMemoryLedger([began, began, began]))) == .migrationRequired
    )
    let newer = LedgerRecord(key: "version:9.0.0", name: "9.0.0", module: "App")
    let old = try reader([.literal("1.0.0")], InMemoryLedger([newer]), at: .exactly("1.0.0"))
    #expect(try await code(old) == .ledgerNewerThanApp)
    var late = try reader([.literal("1.0.0"), .literal("9.0.0")], InMemoryLedger([newer]))
    late.policy.late = .fail
    #expect(try await code(late) == .lateTribe)
  }

  @Test("A reader with a deadline waits for a running migration, reports the wait, and gives up after the deadline")
  func waits() async throws {
    let folder = try TemporaryFolder()
    let targets: [TribeTarget] = [.literal("1.0.0"), .literal("2.0.0")]
    let ledger = FileLedger(at: folder.ledgerURL)
    let reader = try reader(targets, ledger)
    let late = await #expect(throws: NomadError.self) {
      try await reader.waitUntilMigrated(until: .now + .milliseconds(30))
    }
    #expect(late?.code == .migrationRequired && late?.advice.hasSuffix("a later deadline.") == true)
    let (gate, waiting) = (Gate(), Gate())
    let registry = try TribeRegistry(targets) { _ in await gate.pass() }
    let events = Locked<[String]>([])
    let task = Task {
      try await reader.waitUntilMigrated(until: .now + .seconds(120)) { event in
        events.withLock { $0.append("\(event)".prefix { $0.isLetter }.description) }
        waiting.open()
      }
    }
    await waiting.pass()
    let writer = Task {
      try await Nomad(registry, ledger: ledger, currentVersion: .unlimited).migrate().migrated.count
    }
    gate.open()
    #expect(try await writer.value == 2)
    #expect(try await task.value.dataVersion?.description == "2.0.0")
    #expect(events.value == ["waiting", "planned", "completed"])
  }

  @Test("A reader can be cancelled while it waits")
  func cancelled() async throws {
    let reader = try reader([.literal("1.0.0")], InMemoryLedger())
    let waiting = Gate()
    let task = Task { try await reader.waitUntilMigrated(until: .now + .seconds(120)) { _ in waiting.open() } }
    await waiting.pass()
    task.cancel()
    let error = await #expect(throws: NomadError.self) { try await task.value }
    #expect(error?.code == .cancelled)
  }
}
