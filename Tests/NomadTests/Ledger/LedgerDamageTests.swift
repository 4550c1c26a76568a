import Foundation
import Testing

@testable import Nomad
@testable import NomadFiles
@testable import NomadFormat
@testable import NomadRepair

@Suite("Damage to a ledger")
struct LedgerDamageTests: LedgerFixture {
  let folder: TemporaryFolder
  let ledger: FileLedger

  init() throws {
    folder = try TemporaryFolder()
    ledger = FileLedger(at: folder.ledgerURL)
  }

  private var lockURL: URL { folder.url.appendingPathComponent("nomad.ledger.lock") }

  private func removeLock() throws {
    guard FileManager.default.fileExists(atPath: lockURL.path) else { return }
    try FileManager.default.removeItem(at: lockURL)
  }

  @Test("A truncated ledger is damage unless only its last newline is missing")
  func truncated() async throws {
    try await append("once:a", "once:b", "once:c")
    let (whole, all) = (try unsealedBytes(), try keys())
    for length in 0..<whole.count {
      try write(Array(whole[..<length]))
      // Only the newline of the last record is missing.
      if length == whole.count - 1 { break }
      let error = await #expect(throws: NomadError.self) { try await append("once:d") }
      #expect(error?.code == .ledgerDamaged)
      #expect(try bytes() == Array(whole[..<length]))
    }
    try await append("once:d")
    #expect(try keys() == all + ["once:d"])
  }

  @Test("A removed ledger is damage, not a fresh install, as long as the ledger lock's file exists")
  func removed() async throws {
    try await append("once:a")
    try FileManager.default.removeItem(at: folder.ledgerURL)
    let migrator = Nomad(try TribeRegistry([.once("a")]), ledger: ledger)
    let error = await #expect(throws: NomadError.self) { try await migrator.migrate() }
    #expect(error?.code == .ledgerDamaged)
    #expect(error?.message.contains("missing, although it had 1 record") == true)
    #expect(try folder.contents == ["nomad.ledger.lock"])
    try removeLock()
    #expect(try await migrator.migrate().migrated.count == 1)
  }

  @Test("Without the lock's file, a truncated ledger is either damage or usable without its last records")
  func truncatedWithoutLock() async throws {
    try await append("once:a", "once:b", "once:c")
    let (whole, all) = (try bytes(), try keys())
    for length in 0..<whole.count {
      try write(Array(whole[..<length]))
      try removeLock()
      do {
        let kept = try ledger.history().records.map(\.key)
        #expect(!kept.isEmpty)
        #expect(kept == Array(all.prefix(kept.count)))
        try await append("once:d")
        #expect(try keys() == kept + ["once:d"], "\(length)")
      } catch let error as NomadError {
        #expect(error.code == .ledgerDamaged)
        #expect(try bytes() == Array(whole[..<length]))
      }
    }
  }

  @Test("Zeros in place of the last record, or of its end, are a torn end unless the record was acknowledged")
  func zeros() async throws {
    try await append("once:a", "once:b")
    let whole = try unsealedBytes()
    let second = try #require(whole.dropLast().lastIndex(of: LedgerFormat.newline)) + 1
    for kept in second..<(whole.count - 1) {
      try write(whole[..<kept] + Array(repeating: 0, count: whole.count - kept))
      // If the record was acknowledged, its loss is damage.
      await #expect(throws: NomadError.self) { try await append("once:c") }
      try removeLock()
      #expect(try keys() == ["once:a"])
      try await append("once:c")
      #expect(try keys() == ["once:a", "once:c"])
      try FileManager.default.removeItem(at: folder.ledgerURL)
      try removeLock()
      try await append("once:a", "once:b")
    }
  }

  @Test("A zeroed sector anywhere in a ledger is damage")
  func zeroedSectors() async throws {
    for number in 0..<50 { try await append("once:\(number)") }
    let whole = try bytes()
    for sector in stride(from: 0, to: whole.count, by: 512) {
      var zeroed = whole
      for index in sector..<min(sector + 512, whole.count) { zeroed[index] = 0 }
      try write(zeroed)
      let error = await #expect(throws: NomadError.self) { try await append("once:more") }
      #expect(error?.code == .ledgerDamaged)
      #expect(try bytes() == zeroed)
    }
  }

  @Test("Records can be appended although the ledger lock's file is empty or invalid")
  func nonsenseInLock() async throws {
    for text in [
      "", "nomad-lock 1\nacknowledged 99 0\n", "\0\0\0", "acknowledged 99 1ab2", "\u{1}\u{2}x", "n", "nomad-lo",
    ] {
      try Data(text.utf8).write(to: lockURL)
      try await append("once:a")
    }
  }

  @Test("A ledger, even a missing one, is unreadable if the ledger lock's file cannot be read")
  func unreadableLock() async throws {
    try await append("once:a")
    let registry = try TribeRegistry([.once("a")])
    for isGone in [false, true] {
      if isGone { try FileManager.default.removeItem(at: folder.ledgerURL) }
      let ledger = FileLedger(.url(folder.ledgerURL), files: FailingFileOperations(at: 0, error: EACCES))
      #expect(throws: NomadError.self) { try ledger.history() }
      let again = FileLedger(.url(folder.ledgerURL), files: FailingFileOperations(at: 0, error: EACCES))
      let error = await #expect(throws: NomadError.self) { try await Nomad(registry, ledger: again).plan() }
      #expect(error?.code == .ledgerUnreadable)
    }
    try Data("nomad-lock 2\nacknowledged otherwise\n".utf8).write(to: lockURL)
    let error = await #expect(throws: NomadError.self) { try await Nomad(registry, ledger: self.ledger).plan() }
    #expect(error?.code == .ledgerUnreadable)
  }

  @Test("Two damaged lines at the end are damage, not a torn end, even without the ledger lock's file")
  func severalLines() async throws {
    try await append("once:a", "once:b", "once:c")
    var lines = try unsealedBytes().split(separator: LedgerFormat.newline).map { Array($0 + [LedgerFormat.newline]) }
    for index in 2...3 { lines[index][20] ^= 1 }
    try write(Array(lines.joined()))
    try removeLock()
    #expect(try await refusal() == .ledgerDamaged)
  }

  @Test(
    "Nothing is written if the ledger lock's file belongs to another program or a newer version",
    arguments: ["my important dependency lock\n", "{\"version\": 3}", "nomad-lock 2\nheld by whom it likes\n"]
  )
  func notALock(text: String) async throws {
    try Data(text.utf8).write(to: lockURL)
    let error = await #expect(throws: NomadError.self) { try await append("once:a") }
    #expect(error?.code == .ledgerWriteFailed)
    #expect(try String(contentsOf: lockURL, encoding: .utf8) == text)
    #expect(try folder.contents == ["nomad.ledger.lock"])
  }

  @Test("Numbers close to Int.max in the ledger or its lock's file do not trap")
  func hugeNumbers() async throws {
    let began = "began\tonce:a\tb\tc\t2026-11-21T08:00:00.123Z\t1\t\(Int.max)\t"
    try write(LedgerFormat.header + line(began, sequence: 1))
    #expect(try await refusal() == .ledgerNewerFormat)
    try FileManager.default.removeItem(at: folder.ledgerURL)
    for number in [Int.max, Int.max / 2] {
      try Data(LedgerLock.Note(acknowledged: number, numbers: (0, 0), holder: "x").bytes).write(to: lockURL)
      try await append("once:a")
      #expect(try await ledger.repair() == nil)
      try FileManager.default.removeItem(at: folder.ledgerURL)
      try removeLock()
    }
  }

  @Test("A last record without its newline counts")
  func withoutNewline() async throws {
    try await append("once:a", "once:b")
    try write(Array(try unsealedBytes().dropLast()))
    #expect(try keys() == ["once:a", "once:b"])
    try await append("once:c")
    #expect(try keys() == ["once:a", "once:b", "once:c"])
  }

  @Test("A flipped bit is damage or invalidates only the seal, and never looks like a newer format")
  func flippedBits() async throws {
    try await append("once:a", "once:b")
    let (whole, records, seal) = (try bytes(), try ledger.history().records, try unsealedBytes().count)
    for index in whole.indices {
      for bit in 0..<8 {
        var flipped = whole
        flipped[index] ^= 1 << UInt8(bit)
        do throws(LedgerProblem) {
          // In or after the seal, a flipped bit loses nothing.
          let contents = try LedgerReader.read(flipped)
          #expect(contents.records == records && !contents.isSealed, "byte \(index), bit \(bit)")
          #expect(index >= seal - 1)
        } catch {
          if case .newer = error { Issue.record("byte \(index), bit \(bit)") }
        }
      }
    }
  }

  @Test("The error for a damaged record names the record, and the file stays unchanged")
  func damaged() async throws {
    try await append("once:a", "once:b", "once:c")
    var damaged = try unsealedBytes()
    let third = try #require(damaged.lastIndex(of: UInt8(ascii: "c")))
    damaged[third] = UInt8(ascii: "x")
    try write(damaged)
    #expect(try await refusal() == .ledgerDamaged)
    let error = #expect(throws: NomadError.self) { try ledger.history() }
    #expect(error?.message.contains("record 3") == true)
  }

  @Test(
    "A missing, duplicate or misplaced line is damage",
    arguments: [
      [0, 2, 3], [0, 1, 1, 2, 3], [0, 2, 1, 3], [0], [1, 2, 3], [], [0, 0, 1, 2, 3], [0, 4], [0, 1, 4, 2],
    ]
  )
  func rearranged(order: [Int]) async throws {
    try await append("once:a", "once:b", "once:c")
    let lines = try bytes().split(separator: LedgerFormat.newline).map { $0 + [LedgerFormat.newline] }
    try write(order.flatMap { lines[$0] })
    #expect(try await refusal() == .ledgerDamaged)
  }

  @Test(
    "A ledger of a newer format is refused and stays unchanged",
    arguments: [
      "nomad-ledger 2\n", "nomad-ledger 10\nanything at all", "nomad-ledger 2\n\0\0\0",
      "nomad-ledger 2 zstd\n\0", "nomad-ledger 2\r\n", "nomad-ledger 3", "nomad-ledger 2.1\n",
    ]
  )
  func newer(text: String) async throws {
    try write(Array(text.utf8))
    #expect(try await refusal() == .ledgerNewerFormat)
  }

  @Test("A last record of full length with a wrong checksum is damage, not a torn end")
  func damagedLast() async throws {
    try await append("once:a", "once:b")
    var damaged = Array(try unsealedBytes().dropLast())
    damaged[damaged.count - 1] ^= 1
    try write(damaged)
    #expect(try await refusal() == .ledgerDamaged)
  }

  @Test(
    "A valid line with unknown content counts as a newer format",
    arguments: [
      "finished\tonce:b", "", "finished", "compacted\t", "finished\\x",
      "ran\ta\tb\tc\t2026-11-21T08:00:00.123Z\t1\t1\t",
      "finished\ta\tb\tc\td\t1\t1\t", "finished\ta\tb\tc\t2026-11-21T08:00:00.123Z\t1\t1\t\tmore",
      "failed\ta\tb\tc\t2026-11-21T08:00:00.123Z\t1\t1\t", "began\ta\tb\tc\t2026-11-21T08:00:00.123Z\t-1\t1\t",
      "began\ta\tb\tc\t2026-11-21T08:00:00.123Z\t1\t01\t",
    ]
  )
  func unknownKind(payload: String) async throws {
    try await append("once:a")
    try write(try unsealedBytes() + line(payload, sequence: 2))
    #expect(try await refusal() == .ledgerNewerFormat)
  }

  @Test("The largest possible line number is damage, because no number can follow it")
  func lastNumber() async throws {
    try write(LedgerFormat.header + line("compacted\t2026-11-21T08:00:00.123Z", sequence: Int.max))
    #expect(try await refusal() == .ledgerDamaged)
  }

  @Test(
    "A file that no crash can leave is damage, not a fresh install",
    arguments: [
      "", "\n", "nomad-ledger", "nomad-ledger 1", "nomad-ledger 1\n", "nomad-ledger 0\n",
      "nomad-ledger 1\r\n",
      "nomad-ledger 99999999999999999999\n", "\0\0\0\0", "{}",
      "nomad-ledger 1\n00000000 1 99999999999999999999 x",
    ]
  )
  func notALedger(text: String) async throws {
    try write(Array(text.utf8))
    #expect(try await refusal() == .ledgerDamaged)
  }
}
