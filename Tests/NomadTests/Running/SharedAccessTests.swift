import Foundation
import NomadFiles
import NomadTesting
import Testing

@testable import Nomad

@Suite("Accesses to migrated data")
struct SharedAccessTests {
  private let folder: TemporaryFolder
  private let system = TestActivitySystem()

  init() throws { folder = try TemporaryFolder() }

  /// Returns a migrator as another process has it: each value opens the ledger's files itself.
  private func migrator(
    _ targets: [TribeTarget] = [.literal("1.0.0")],
    at version: String = "1.0.0",
    meanwhile body: @escaping @Sendable (String) async throws -> Void = { _ in }
  ) throws -> Nomad {
    Nomad(
      try TribeRegistry(targets, meanwhile: body),
      ledger: .file(at: folder.ledgerURL),
      currentVersion: .exactly(version)
    )
  }

  private func newer(_ body: @escaping @Sendable (String) async throws -> Void = { _ in }) throws -> Nomad {
    try migrator([.literal("1.0.0"), .literal("2.0.0")], at: "2.0.0", meanwhile: body)
  }

  @Test("A migration waits for an access of an old process, whose write is not lost, and names that process")
  func migrationWaits() async throws {
    try await migrator().migrate()
    let note = folder.url.appendingPathComponent("note.txt")
    let (begun, waiting, events) = (Gate(), Gate(), Locked<[String]>([]))
    let old = try migrator()
    let writing = Task {
      try await old.withMigratedData {
        begun.open()
        await waiting.pass()
        try Data("note".utf8).write(to: note)
      }
    }
    await begun.pass()
    let found = Locked<Bool?>(nil)
    try await newer { _ in found.value = FileManager.default.fileExists(atPath: note.path) }.migrate { event in
      guard case .waiting(let holder) = event else { return }
      events.withLock { $0.append(holder) }
      waiting.open()
    }
    try await writing.value
    #expect(found.value == true)
    #expect(events.value.first?.hasPrefix("process \(ProcessInfo.processInfo.processIdentifier) ") == true)
  }

  @Test("An access waits for a migration of a newer app, and then throws an error without writing")
  func accessWaits() async throws {
    try await migrator().migrate()
    let (begun, waiting, old, hasRun) = (Gate(), Gate(), try migrator(), Locked(false))
    let newer = try newer { name in
      guard name == "2.0.0" else { return }
      begun.open()
      await waiting.pass()
    }
    let migrating = Task { try await newer.migrate() }
    await begun.pass()
    let error = await #expect(throws: NomadError.self) {
      try await old.withMigratedData { event in
        if case .waiting = event { waiting.open() }
      } _: {
        hasRun.value = true
      }
    }
    #expect(try await migrating.value.migrated.count == 1)
    #expect(error?.code == .ledgerNewerThanApp && !hasRun.value)
    let plan = try await old.plan()
    #expect(plan.newerTribes == ["2.0.0"])
    #expect("\(plan)".hasSuffix("\n! the data is of a newer app: 2.0.0"))
  }

  @Test("Accesses run at once, in several processes and nested, with every ledger that can share its lock")
  func manyAtOnce() async throws {
    let (file, memory) = (folder.ledgerURL, InMemoryLedger())
    for make: @Sendable () -> any Ledger in [
      { .file(at: file) }, { memory },
      { DyingLedger(FailingLedger(.file(at: file)) { _ in false }, before: { _ in false }) },
    ] {
      var nomad = try migrator()
      nomad.ledger = make()
      try await nomad.migrate()
      let (inside, all) = (Locked(0), Gate())
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          nomad.ledger = make()
          group.addTask { [nomad] in
            try await nomad.withMigratedData {
              try await nomad.withMigratedData(until: .now + .seconds(60)) { try await nomad.waitUntilMigrated() }
              if inside.withLock({
                $0 += 1; return $0
              }) == 4 {
                all.open()
              }
              await all.pass()
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(inside.value == 4)
    }
  }

  @Test("A migration inside of an access does not wait for itself, and a tribe's access does not wait for its run")
  func reentrant() async throws {
    let nomad = try migrator()
    try await nomad.migrate()
    let inner = await #expect(throws: NomadError.self) {
      try await nomad.withMigratedData { try await nomad.migrate() }
    }
    #expect(inner?.code == .reentrant)
    let old = try migrator()
    let failed = await #expect(throws: NomadError.self) {
      try await newer { name in if name == "2.0.0" { try await old.withMigratedData {} } }.migrate()
    }
    #expect((failed?.underlying as? NomadError)?.code == .reentrant)
  }

  @Test("Before the migration, an access throws an error, or waits for the migration until its deadline")
  func pending() async throws {
    let nomad = try migrator()
    let hasRun = Locked(false)
    let error = await #expect(throws: NomadError.self) { try await nomad.withMigratedData { hasRun.value = true } }
    #expect(error?.code == .migrationRequired)
    let late = await #expect(throws: NomadError.self) {
      try await nomad.withMigratedData(until: .now + .milliseconds(30)) { hasRun.value = true }
    }
    #expect(late?.code == .migrationRequired && !hasRun.value)
    let waiting = Gate()
    let access = Task {
      try await nomad.withMigratedData(until: .now + .seconds(120)) { event in
        if case .waiting = event { waiting.open() }
      } _: {
        hasRun.value
      }
    }
    await waiting.pass()
    hasRun.value = true
    try await migrator().migrate()
    #expect(try await access.value)
  }

  @Test("The body's result, error and cancellation pass through, and the ledger is free afterwards")
  func passesThrough() async throws {
    struct Mishap: Error {}
    let nomad = try migrator()
    try await nomad.migrate()
    let result = try await nomad.withMigratedData { 7 }
    #expect(result == 7)
    await #expect(throws: Mishap.self) { try await nomad.withMigratedData { throw Mishap() } }
    let begun = Gate()
    let task = Task {
      try await nomad.withMigratedData {
        begun.open()
        try await Task.sleep(for: .seconds(600))
      }
    }
    await begun.pass()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await newer().migrate(until: .now + .seconds(60))
  }

  @Test("An access has time from the system; when that expires, its lock is free, its task is cancelled, and it throws")
  func expires() async throws {
    let nomad = system.granting(try migrator())
    try await nomad.migrate()
    let count = try await nomad.withMigratedData { [system] in system.current }
    #expect(count == 1 && system.current == 0)
    let (isCancelled, busy, ran) = (Locked(false), Locked<NomadError.Code?>(nil), Locked(0))
    let body: @Sendable () async throws -> Void = { [system, newer = try newer()] in
      system.expire()
      isCancelled.value = Task.isCancelled
      // A run of this process would overtake the body; one of another process need not wait.
      let run = Task.detached { try await newer.migrate(until: .now + .milliseconds(30)) }
      if case .failure(let error as NomadError) = await run.result { busy.value = error.code }
      let other = Task.detached {
        try await SuspendedLocks.$isAnotherProcessInTest.withValue(true) { try await newer.migrate().migrated.count }
      }
      ran.value = try await other.value
    }
    let error = await #expect(throws: NomadError.self) { try await nomad.withMigratedData(body) }
    #expect(isCancelled.value && busy.value == .deadlinePassed && ran.value == 1)
    #expect(error?.code == .suspended)
    let refused = await #expect(throws: NomadError.self) { try await nomad.withMigratedData {} }
    #expect(refused?.code == .suspended)
    try await newer().migrate()
  }

  #if os(Linux)
    @Test("An access in another process keeps a migration from beginning until it ends, even by a kill")
    func otherProcess() async throws {
      try await migrator().migrate()
      let old = Task { [path = folder.url.path] in
        _ = await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
          let folder = ProcessStart.begin(in: path)
          let nomad = Nomad(
            try TribeRegistry([.literal("1.0.0")]),
            ledger: .file(at: folder.appendingPathComponent("nomad.ledger")),
            currentVersion: .exactly("1.0.0")
          )
          try await nomad.withMigratedData {
            try ProcessStart.note("begins")
            while Diary(in: folder).lines.count < 2 { try await Task.sleep(for: .milliseconds(5)) }
            try ProcessStart.note("ends")
            ProcessStart.die()
          }
        }
      }
      let diary = Diary(in: folder.url)
      while diary.lines.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
      let lines = Locked<[String]>([])
      try await newer { name in if name == "2.0.0" { lines.value = diary.lines } }.migrate { event in
        if case .waiting = event { try? diary.note("waits") }
      }
      #expect(lines.value == ["begins", "waits", "ends"])
      await old.value
    }
  #endif
}
