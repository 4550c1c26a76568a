import Foundation
import Testing

@testable import Nomad
@testable import NomadExamination
@testable import NomadFormat
@testable import NomadRepair

@Suite("Examining a ledger")
struct LedgerExaminationTests: LedgerFixture {
  let folder: TemporaryFolder
  let ledger: FileLedger

  init() throws {
    folder = try TemporaryFolder()
    ledger = FileLedger(at: folder.ledgerURL)
  }

  private static func examine(_ bytes: [UInt8]) -> LedgerExamination {
    LedgerExamination(of: bytes, lock: .success(nil))
  }

  /// Checks the rules for any bytes: the examination agrees with the reader, and its lines cover all bytes.
  private static func check(_ bytes: [UInt8], _ comment: Comment) {
    let examination = examine(bytes)
    var problem: LedgerProblem?
    do throws(LedgerProblem) {
      let contents = try LedgerReader.read(bytes)
      #expect(examination.history.records == contents.records, comment)
      #expect(examination.history.tornBytes == contents.tornBytes, comment)
      #expect((examination.seal != nil) == contents.isSealed, comment)
    } catch {
      problem = error
    }
    #expect(examination.problem == problem, comment)
    var end = 0
    for line in examination.lines {
      #expect(line.bytes.lowerBound >= end, comment)
      let between = bytes[end..<max(end, line.bytes.lowerBound)]
      #expect(between.allSatisfy { [LedgerFormat.newline, 13].contains($0) }, comment)
      end = line.bytes.upperBound
    }
    #expect(bytes[end...].allSatisfy { [LedgerFormat.newline, 13].contains($0) }, comment)
  }

  @Test("For any damage, the examination agrees with the reader, and its lines cover every byte")
  func anyDamage() async throws {
    try await append("once:a", "once:b", "once:c")
    let whole = try bytes()
    for index in whole.indices {
      for mask in [1, 2, 0x40, 0x80] as [UInt8] {
        var damaged = whole
        damaged[index] ^= mask
        Self.check(damaged, "byte \(index), mask \(mask)")
      }
      for byte in [0, LedgerFormat.newline, LedgerFormat.space, 13] {
        var damaged = whole
        damaged[index] = byte
        Self.check(damaged, "byte \(index) is \(byte)")
        Self.check(whole[..<index] + [byte] + whole[index...], "a byte \(byte) more at \(index)")
      }
      Self.check(Array(whole[..<index]), "\(index) bytes")
      Self.check(Array(whole[index...]), "from byte \(index) on")
    }
  }

  @Test("Each line has its number, byte range and content")
  func lines() async throws {
    try await append("once:a", "once:b")
    let whole = try bytes()
    let lines = Self.examine(whole).lines
    #expect(lines.map(\.number) == [1, 2, 3, 4])
    #expect(lines[0].content == .header && lines[0].bytes == 0..<14)
    guard case .payload(.record(let record), sequence: 2) = lines[2].content else {
      Issue.record("\(lines[2])")
      return
    }
    #expect(record.key == "once:b")
    #expect(whole[lines[2].bytes.upperBound] == LedgerFormat.newline)
    guard case .payload(.sealed, sequence: 3) = lines[3].content else {
      Issue.record("\(lines[3])")
      return
    }
  }

  @Test("The examination shows the probable content of a damaged line and reads the lines around it")
  func claim() async throws {
    try await append("once:a", "once:b", "once:c")
    var damaged = try bytes()
    let lines = Self.examine(damaged).lines
    damaged[lines[2].bytes.lowerBound] ^= 1
    let examination = Self.examine(damaged)
    guard case .unreadable(let claim?) = examination.lines[2].content else {
      Issue.record("\(examination.lines[2])")
      return
    }
    #expect(claim.key == "once:b")
    #expect(examination.history.records.map(\.key) == ["once:a", "once:c"])
    #expect(examination.missing == [2...2])
    #expect(examination.goodLength == lines[2].bytes.lowerBound)
  }

  @Test("An unfinished last line counts as torn, not as damage")
  func torn() async throws {
    try await append("once:a", "once:b")
    let whole = try unsealedBytes()
    let second = Self.examine(whole).lines[2].bytes
    for end in (second.lowerBound + 1)..<second.upperBound {
      let examination = Self.examine(Array(whole[..<end]))
      #expect(examination.problem == nil)
      #expect(examination.lines.map(\.content).last == .torn)
      #expect(examination.lines.last?.bytes == second.lowerBound..<end)
    }
  }

  @Test(
    "Every line is found in a ledger whose newlines a text tool has changed",
    arguments: ["\r\n", "\r", "\r\r\n", "\n\n", "\r\n\r\n"]
  )
  func changedNewlines(newline: String) async throws {
    try await append("once:a", "once:b")
    let whole = try bytes()
    let changed = whole.split(separator: LedgerFormat.newline).flatMap { $0 + Array(newline.utf8) }
    let lines = Self.examine(changed).lines
    let found = lines.filter { if case .blank = $0.content { false } else { true } }
    #expect(found.map(\.content) == Self.examine(whole).lines.map(\.content))
    #expect(found.allSatisfy { $0.isEndChanged == newline.contains("\r") })
    let blank = lines.compactMap { if case .blank(let count) = $0.content { count } else { nil } }
    #expect(blank == (newline.utf8.count { $0 == LedgerFormat.newline } == 2 ? [1, 1, 1, 1] : []))
    #expect(found.map(\.number) == (blank.isEmpty ? [1, 2, 3, 4] : [1, 3, 5, 7]))
    Self.check(changed, "\(newline.debugDescription)")
    // Newlines before the first line make no difference.
    let late = Self.examine(Array(newline.utf8) + changed).lines.dropFirst()
    #expect(late.first?.content == .header && late.count == lines.count)
  }

  @Test("The examination shows the ledger lock's state, its holder and the number of acknowledged records")
  func lock() async throws {
    #expect(try ledger.examination() == nil)
    try await append("once:a", "once:b")
    let whole = try bytes()
    var examination = try #require(try ledger.examination())
    #expect(examination.acknowledged == 2 && examination.problem == nil)
    guard case .present(let holder?) = examination.lock else {
      Issue.record("\(examination.lock)")
      return
    }
    #expect(holder.hasPrefix("process \(ProcessInfo.processInfo.processIdentifier) "))

    try write(Array(whole[..<Self.examine(whole).lines[2].bytes.lowerBound]))
    examination = try #require(try ledger.examination())
    #expect(examination.problem == .lost(first: 2, last: 2))
    try FileManager.default.removeItem(at: folder.ledgerURL)
    examination = try #require(try ledger.examination())
    #expect(examination.problem == .gone(acknowledged: 2) && examination.size == nil)

    try write(whole)
    try Data("somebody's notes\n".utf8).write(to: folder.url.appendingPathComponent("nomad.ledger.lock"))
    examination = try #require(try ledger.examination())
    guard case .unusable(.notALock) = examination.lock else {
      Issue.record("\(examination.lock)")
      return
    }
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("nomad.ledger.lock"))
    examination = try #require(try ledger.examination())
    guard case .missing = examination.lock else {
      Issue.record("\(examination.lock)")
      return
    }
    #expect(try folder.contents == ["nomad.ledger"])
  }

  @Test("A seal that does not match the lines before it counts as wrong, but the ledger is not damaged")
  func wrongSeal() async throws {
    try await append("once:a", "once:b")
    #expect(try ledger.examination()?.isSealRight == true)
    let unsealed = try unsealedBytes()
    let good = try #require(LedgerReader.seal(of: try bytes()))
    var digest = KeyDigest()
    digest.insert("once:x", of: "App")
    for seal in [
      LedgerSeal(date: good.date, finished: good.finished, baseline: nil, bytes: good.bytes ^ 1),
      LedgerSeal(date: good.date, finished: good.finished, baseline: TribeVersion([1]), bytes: good.bytes),
      LedgerSeal(date: good.date, finished: digest, baseline: nil, bytes: good.bytes),
    ] {
      let examination = Self.examine(unsealed + LedgerFormat.line(.sealed(seal), sequence: 3))
      #expect(examination.problem == nil && examination.seal == seal && !examination.isSealRight)
    }
  }

  @Test("An examination during writes finds no damage")
  func beingWritten() async throws {
    try await append("once:0")
    let ledger = ledger
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for round in 1...20 {
          try await ledger.withExclusiveAccess { session in
            for number in 0..<20 {
              try await session.append(LedgerRecord(key: "once:\(round).\(number % 3)", name: "T"))
            }
          }
        }
      }
      for _ in 0..<300 {
        let examination = try #require(try ledger.examination())
        #expect(examination.problem == nil)
        await Task.yield()
      }
      try await group.waitForAll()
    }
  }

  @Test("A long stretch of blank or invalid lines is examined as one line")
  func large() {
    var bytes = [UInt8](repeating: LedgerFormat.newline, count: 1 << 20)
    #expect(Self.examine(bytes).lines.count == 1)
    // Each line claims a length that reaches almost to the end: checking all claims would take quadratic time.
    bytes = LedgerFormat.header
    for _ in 0..<100_000 { bytes += Array("00000000 1 1500000 x\n".utf8) }
    let examination = Self.examine(bytes)
    #expect(examination.problem != nil && examination.history.isEmpty && examination.lines.count == 2)
  }
}
