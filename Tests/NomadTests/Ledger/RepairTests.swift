import Foundation
import Testing
import ToolSupport

@testable import Nomad
@testable import NomadFiles
@testable import NomadFormat
@testable import NomadRepair

@Suite("Repairing a ledger")
struct RepairTests: LedgerFixture {
  let folder: TemporaryFolder
  let ledger: FileLedger

  init() throws {
    folder = try TemporaryFolder()
    ledger = FileLedger(at: folder.ledgerURL)
  }

  private var all: [LedgerKey] { ["once:a", "once:b", "once:c"] }

  private func lines() throws -> [[UInt8]] {
    try bytes().split(separator: LedgerFormat.newline).map { $0 + [LedgerFormat.newline] }
  }

  @Test("A repair does nothing if the ledger is intact or missing")
  func nothingToDo() async throws {
    #expect(try await ledger.repair() == nil)
    try await append("once:a")
    let before = try bytes()
    #expect(try await ledger.repair() == nil)
    #expect(try bytes() == before)
  }

  @Test("A repair keeps the records before the damage and a copy of the damaged file", arguments: 2...3)
  func damagedRecord(number: Int) async throws {
    try await append("once:a", "once:b", "once:c")
    var lines = try lines()
    lines[number][20] ^= 1
    let damaged = Array(lines.joined())
    try write(damaged)
    #expect(try await refusal() == .ledgerDamaged)

    let repair = try #require(try await ledger.repair())
    #expect(repair.kept == number - 1)
    #expect(Array(try Data(contentsOf: try #require(repair.damagedFile))) == damaged)
    #expect(try keys() == Array(all.prefix(number - 1)))
    try await append("once:d")
    #expect(try keys() == all.prefix(number - 1) + ["once:d"])
    #expect(try await ledger.repair() == nil)
  }

  @Test("A repair keeps exactly the records before the damage, whichever byte is wrong")
  func anyByte() async throws {
    try await append("once:a", "once:b", "once:c")
    let whole = try bytes()
    for index in whole.indices {
      var damaged = whole
      damaged[index] ^= 2
      try write(damaged)
      do throws(NomadError) {
        _ = try ledger.history()
      } catch {
        #expect(error.code == .ledgerDamaged)
        let repair = try #require(try await ledger.repair(startingOver: true))
        let number = whole[..<index].count { $0 == LedgerFormat.newline }
        if index < LedgerFormat.header.count - 1 {
          #expect(repair.kept == 3, "byte \(index)")
        } else {
          // A newline is of the line that it ends, which has been read.
          #expect((max(0, number - 1)...number).contains(repair.kept), "byte \(index)")
        }
        #expect(try keys() == Array(all.prefix(repair.kept)), "byte \(index)")
        try FileManager.default.removeItem(at: try #require(repair.damagedFile))
      }
    }
  }

  @Test("A damaged ledger with a record of a newer version is not repaired, because that record would be lost")
  func newerRecord() async throws {
    try await append("once:a", "once:b")
    var lines = try lines()
    lines[1][20] ^= 1
    lines[3] = line("resumed\tonce:c", sequence: 3)
    let damaged = Array(lines.joined())
    try write(damaged)
    #expect(try await refusal() == .ledgerDamaged)
    for startsOver in [false, true] {
      let error = await #expect(throws: NomadError.self) { try await ledger.repair(startingOver: startsOver) }
      #expect(error?.code == .ledgerNewerFormat)
    }
    #expect(try bytes() == damaged)
  }

  @Test("A repair does not make the data of an old install look like that of a fresh one")
  func firstStart() async throws {
    try await ledger.withExclusiveAccess { session in
      for key in ["version:1.0.0", "version:1.1.0"] as [LedgerKey] {
        try await session.append(LedgerRecord(.marked(reason: "baseline at 1.1.0"), key: key, name: "T", module: "App"))
      }
      let fact = LedgerFact.baseline("1.1.0", predecessors: [], isForgotten: false)
      try await session.append(LedgerRecord(fact, name: "start", appVersion: "1.1.0"))
    }
    var lines = try lines()
    lines[2][20] ^= 1
    try write(Array(lines.joined()))
    let error = await #expect(throws: NomadError.self) { try await ledger.repair() }
    #expect(error?.code == .ledgerDamaged && error?.description.contains("those of a first start") == true)
    #expect(try await ledger.repair(startingOver: true)?.kept == 1)
  }

  @Test("A repair of a truncated ledger keeps its records, and the tribes of the lost ones can run again")
  func cutShort() async throws {
    try await append("once:a", "once:b", "once:c")
    try write(Array(try lines().prefix(2).joined()))
    #expect(try await refusal() == .ledgerDamaged)
    let repair = try #require(try await ledger.repair())
    #expect(repair.kept == 1)
    #expect(try keys() == ["once:a"])
    let migrator = Nomad(try TribeRegistry([.once("a"), .once("b")]), ledger: ledger)
    #expect(try await migrator.migrate().migrated.map(\.name) == ["b"])
  }

  @Test("A repair keeps no line after a misplaced or repeated one, which may be of another copy", arguments: [2, 3])
  func displacedLine(number: Int) async throws {
    try await append("once:a", "once:b", "once:c")
    var lines = try lines()
    lines.insert(number == 2 ? lines.remove(at: 3) : lines[1], at: number)
    try write(Array(lines.joined()))
    #expect(try #require(try await ledger.repair()).kept == number - 1)
    #expect(try keys() == Array(all.prefix(number - 1)))
  }

  @Test("A repair of a compacted ledger keeps the records before the damage, under their numbers")
  func compacted() async throws {
    try await ledger.withExclusiveAccess { session in
      for number in 0..<200 { try await session.append(LedgerRecord(key: "once:\(number % 4)", name: "T")) }
    }
    let records = try ledger.history().records
    var lines = try lines()
    #expect(String(decoding: lines[1], as: UTF8.self).contains("compacted"))
    lines[4][30] ^= 1
    try write(Array(lines.joined()))
    #expect(try #require(try await ledger.repair()).kept == 2)
    #expect(try ledger.history().records == Array(records.prefix(2)))
  }

  @Test("After a repair, the tribes whose ends are lost run again")
  func runsAgain() async throws {
    let registry = try TribeRegistry([.literal("1.0.0"), .literal("2.0.0")])
    try await Nomad(registry, ledger: ledger).migrate()
    var lines = try lines()
    // The last line is the seal.
    lines[lines.count - 2][30] ^= 1
    try write(Array(lines.joined()))
    try await ledger.repair()
    #expect(try await Nomad(registry, ledger: ledger).migrate().migrated.map(\.target) == [.literal("2.0.0")])
  }

  @Test("A repair is refused if it would keep no record, because the result would look like a fresh install")
  func nothingLeft() async throws {
    try await append("once:a")
    let text = Array("nomad-ledger 1\nnot one record\n".utf8)
    try write(text)
    var error = await #expect(throws: NomadError.self) { try await ledger.repair() }
    #expect(error?.code == .ledgerDamaged)
    #expect(try bytes() == text)
    try FileManager.default.removeItem(at: folder.ledgerURL)
    error = await #expect(throws: NomadError.self) { try await ledger.repair() }
    #expect(error?.code == .ledgerDamaged)
    #expect(try folder.contents == ["nomad.ledger.lock"])
  }

  @Test("repair(startingOver: true) starts an empty ledger and keeps the old file", arguments: [false, true])
  func startsOver(isGone: Bool) async throws {
    let registry = try TribeRegistry([.once("a")])
    let migrator = Nomad(registry, ledger: ledger)
    try await migrator.migrate()
    if isGone { try FileManager.default.removeItem(at: folder.ledgerURL) } else { try write([]) }
    var error = await #expect(throws: NomadError.self) { try await migrator.migrate() }
    #expect(error?.code == .ledgerDamaged)
    #expect(error?.advice.contains("call repair() on the ledger") == !isGone)
    #expect(error?.advice.contains("repair(startingOver: true)") == true)
    error = await #expect(throws: NomadError.self) { try await ledger.repair() }
    #expect(error?.advice.contains("repair(startingOver: true)") == true)
    let repair = try #require(try await ledger.repair(startingOver: true))
    #expect(repair.kept == 0)
    #expect(repair.damagedFile?.lastPathComponent == (isGone ? nil : "nomad.ledger.damaged-1"))
    #expect(try await migrator.migrate().migrated.count == 1)
  }

  @Test(
    "The error for a damaged ledger recommends a repair, whose error recommends another one if there is no record",
    arguments: ["", "nomad-ledger 1\n", "x\n", "1"]
  )
  func advice(text: String) async throws {
    try await append("once:a", "once:b")
    let damaged = text == "1" ? Array(try lines()[0..<2].joined()) : Array(text.utf8)
    try write(damaged)
    let migrator = Nomad(try TribeRegistry([.once("a")]), ledger: ledger)
    let errors = [
      #expect(throws: NomadError.self) { _ = try ledger.history() },
      await #expect(throws: NomadError.self) { _ = try await migrator.migrate() },
    ]
    for error in errors {
      #expect(error?.code == .ledgerDamaged)
      #expect(error?.advice.contains("import NomadRepair and call repair() on the ledger") == true)
      if text.isEmpty { #expect(error?.message.hasSuffix("is damaged: it is empty.") == true) }
    }
    if text == "1" {
      #expect(try await ledger.repair()?.kept == 1)
    } else {
      let error = await #expect(throws: NomadError.self) { try await ledger.repair() }
      #expect(error?.code == .ledgerDamaged)
      #expect(error?.message.contains("has no record before the damage") == true)
      #expect(error?.advice.contains("call repair(startingOver: true)") == true)
    }
  }

  @Test("A ledger of a newer format is not repaired")
  func newer() async throws {
    try write(Array("nomad-ledger 2\n".utf8))
    let error = await #expect(throws: NomadError.self) { try await ledger.repair() }
    #expect(error?.code == .ledgerNewerFormat)
  }

  @Test("Each repair keeps its own copy and never overwrites an earlier one")
  func severalCopies() async throws {
    try await append("once:a", "once:b")
    var copies: [String: [UInt8]] = [:]
    for number in 1...3 {
      var lines = try lines()
      lines[2][20] ^= 1
      let damaged = Array(lines.joined())
      try write(damaged)
      let copy = try #require(try await ledger.repair(startingOver: true)?.damagedFile)
      #expect(copy.lastPathComponent == "nomad.ledger.damaged-\(number)")
      copies[copy.path] = damaged
      try await append("once:\(number)", "once:\(number) again")
    }
    for (path, damaged) in copies { #expect(Array(try Data(contentsOf: URL(fileURLWithPath: path))) == damaged) }
    #expect(copies.count == 3)
  }

  @Test(
    "The copy of the damaged file and its folder are synced before that file is replaced or renamed",
    arguments: [false, true]
  )
  func durableCopy(isEmpty: Bool) async throws {
    try await append("once:a", "once:b")
    var lines = try lines()
    lines[2][20] ^= 1
    try write(isEmpty ? [] : Array(lines.joined()))
    let files = FailingFileOperations()
    let ledger = FileLedger(.url(folder.ledgerURL), files: files)
    #expect(try await ledger.repair(startingOver: true)?.damagedFile != nil)
    let copied = try #require(files.calls.firstIndex(of: "fsync"))
    let replaced = try #require(files.calls.firstIndex(of: "rename"))
    let between = files.calls[(copied + 1)..<replaced]
    let folder = try #require(between.firstIndex(of: "open folder"))
    #expect(between[folder...].contains("fsync"))
  }

  @Test("repair(startingOver: true) makes the reset count of acknowledged records durable, or fails")
  func durableNote() async throws {
    try await append("once:a", "once:b")
    try write([])
    let files = FailingFileOperations()
    try await FileLedger(.url(folder.ledgerURL), files: files).repair(startingOver: true)
    let note = try #require(files.calls.lastIndex(of: "pwrite lock"))
    #expect(files.calls[(note + 1)...].first == "fsync")
    // If that call fails, the repair fails.
    try write([])
    let failing = FailingFileOperations(at: files.calls.count - 1, error: EIO)
    await #expect(throws: NomadError.self) {
      try await FileLedger(.url(folder.ledgerURL), files: failing).repair(startingOver: true)
    }
    #expect(failing.hasFailed)
  }

  @Test("An old count of acknowledged records is durably replaced before a new ledger is created")
  func durableNoteOfNewLedger() async throws {
    let files = FailingFileOperations()
    try await FileLedger(.url(folder.ledgerURL), files: files).withExclusiveAccess { session in
      try await session.append(LedgerRecord(key: "once:a", name: "A"))
    }
    let (sync, rename) = (files.calls.firstIndex(of: "fsync"), files.calls.firstIndex(of: "rename"))
    #expect(try #require(sync) < #require(rename))
    let note = try #require(files.calls.firstIndex(of: "pwrite lock"))
    #expect(files.calls[(note + 1)...].prefix { $0 != "unlink" }.contains("fsync"))
  }

  @Test("After any failed system call, the ledger is either unchanged or repaired")
  func failingCalls() async throws {
    try await append("once:a", "once:b", "once:c")
    var lines = try lines()
    lines[2][20] ^= 1
    let damaged = Array(lines.joined())
    var call = 0
    while true {
      try write(damaged)
      for copy in try folder.contents where copy.contains("damaged") {
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent(copy))
      }
      let files = FailingFileOperations(at: call, error: EIO)
      _ = try? await FileLedger(.url(folder.ledgerURL), files: files).repair()
      if try bytes() != damaged { #expect(try keys() == ["once:a"], "call \(call)") }
      guard files.hasFailed else { break }
      call += 1
    }
    #expect(call > 15)
  }
}
