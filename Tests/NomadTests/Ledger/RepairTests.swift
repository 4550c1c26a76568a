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

  @Test("A repair keeps every readable record and a copy of the damaged file", arguments: 1...3)
  func damagedRecord(number: Int) async throws {
    try await append("once:a", "once:b", "once:c")
    var lines = try lines()
    lines[number][20] ^= 1
    let damaged = Array(lines.joined())
    try write(damaged)
    #expect(try await refusal() == .ledgerDamaged)

    let repair = try #require(try await ledger.repair())
    #expect(repair.kept == 2)
    #expect(repair.missing == [number...number])
    #expect(Array(try Data(contentsOf: try #require(repair.damagedFile))) == damaged)
    #expect(try keys() == all.filter { $0 != all[number - 1] })
    try await append("once:d")
    #expect(try keys() == all.filter { $0 != all[number - 1] } + ["once:d"])
    #expect(try await ledger.repair() == nil)
  }

  @Test("A repair of a single wrong byte loses at most one record")
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
        let repair = try #require(try await ledger.repair())
        #expect(repair.kept >= 2)
        try FileManager.default.removeItem(at: try #require(repair.damagedFile))
      }
      let kept = try keys()
      #expect(kept.count >= 2 && kept == all.filter(kept.contains))
    }
  }

  @Test("A repair of a truncated ledger names the lost records, and their tribes can run again")
  func cutShort() async throws {
    try await append("once:a", "once:b", "once:c")
    try write(Array(try lines().prefix(2).joined()))
    #expect(try await refusal() == .ledgerDamaged)
    let repair = try #require(try await ledger.repair())
    #expect(repair.kept == 1)
    #expect(repair.missing == [2...3])
    #expect(try keys() == ["once:a"])
    let migrator = Nomad(try TribeRegistry([.once("a"), .once("b")]), ledger: ledger)
    #expect(try await migrator.migrate().migrated.map(\.name) == ["b"])
  }

  @Test(
    "A repair loses nothing if a text tool has changed the newlines",
    arguments: ["\r\n", "\r", "\r\r\n", "\n\n", "\n\r"]
  )
  func changedNewlines(newline: String) async throws {
    try await append("once:a", "once:b", "once:c")
    try write(try bytes().split(separator: LedgerFormat.newline).flatMap { $0 + Array(newline.utf8) })
    let error = try #require(throws: NomadError.self) { try ledger.history() }
    #expect(error.code == .ledgerDamaged && error.advice.contains("call repair() on the ledger"))
    let repair = try #require(try await ledger.repair())
    #expect(repair.kept == 3 && repair.missing == [])
    #expect(try keys() == all)
  }

  @Test("A repair puts misplaced lines in the order of their numbers and loses no record", arguments: 1...4)
  func displacedLines(first: Int) async throws {
    try await append("once:a", "once:b", "once:c")
    let whole = try lines()
    #expect(whole.count == 5)
    for isSealed in [true, false] {
      for second in 1...4 where second != first {
        var lines = whole
        lines.insert(lines.remove(at: first), at: second)
        // The last line is the seal.
        if !isSealed { lines.removeAll { $0 == whole[4] } }
        // If only the seal was out of place, removing it leaves an intact ledger.
        guard isSealed || lines != whole.dropLast() else { continue }
        try write(Array(lines.joined()))
        #expect(try await refusal() == .ledgerDamaged)
        let repair = try #require(try await ledger.repair())
        #expect(repair.kept == 3 && repair.missing == [], "\(first) to \(second)")
        #expect(try keys() == all)
      }
    }
  }

  @Test("A repair of a damaged ledger keeps misplaced lines, and a duplicate line only once")
  func displacedAndDamaged() async throws {
    try await append("once:a", "once:b", "once:c", "once:d")
    var lines = try lines()
    lines.swapAt(2, 3)
    lines.insert(lines[1], at: 4)
    lines[5][20] ^= 1
    try write(Array(lines.joined()))
    let repair = try #require(try await ledger.repair())
    #expect(repair.kept == 3 && repair.missing == [4...4])
    #expect(try keys() == all)
  }

  @Test("In a compacted ledger, a misplaced line is kept only if the seal proves its number")
  func displacedWhereNumbersChanged() async throws {
    try await ledger.withExclusiveAccess { session in
      for number in 0..<200 { try await session.append(LedgerRecord(key: "always:\(number % 4)", name: "T")) }
    }
    var lines = try lines()
    let count = lines.count - 3
    #expect(String(decoding: lines[1], as: UTF8.self).contains("compacted"))
    let records = try ledger.history().records
    lines.swapAt(3, 4)
    try write(Array(lines.joined()))
    let repair = try #require(try await ledger.repair())
    #expect(repair.kept == count && repair.missing == [])
    #expect(try ledger.history().records == records)

    // Without a seal, a misplaced line may come from an older copy of the ledger.
    lines.removeLast()
    try write(Array(lines.joined()))
    #expect(try #require(try await ledger.repair()).kept == count - 1)
  }

  @Test("A repair never fills a gap with a line of another ledger in the same file")
  func displacedOfAnother() async throws {
    try await append("once:a", "once:b", "once:c")
    var damaged = try lines().dropLast()
    let other = FileLedger(at: folder.url.appendingPathComponent("other.ledger"))
    try await other.withExclusiveAccess { session in
      for key: LedgerKey in ["once:a", "once:x", "once:y"] {
        try await session.append(LedgerRecord(key: key, name: "T"))
      }
    }
    let lines = try Data(contentsOf: folder.url.appendingPathComponent("other.ledger"))
      .split(separator: LedgerFormat.newline).map { Array($0) + [LedgerFormat.newline] }
    damaged[2][20] ^= 1
    // File 0 also has the other ledger's header. In file 1, one line has the number of a readable record. In file 2,
    // record 1 is damaged, too.
    var files = [damaged + lines.dropLast(), damaged + lines[2..<4]]
    damaged[1][20] ^= 1
    files.append(damaged + [lines[2]])
    for (number, file) in files.enumerated() {
      try write(Array(file.joined()))
      try await ledger.repair()
      #expect(try keys() == (number == 2 ? ["once:c"] : ["once:a", "once:c"]), "file \(number)")
    }
  }

  @Test("A repair of a compacted ledger loses only the damaged record")
  func compacted() async throws {
    try await ledger.withExclusiveAccess { session in
      for number in 0..<200 { try await session.append(LedgerRecord(key: "always:\(number % 4)", name: "T")) }
    }
    var lines = try lines()
    #expect(String(decoding: lines[1], as: UTF8.self).contains("compacted"))
    lines[3][30] ^= 1
    try write(Array(lines.joined()))
    let before = lines.count - 3
    let repair = try #require(try await ledger.repair())
    #expect(repair.kept == before - 1)
    #expect(repair.missing.count == 1 && repair.missing[0].count == 1)
  }

  @Test("After a repair, a tribe whose record is lost counts as late")
  func late() async throws {
    let registry = try TribeRegistry([.literal("1.0.0"), .literal("2.0.0")])
    try await Nomad(registry, ledger: ledger).migrate()
    var lines = try lines()
    lines[2][30] ^= 1
    try write(Array(lines.joined()))
    try await ledger.repair()
    let migrator = Nomad(registry, ledger: ledger, policy: MigrationPolicy(late: .fail))
    let error = await #expect(throws: NomadError.self) { try await migrator.migrate() }
    #expect(error?.code == .lateTribe)
  }

  @Test("A repair is refused if no record is left, because the result would look like a fresh install")
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
    #expect(repair.kept == 0 && repair.missing == [1...2])
    #expect(repair.damagedFile?.lastPathComponent == (isGone ? nil : "nomad.ledger.damaged-1"))
    #expect(try await migrator.migrate().migrated.count == 1)
  }

  @Test(
    "The error for a damaged ledger recommends a repair, whose error recommends another one if no record can be read",
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
      #expect(error?.message.hasPrefix("No record of the ledger") == true)
      #expect(error?.advice.contains("call repair(startingOver: true)") == true)
    }
  }

  @Test("A ledger of a newer format is not repaired")
  func newer() async throws {
    try write(Array("nomad-ledger 2\n".utf8))
    let error = await #expect(throws: NomadError.self) { try await ledger.repair() }
    #expect(error?.code == .ledgerNewerFormat)
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

  @Test("Each repair keeps its own copy and never overwrites an earlier one")
  func severalCopies() async throws {
    try await append("once:a", "once:b")
    var copies: [String: [UInt8]] = [:]
    for number in 1...3 {
      var lines = try lines()
      lines[number == 1 ? 2 : 1][20] ^= 1
      let damaged = Array(lines.joined())
      try write(damaged)
      let copy = try #require(try await ledger.repair(startingOver: true)?.damagedFile)
      #expect(copy.lastPathComponent == "nomad.ledger.damaged-\(number)")
      copies[copy.path] = damaged
      try await append("once:\(number)")
    }
    for (path, damaged) in copies { #expect(Array(try Data(contentsOf: URL(fileURLWithPath: path))) == damaged) }
    #expect(copies.count == 3)
  }

  @Test(
    "The copy of the damaged file and its folder are synced before that file is replaced or removed",
    arguments: [false, true]
  )
  func durableCopy(isEmpty: Bool) async throws {
    try await append("once:a", "once:b")
    var lines = try lines()
    lines[1][20] ^= 1
    try write(isEmpty ? [] : Array(lines.joined()))
    let files = FailingFileOperations()
    let ledger = FileLedger(.url(folder.ledgerURL), files: files)
    #expect(try await ledger.repair(startingOver: true)?.damagedFile != nil)
    let copied = try #require(files.calls.firstIndex(of: "fsync"))
    let replaced = try #require(files.calls.firstIndex(of: isEmpty ? "unlink" : "rename"))
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
      if try bytes() != damaged { #expect(try keys() == ["once:a", "once:c"], "call \(call)") }
      guard files.hasFailed else { break }
      call += 1
    }
    #expect(call > 15)
  }
}
