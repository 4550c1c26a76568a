import Foundation
import GRDB
import Nomad
import NomadAdoption
import NomadFiles
import NomadGRDB
import NomadTables
import Testing

@Suite("Runs without a task")
struct SynchronousTests {
  private let folder = TemporaryFolder()

  enum Kind: CaseIterable { case inMemory, queue, pool }

  private func database(_ kind: Kind) throws -> any DatabaseWriter {
    switch kind {
    case .inMemory: try DatabaseQueue()
    case .queue: try DatabaseQueue(path: folder.path("queue.sqlite"))
    case .pool: try DatabasePool(path: folder.path("pool.sqlite"))
    }
  }

  private func nomad(_ database: any DatabaseWriter, _ tribes: [any ListedTribe.Type]) throws -> Nomad {
    Nomad(try TribeRegistry(tribes), ledger: .grdb(database), currentVersion: .unlimited)
  }

  private func names(_ database: any DatabaseWriter) throws -> [String] {
    try database.read { try String.fetchAll($0, sql: "SELECT name FROM item ORDER BY name") }
  }

  /// What a run leaves in the ledger, without times.
  private func records(_ ledger: any Ledger) throws -> [String] {
    try #require(try ledger.immediateHistory()).records.map { "\($0.kind) \($0.key) \($0.name) \($0.attempt)" }
  }

  @Test("A run without a task leaves the data, the records and the events of a run with one", arguments: Kind.allCases)
  func same(kind: Kind) async throws {
    let (database, other) = (try database(kind), try DatabaseQueue())
    let (events, others) = (Events(), Events())
    let tribes: [any ListedTribe.Type] = [CreateTable.self, Insert.self, Rebuild.self, Vacuum.self, Idle.self]
    let nomad = try nomad(database, tribes)
    try nomad.migrateSynchronously(observing: events.add)
    try await self.nomad(other, tribes).migrate(observing: others.add)
    #expect(try records(nomad.ledger) == records(GRDBLedger(other)))
    #expect(events.all == others.all)
    #expect(events.all.contains("completed"))
    #expect(try nomad.migrateSynchronously().migrated.map(\.name) == ["Idle"])
  }

  @Test("A start with nothing due reads only the seal, in both ways", arguments: Kind.allCases)
  func nothingDue(kind: Kind) async throws {
    let nomad = try nomad(try database(kind), [CreateTable.self, Insert.self])
    #expect(try nomad.migrateSynchronously().migrated.count == 2)
    let seal = try #require(try nomad.ledger.seal())
    #expect(seal != .open)
    #expect(try nomad.migrateSynchronously().migrated.isEmpty)
    #expect(try await nomad.migrate().migrated.isEmpty)
  }

  @Test("A tribe that must be awaited is an error before anything runs")
  func awaited() throws {
    let database = try database(.queue)
    let error = #expect(throws: NomadError.self) {
      try nomad(database, [CreateTable.self, Counting.self]).migrateSynchronously()
    }
    #expect(error?.code == .notSynchronous)
    #expect(error?.message.contains("Counting") == true)
    #expect(error?.message.contains("CreateTable") == false)
    #expect(try database.read { try $0.tableExists("item") } == false)
    #expect(try database.read { try $0.tableExists("nomad_ledger") } == false)
  }

  @Test("A ledger that cannot be used without a task is an error")
  func otherLedger() throws {
    var nomad = try nomad(try database(.inMemory), [CreateTable.self])
    nomad.ledger = Wrapper(wrapped: nomad.ledger)
    let wrapped = nomad
    let error = #expect(throws: NomadError.self) { try wrapped.migrateSynchronously() }
    #expect(error?.code == .notSynchronous)
  }

  @Test("Database tribes run without a task on a ledger in a file, if they are given the database")
  func fileLedger() throws {
    let database = try database(.queue)
    for ledger in [FileLedger(at: folder.url.appendingPathComponent("a.ledger")), InMemoryLedger()] as [any Ledger] {
      var nomad = try nomad(database, [CreateTable.self])
      nomad.ledger = ledger
      nomad = nomad.providing(database, as: (any DatabaseWriter).self)
      #expect(try nomad.migrateSynchronously().migrated.count == 1)
      #expect(try nomad.migrateSynchronously().migrated.isEmpty)
      try database.write { try $0.execute(sql: "DROP TABLE tag; DROP TABLE item") }
    }
  }

  @Test("A tribe that fails is rolled back and recorded, and the next run begins with it")
  func failing() throws {
    let database = try database(.pool)
    let nomad = try nomad(database, [CreateTable.self, Failing.self])
    let error = Failing.$fails.withValue(true) {
      #expect(throws: NomadError.self) { try nomad.migrateSynchronously() }
    }
    #expect(error?.underlying is Mishap)
    #expect(error?.report?.migrated.map(\.name) == ["CreateTable"])
    #expect(try names(database) == ["a", "b"])
    let attempts = try nomad.ledger.immediateHistory()?.attempts(at: "version:2.0.0")
    #expect(attempts?.deaths == 0 && attempts?.error != nil)
    #expect(try nomad.migrateSynchronously().migrated.map(\.name) == ["Failing"])
    #expect(try names(database) == ["a", "b", "c"])
  }

  @Test("A tribe in quarantine does not run")
  func quarantined() async throws {
    let database = try database(.queue)
    let nomad = try nomad(database, [CreateTable.self, Insert.self])
    try await nomad.migrate(upTo: .literal("1.0.0"))
    let began = (1...3).map { LedgerRecord(.began, key: "version:2.0.0", name: "Insert", attempt: $0) }
    try await nomad.ledger.withExclusiveAccess { session in
      _ = try await session.history()
      try await session.append(began)
    }
    let error = #expect(throws: NomadError.self) { try nomad.migrateSynchronously() }
    #expect(error?.code == .quarantined)
    #expect(try names(database) == ["a", "b"])
  }

  @Test("A lazy database that all tasks read at once is migrated once, and blocks no other work")
  func lazyShared() async throws {
    let counts = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<64 { group.addTask { Shared.count } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == Array(repeating: 3, count: 64))
  }

  private enum Shared {
    static let database: DatabaseQueue? = {
      guard let database = try? DatabaseQueue(), let tribes = try? TribeRegistry([CreateTable.self, Insert.self]),
        (try? Nomad(tribes, ledger: .grdb(database)).migrateSynchronously()) != nil
      else { return nil }
      return database
    }()

    static var count: Int {
      (try? database?.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM item") }) ?? 0
    }
  }

  @Test("Runs of several threads on one database run each tribe once", arguments: [Kind.queue, .pool, .inMemory])
  func threads(kind: Kind) async throws {
    let database = try database(kind)
    let nomad = try nomad(database, [CreateTable.self, Insert.self])
    let migrated = Events()
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      do {
        for item in try nomad.migrateSynchronously().migrated { migrated.add(item.name) }
      } catch {
        migrated.add("\(error)")
      }
    }
    #expect(migrated.all.sorted() == ["CreateTable", "Insert"])
    #expect(try names(database) == ["a", "b", "c"])
  }

  @Test("A run stops with an error if another one holds the database past the time limit")
  func busy() async throws {
    let database = try database(.queue)
    let ledger = GRDBLedger(database, waitingAtMost: .milliseconds(20))
    let nomad = Nomad(try TribeRegistry([CreateTable.self]), ledger: ledger, currentVersion: .unlimited)
    let error = try await ledger.withExclusiveAccess { _ in
      #expect(throws: NomadError.self) { try nomad.migrateSynchronously() }
    }
    #expect(error?.code == .ledgerBusy)
    #expect(try nomad.migrateSynchronously().migrated.count == 1)
  }

  private struct Outside: DatabaseTribe {
    @TaskLocal static var hook = Hook()
    static let target: TribeTarget = .literal("2.0.0")
    static let isTransactional = false
    private let hook = Outside.hook

    func migrate(_ db: Database) throws { hook.call() }
  }

  @Test("A tribe that has run is recorded, although its task was cancelled and another connection writes")
  func cancelled() async throws {
    let (database, other) = (try database(.pool), try database(.pool))
    let nomad = try nomad(database, [CreateTable.self, Outside.self])
    let task = Locked<Task<Void, any Error>?>(nil)
    let hook = Hook {
      let isTaken = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        try? other.writeWithoutTransaction { db in
          try db.inTransaction(.exclusive) {
            isTaken.signal()
            Thread.sleep(forTimeInterval: 0.1)
            return .rollback
          }
        }
      }
      isTaken.wait()
      while task.value == nil { Thread.sleep(forTimeInterval: 0.001) }
      task.value?.cancel()
    }
    let run = Task { try Outside.$hook.withValue(hook) { _ = try nomad.migrateSynchronously() } }
    task.value = run
    _ = await run.result
    #expect(try await GRDBLedger(database).history().isDone("version:2.0.0"))
  }

  @Test("A run stops at its deadline while a tribe of another run of the process works", arguments: Kind.allCases)
  func deadlineDuringTribe(kind: Kind) async throws {
    let nomad = try nomad(try database(kind), [CreateTable.self, Outside.self])
    let (hasBegun, hasEnded, wasForced) = (Locked(false), Locked(false), Locked(false))
    let hook = Hook {
      hasBegun.value = true
      let end = ContinuousClock.now + .seconds(20)
      while !hasEnded.value, end > .now { Thread.sleep(forTimeInterval: 0.01) }
      wasForced.value = !hasEnded.value
    }
    let first = Task { try await Outside.$hook.withValue(hook) { _ = try await nomad.migrate() } }
    while !hasBegun.value { try await Task.sleep(for: .milliseconds(1)) }
    let error = await #expect(throws: NomadError.self) { try await nomad.migrate(until: .now + .milliseconds(100)) }
    hasEnded.value = true
    #expect(error?.code == .deadlinePassed)
    #expect(!wasForced.value)
    try await first.value
  }

  @Test("A run stops at its deadline between two tribes")
  func deadline() throws {
    let nomad = try nomad(try database(.queue), [CreateTable.self])
    let error = #expect(throws: NomadError.self) { try nomad.migrateSynchronously(until: .now - .seconds(1)) }
    #expect(error?.code == .deadlinePassed)
    #expect(try nomad.migrateSynchronously().migrated.count == 1)
  }

  @Test("Checkpoints in a tribe's own transaction survive its failure")
  func batches() throws {
    let database = try database(.pool)
    let nomad = try nomad(database, [CreateTable.self, Batches.self])
    _ = Failing.$fails.withValue(true) { #expect(throws: NomadError.self) { try nomad.migrateSynchronously() } }
    #expect(try names(database) == ["a", "b", "batch 0", "batch 1"])
    #expect(try nomad.migrateSynchronously().migrated.map(\.name) == ["Batches"])
    #expect(try names(database) == ["a", "b", "batch 0", "batch 1", "batch 2", "batch 3"])
  }

  @Test("A run stops if another run wrote to the ledger in spite of the lock")
  func fenced() throws {
    let nomad = try nomad(try database(.pool), [CreateTable.self, Insert.self])
    let error = #expect(throws: NomadError.self) {
      try GRDBLedger(try database(.pool)).blockForExclusiveAccess(in: LedgerContext()) { session in
        _ = try session.history()
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) where name.hasSuffix(".lock") {
          try FileManager.default.removeItem(at: folder.url.appendingPathComponent(name))
        }
        try nomad.migrateSynchronously()
        try session.append([LedgerRecord(.began, key: "version:2.0.0", name: "Insert")])
      }
    }
    #expect(error?.message.contains("was changed during the run") == true)
  }

  @Test("The tribe that a list creates runs, and not another one of its type")
  func instances() throws {
    let database = try database(.queue)
    let registry = try TribeRegistry {
      CreateTable.self
      Naming("x")
    }
    #expect(try Nomad(registry, ledger: .grdb(database)).migrateSynchronously().migrated.count == 2)
    #expect(try names(database) == ["a", "b", "x"])
  }
}

/// A tribe that a list creates with a value.
private struct Naming: DatabaseTribe {
  static let target: TribeTarget = .literal("2.0.0")
  private let name: String

  init() { self.init("default") }
  init(_ name: String) { self.name = name }

  func migrate(_ db: Database) throws {
    try db.execute(sql: "INSERT INTO item (name) VALUES (?)", arguments: [name])
  }
}

/// A ledger around another one.
private struct Wrapper: LedgerWrapper {
  let wrapped: any Ledger
}

/// The names of events, in order.
private final class Events: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var names: [String] = []

  var all: [String] { lock.withLock { names } }

  func add(_ name: String) { lock.withLock { names.append(name) } }

  @Sendable func add(_ event: MigrationEvent) {
    switch event {
    case .planned(let plan): add("planned \(plan.pending.map(\.name))")
    case .began(let entry, let index, let count): add("began \(entry.name) \(index) \(count)")
    case .finished(let entry, _): add("finished \(entry.name)")
    case .completed: add("completed")
    default: add("\(event)")
    }
  }
}
