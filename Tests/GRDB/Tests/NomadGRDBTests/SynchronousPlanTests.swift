import Foundation
import GRDB
import Nomad
import NomadAdoption
import NomadGRDB
import NomadTables
import Testing

@Suite("Plans without a task")
struct SynchronousPlanTests {
  private let folder = TemporaryFolder()

  private func nomad(_ ledger: any Ledger, _ tribes: [any ListedTribe.Type]) throws -> Nomad {
    var nomad = Nomad(try TribeRegistry(tribes), ledger: .inMemory, currentVersion: .unlimited)
    nomad.ledger = ledger
    return nomad
  }

  enum Kind: CaseIterable { case inMemory, queue, pool, fileLedger, memoryLedger }

  /// A ledger of each kind, and the database of the tribes.
  private func ledger(_ kind: Kind) throws -> (any Ledger, any DatabaseWriter) {
    let queue = try DatabaseQueue()
    switch kind {
    case .inMemory: return (GRDBLedger(queue), queue)
    case .queue:
      let queue = try DatabaseQueue(path: folder.path("queue.sqlite"))
      return (GRDBLedger(queue), queue)
    case .pool:
      let pool = try DatabasePool(path: folder.path("pool.sqlite"))
      return (GRDBLedger(pool), pool)
    case .fileLedger: return (FileLedger(at: folder.url.appendingPathComponent("a.ledger")), queue)
    case .memoryLedger: return (InMemoryLedger(), queue)
    }
  }

  @Test("A plan without a task is the plan with one, and creates nothing", arguments: Kind.allCases)
  func same(kind: Kind) async throws {
    let (ledger, database) = try ledger(kind)
    // A tribe that a run must await is a part of the plan.
    let tribes: [any ListedTribe.Type] = [CreateTable.self, Insert.self, Deferred.self, Counting.self, Idle.self]
    let nomad = try nomad(ledger, tribes).providing(database, as: (any DatabaseWriter).self)
    func compare() async throws {
      for target in [nil, .literal("2.0.0")] as [TribeTarget?] {
        for isDeferred in [false, true] {
          let plan = try nomad.planSynchronously(upTo: target, includingDeferred: isDeferred)
          let other = try await nomad.plan(upTo: target, includingDeferred: isDeferred)
          #expect(plan.description == other.description)
          #expect(plan.steps.map(\.decision) == other.steps.map(\.decision))
        }
      }
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    try await compare()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == files)
    #expect(try await database.read { try $0.tableExists("nomad_ledger") } == false)
    try await nomad.migrate(upTo: .literal("1.0.0"))
    try await compare()
    #expect(try nomad.planSynchronously().steps.filter(\.decision.isDone).map(\.entry.name) == ["CreateTable"])
    try await nomad.migrate(upTo: .literal("2.0.0"))
    try await compare()
    let error = #expect(throws: NomadError.self) { try nomad.planSynchronously(upTo: .once("none")) }
    #expect(error?.code == .unknownTarget)
  }

  @Test("It waits for another connection that locks the database, up to the ledger's limit")
  func busyConnection() async throws {
    let path = folder.path("queue.sqlite")
    let (database, other) = (try DatabaseQueue(path: path), try DatabaseQueue(path: path))
    try await nomad(GRDBLedger(database), [CreateTable.self]).migrate()
    let hasty = try nomad(GRDBLedger(database, waitingAtMost: .milliseconds(20)), [CreateTable.self, Insert.self])
    let patient = try nomad(GRDBLedger(database), [CreateTable.self, Insert.self])
    let planned = DispatchSemaphore(value: 0)
    let waiting = try await other.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN EXCLUSIVE")
      let error = #expect(throws: NomadError.self) { try hasty.planSynchronously() }
      #expect(error?.code == .ledgerBusy)
      let plan = Task {
        defer { planned.signal() }
        return try patient.planSynchronously().pending.map(\.name)
      }
      // Time for a plan that would not wait.
      #expect(planned.wait(timeout: .now() + 0.1) == .timedOut)
      try db.execute(sql: "COMMIT")
      return plan
    }
    #expect(try await waiting.value == ["Insert"])
  }

  @Test("It waits for a tribe of its own process, and is an error in a tribe on the database's queue")
  func busyTribe() async throws {
    let database = try DatabasePool(path: folder.path("pool.sqlite"))
    let (hasty, patient) = (GRDBLedger(database, waitingAtMost: .milliseconds(20)), GRDBLedger(database))
    let (names, planned) = (Names(), DispatchSemaphore(value: 0))
    let tribes = try TribeRegistry {
      DatabaseMigration("1.0.0") { _ in
        let tribes = try TribeRegistry { DatabaseMigration("1.0.0") { _ in } }
        let own = Nomad(tribes, ledger: patient, currentVersion: .unlimited)
        names.add((#expect(throws: NomadError.self) { try own.planSynchronously() })?.code.description)
        DispatchQueue.global().async {
          let other = Nomad(tribes, ledger: hasty, currentVersion: .unlimited)
          names.add((#expect(throws: NomadError.self) { try other.planSynchronously() })?.message)
          DispatchQueue.global().async {
            names.add("\((try? own.planSynchronously().isEmpty) ?? false)")
            planned.signal()
          }
          planned.signal()
        }
        planned.wait()
        // Time for a plan that would not wait.
        #expect(planned.wait(timeout: .now() + 0.1) == .timedOut)
      }
    }
    try await Nomad(tribes, ledger: patient, currentVersion: .unlimited).migrate()
    await withCheckedContinuation { waiting in
      DispatchQueue.global().async {
        planned.wait()
        waiting.resume()
      }
    }
    #expect(names.all.count == 3)
    #expect(names.all.first == NomadError.Code.reentrant.description)
    #expect(names.all.dropFirst().first?.contains("a run of this process writes") == true)
    #expect(names.all.last == "true")
  }

  @Test("Parts that must be awaited are named")
  func awaited() async throws {
    let database = try DatabaseQueue()
    var adopting = try nomad(GRDBLedger(database), [CreateTable.self])
    adopting.predecessors = [
      Predecessor("Elsewhere", awaiting: { nil })
    ]
    let nomad = adopting
    let predecessor = #expect(throws: NomadError.self) { try nomad.planSynchronously() }
    #expect(predecessor?.code == .notSynchronous)
    #expect(predecessor?.message.contains("predecessor") == true)
    try await nomad.migrate()
    // Everything is decided, so nobody asks the predecessor.
    #expect(try nomad.planSynchronously().isEmpty)

    let postponing = try self.nomad(Postponing(), [CreateTable.self, Insert.self])
    let tribe = #expect(throws: NomadError.self) { try postponing.planSynchronously() }
    #expect(tribe?.code == .notSynchronous)
    #expect(tribe?.message.contains("Insert") == true && tribe?.message.contains("CreateTable") == false)

    let distant = try self.nomad(Postponing(isDistant: true), [CreateTable.self])
    let ledger = #expect(throws: NomadError.self) { try distant.planSynchronously() }
    #expect(ledger?.code == .notSynchronous)
    #expect(ledger?.message.contains("distant") == true)
  }
}

private struct Deferred: DatabaseTribe {
  static let target: TribeTarget = .literal("1.5.0")
  static let urgency: TribeUrgency = .deferred

  func migrate(_ db: Database) throws {}
}

/// A ledger that may postpone a tribe, or that must be awaited.
private struct Postponing: SynchronousLedger {
  private let ledger = InMemoryLedger()
  var isDistant = false

  var identity: String { "distant" }
  func history() async throws -> LedgerHistory { ledger.history() }
  func immediateHistory() throws -> LedgerHistory? { isDistant ? nil : ledger.history() }
  func mayPostpone(_ tribe: TribeRegistry.Entry) -> Bool { tribe.name == "Insert" }

  func withExclusiveAccess<Result: Sendable>(
    in context: LedgerContext,
    _ body: @Sendable (any LedgerSession) async throws -> Result
  ) async throws -> Result {
    try await ledger.withExclusiveAccess(in: context, body)
  }

  func blockForExclusiveAccess<Result>(
    in context: LedgerContext,
    _ body: (any SynchronousLedgerSession) throws -> Result
  ) throws -> Result {
    try ledger.blockForExclusiveAccess(in: context, body)
  }
}

/// Texts that threads add.
private final class Names: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var names: [String] = []

  func add(_ name: String?) { lock.withLock { names.append(name ?? "nothing") } }
  var all: [String] { lock.withLock { names } }
}
