import Foundation
import Testing

@testable import Nomad
@testable import NomadFormat
@testable import NomadRepair

@Suite("The lines of a damaged ledger")
struct LedgerLinesTests: LedgerFixture {
  let folder: TemporaryFolder
  let ledger: FileLedger

  init() throws {
    folder = try TemporaryFolder()
    ledger = FileLedger(at: folder.ledgerURL)
  }

  /// Returns the lines of a ledger, damaged or not, and what a run would say.
  private static func read(_ bytes: [UInt8]) -> (lines: [LedgerLine], problem: LedgerProblem?, contents: LedgerContents)
  {
    var reader = LedgerReader(bytes)
    var problem: LedgerProblem?
    do throws(LedgerProblem) { try reader.readAll() } catch { problem = error }
    let contents = reader.contents
    let end = problem == nil && !contents.isSealed ? contents.length : bytes.count
    return (LedgerReader.lines(of: bytes, good: contents.length, upTo: end), problem, contents)
  }

  private static func lines(of bytes: [UInt8]) -> [LedgerLine] { read(bytes).lines }

  /// Checks the rules for any bytes: the lines hold the records of the reader, and cover all bytes.
  private static func check(_ bytes: [UInt8], _ comment: Comment) {
    let (lines, problem, contents) = read(bytes)
    if problem == nil {
      let records = lines.compactMap { line in
        if case .payload(.record(let record), _) = line.content { record } else { nil }
      }
      #expect(records == contents.records, comment)
    }
    var end = 0
    for line in lines {
      #expect(line.bytes.lowerBound >= end, comment)
      let between = bytes[end..<max(end, line.bytes.lowerBound)]
      #expect(between.allSatisfy { [LedgerFormat.newline, 13].contains($0) }, comment)
      end = line.bytes.upperBound
    }
    #expect(bytes[end...].allSatisfy { [LedgerFormat.newline, 13].contains($0) }, comment)
  }

  @Test("For any damage, the lines cover every byte; without damage, they hold the reader's records")
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
    let lines = Self.lines(of: whole)
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

  @Test("A damaged line shows its probable content, and the lines around it are read")
  func claim() async throws {
    try await append("once:a", "once:b", "once:c")
    var damaged = try bytes()
    damaged[Self.lines(of: damaged)[2].bytes.lowerBound] ^= 1
    let lines = Self.lines(of: damaged)
    guard case .unreadable(let claim?) = lines[2].content else {
      Issue.record("\(lines[2])")
      return
    }
    #expect(claim.key == "once:b")
    let salvage = LedgerSalvage(of: LedgerOrder(of: lines, in: damaged).payloads, acknowledged: 0)
    #expect(salvage.records.map(\.key) == ["once:a", "once:c"] && salvage.missing == [2...2])
  }

  @Test("An unfinished last line counts as torn, not as damage")
  func torn() async throws {
    try await append("once:a", "once:b")
    let whole = try unsealedBytes()
    let second = Self.lines(of: whole)[2].bytes
    for end in (second.lowerBound + 1)..<second.upperBound {
      let (lines, problem, _) = Self.read(Array(whole[..<end]))
      #expect(problem == nil)
      #expect(lines.map(\.content).last == .torn)
      #expect(lines.last?.bytes == second.lowerBound..<end)
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
    let lines = Self.lines(of: changed)
    let found = lines.filter { if case .blank = $0.content { false } else { true } }
    #expect(found.map(\.content) == Self.lines(of: whole).map(\.content))
    #expect(found.allSatisfy { $0.isEndChanged == newline.contains("\r") })
    let blank = lines.compactMap { if case .blank(let count) = $0.content { count } else { nil } }
    #expect(blank == (newline.utf8.count { $0 == LedgerFormat.newline } == 2 ? [1, 1, 1, 1] : []))
    #expect(found.map(\.number) == (blank.isEmpty ? [1, 2, 3, 4] : [1, 3, 5, 7]))
    Self.check(changed, "\(newline.debugDescription)")
    // Newlines before the first line make no difference.
    let late = Self.lines(of: Array(newline.utf8) + changed).dropFirst()
    #expect(late.first?.content == .header && late.count == lines.count)
  }

  @Test("A long stretch of blank or invalid lines is one line")
  func large() {
    var bytes = [UInt8](repeating: LedgerFormat.newline, count: 1 << 20)
    #expect(Self.lines(of: bytes).count == 1)
    // Each line claims a length that reaches almost to the end: checking all claims would take quadratic time.
    bytes = LedgerFormat.header
    for _ in 0..<100_000 { bytes += Array("00000000 1 1500000 x\n".utf8) }
    #expect(Self.lines(of: bytes).count == 2)
  }
}
