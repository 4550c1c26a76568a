import Foundation
import Testing

@testable import Nomad
@testable import NomadFiles
@testable import NomadRepair

@Suite("Moving records to another ledger")
struct MoveTests: LedgerFixture {
  let folder: TemporaryFolder
  let ledger: FileLedger

  init() throws {
    folder = try TemporaryFolder()
    ledger = FileLedger(at: folder.ledgerURL)
  }

  private var moved: URL { URL(fileURLWithPath: folder.ledgerURL.path + ".moved") }

  private func isThere(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path) }

  @Test("All records are moved once, and the old file is renamed")
  func once() async throws {
    try await append("once:a", "once:b")
    let (records, other) = (try ledger.history().records, InMemoryLedger())
    for count in [2, 0, 0] { #expect(try await ledger.move(to: other) == count) }
    #expect(other.history().records == records)
    #expect(try FileLedger(at: moved).history().records == records)
    #expect(!isThere(folder.ledgerURL))
  }

  @Test("After a move to another file, or a copy of the file alone, no tribe runs again")
  func otherFile() async throws {
    let registry = try TribeRegistry([.literal("1.0.0"), .once("a")])
    try await Nomad(registry, ledger: ledger).migrate()
    let places = ["copied.ledger", "moved/notes.ledger"].map { folder.url.appendingPathComponent($0) }
    try FileManager.default.copyItem(at: folder.ledgerURL, to: places[0])
    #expect(try await ledger.move(to: .file(at: places[1])) == ledgerRecords(at: places[0]))
    for place in places {
      let report = try await Nomad(registry, ledger: .file(at: place)).migrate()
      #expect(report.migrated.isEmpty && report.plan.steps.count == 2)
    }
    #expect(try await refusal() == .ledgerDamaged)
  }

  private func ledgerRecords(at url: URL) throws -> Int { try FileLedger(at: url).history().records.count }

  #if os(Linux)
    @Test("The default ledger of a module has the module's name, under which it moves to another file")
    func standard() async throws {
      await #expect(processExitsWith: .success) { [path = folder.url.path as String] in
        let place = ProcessStart.begin(in: path).appendingPathComponent("data/notes.ledger")
        let registry = try TribeRegistry([.literal("1.0.0")])
        try await Nomad(registry).migrate()
        #expect(try await FileLedger.standard(named: "App").move(to: .file(at: place)) > 0)
        #expect(try await Nomad(registry, ledger: .file(at: place)).migrate().migrated.isEmpty)
        let error = await #expect(throws: NomadError.self) { try await Nomad(registry).migrate() }
        #expect(error?.code == .ledgerDamaged)
      }
    }
  #endif

  @Test("An interrupted move is finished although the other ledger has compacted the records")
  func compacted() async throws {
    try await ledger.withExclusiveAccess { session in
      for number in 0..<120 {
        for kind in [LedgerRecord.Kind.began, .finished] {
          try await session.append(LedgerRecord(kind, key: "once:\(number)", name: "T", module: "App"))
        }
      }
    }
    let records = try ledger.history().records
    try #require(records.count > 128 && LedgerHistory.Compaction.latest(of: records).count < records.count)
    let other = InMemoryLedger(LedgerHistory.Compaction.latest(of: records))
    #expect(try await ledger.move(to: other) == records.count)
    #expect(!isThere(folder.ledgerURL))
  }

  @Test("After a move, an empty other ledger is damage if the moved file or the original lock's file exists")
  func emptied() async throws {
    try await append("once:a")
    let other = InMemoryLedger()
    try await ledger.move(to: other)
    let lock = folder.ledgerURL.path + ".lock"
    for leftovers in [[moved.path, lock], [moved.path]] {
      let place = try TemporaryFolder()
      for path in leftovers {
        let name = URL(fileURLWithPath: path).lastPathComponent
        try FileManager.default.copyItem(atPath: path, toPath: place.url.appendingPathComponent(name).path)
      }
      let left = FileLedger(at: place.url.appendingPathComponent(folder.ledgerURL.lastPathComponent))
      #expect(try await left.move(to: other) == 0)
      let error = await #expect(throws: NomadError.self) { try await left.move(to: InMemoryLedger()) }
      #expect(error?.code == .ledgerDamaged)
    }
    // A copy of the lock's file does not prove that a ledger existed, but the original does.
    let place = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: lock, toPath: place.ledgerURL.path + ".lock")
    #expect(try await FileLedger(at: place.ledgerURL).move(to: InMemoryLedger()) == 0)
    try FileManager.default.removeItem(at: moved)
    let error = await #expect(throws: NomadError.self) { try await ledger.move(to: InMemoryLedger()) }
    #expect(error?.code == .ledgerDamaged)
  }

  @Test("Without a ledger, a move does nothing and creates no files")
  func nothing() async throws {
    let other = InMemoryLedger()
    #expect(try await ledger.move(to: other) == 0)
    #expect(other.history().isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }

  @Test("After a move, a version of the app that uses the old file finds damage, not a fresh install")
  func older() async throws {
    try await append("once:a")
    try await ledger.move(to: InMemoryLedger())
    #expect(try await refusal() == .ledgerDamaged)
    // A repair would not bring the records back, and would let no tribe run either.
    let error = await #expect(throws: NomadError.self) { try await ledger.repair(startingOver: true) }
    #expect(error?.underlying as? LedgerProblem == .moved)
    #expect(error?.message.contains("moved to another ledger") == true)
  }

  @Test("A damaged or removed ledger is not moved")
  func damaged() async throws {
    try await append("once:a", "once:b")
    let whole = try bytes()
    var damaged = whole
    damaged[40] ^= 1
    try write(damaged)
    let other = InMemoryLedger()
    for _ in 0..<2 {
      let error = await #expect(throws: NomadError.self) { try await ledger.move(to: other) }
      #expect(error?.code == .ledgerDamaged)
      try? FileManager.default.removeItem(at: folder.ledgerURL)
    }
    #expect(other.history().isEmpty)
    try write(whole)
    #expect(try await ledger.move(to: other) == 2)
  }

  @Test("A move to a ledger with other records is refused and changes nothing")
  func notEmpty() async throws {
    try await append("once:a")
    let other = InMemoryLedger([LedgerRecord(key: "once:b", name: "T", module: "App")])
    let error = await #expect(throws: NomadError.self) { try await ledger.move(to: other) }
    #expect(error?.code == .ledgerNotEmpty)
    #expect(other.history().records.count == 1)
    #expect(try keys() == ["once:a"])
  }

  @Test(
    "After an interrupted move, the next call copies no record twice, even if a tribe has run since",
    arguments: [false, true]
  )
  func interrupted(hasRun: Bool) async throws {
    try await append("once:a", "once:b")
    let since = hasRun ? [LedgerRecord(key: "once:c", name: "T", module: "App")] : []
    let other = InMemoryLedger(try ledger.history().records + since)
    #expect(try await ledger.move(to: other) == 2)
    #expect(other.history().records.count == 2 + since.count)
    #expect(!isThere(folder.ledgerURL))
  }

  @Test("A move waits for a run that holds the ledger lock")
  func busy() async throws {
    try await append("once:a")
    let (ledger, other) = (ledger, InMemoryLedger())
    let (held, released) = (Gate(), Gate())
    async let run: Void = ledger.withExclusiveAccess { session in
      held.open()
      await released.pass()
      try await session.append(LedgerRecord(key: "once:b", name: "T", module: "App"))
    }
    await held.pass()
    let move = Task { try await ledger.move(to: other) }
    try await Task.sleep(for: .milliseconds(20))
    #expect(other.history().isEmpty)
    released.open()
    try await run
    #expect(try await move.value == 2)
  }

  @Test(
    "After a failed system call, the next call finishes the move",
    arguments: [EIO, ENOSPC, EACCES],
    [false, true]
  )
  func failing(error: Int32, forGood: Bool) async throws {
    var call = 0
    while true {
      let folder = try TemporaryFolder()
      let (whole, other) = (FileLedger(at: folder.ledgerURL), InMemoryLedger())
      try await whole.withExclusiveAccess { session in
        for key: LedgerKey in ["once:a", "once:b"] {
          try await session.append(LedgerRecord(key: key, name: "T", module: "App"))
        }
      }
      let records = try whole.history().records
      let files = FailingFileOperations(at: call, error: error, forGood: forGood)
      do {
        try await FileLedger(.url(folder.ledgerURL), files: files).move(to: other)
      } catch let error as NomadError {
        #expect([.ledgerUnreadable, .ledgerWriteFailed].contains(error.code), "call \(call): \(error)")
      }
      #expect(other.history().isEmpty || other.history().records == records)
      try await whole.move(to: other)
      #expect(other.history().records == records, "call \(call)")
      let refusal = #expect(throws: NomadError.self) { try whole.history() }
      #expect(refusal?.code == .ledgerDamaged, "call \(call)")
      guard files.hasFailed else { break }
      call += 1
    }
    #expect(call > 10)
  }
}
