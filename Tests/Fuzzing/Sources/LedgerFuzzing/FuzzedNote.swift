@testable import Nomad
@testable import NomadFormat

/// A fuzzer's bytes as the contents of a lock's file and as a time, and the rules for both.
struct FuzzedNote {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Returns the violated rules; empty if all hold.
  func violations() -> [String] {
    noteViolations(bytes) + noteViolations(mended) + timeViolations()
  }

  /// Checks that a rewritten note is unchanged, and that a note contains only text with a valid checksum.
  private func noteViolations(_ bytes: [UInt8]) -> [String] {
    let note = LedgerLock.Note(bytes)
    let again = LedgerLock.Note(note.bytes)
    guard again.acknowledged == note.acknowledged, again.numbers == note.numbers else {
      return ["\(note.acknowledged) acknowledged records became \(again.acknowledged)"]
    }
    let line = note.bytes.split(separator: LedgerFormat.newline)[1]
    let stands = bytes.split(separator: LedgerFormat.newline).contains(line)
    return note.acknowledged == 0 || stands ? [] : ["\(note.acknowledged) acknowledged records are made up"]
  }

  /// The bytes with the required number of digits and a valid checksum in the second line, so that the fuzzer reaches
  /// the code after that check.
  private var mended: [UInt8] {
    var lines = bytes.split(separator: LedgerFormat.newline, omittingEmptySubsequences: false).map(Array.init)
    guard lines.count > 1 else { return bytes }
    let words = lines[1].split(separator: LedgerFormat.space, omittingEmptySubsequences: false)
    guard words.count == 5 else { return bytes }
    let numbers = zip(words.dropFirst().dropLast(), [19, 20, 20]).map { word, length in
      [UInt8](repeating: UInt8(ascii: "0"), count: max(0, length - word.count)) + word
    }
    let checked = Array(([Array(words[0])] + numbers).joined(separator: [LedgerFormat.space]))
    let checksum = String(CRC32C.checksum(of: checked), radix: 16)
    lines[1] = checked + Array(" \(String(repeating: "0", count: 8 - checksum.utf8.count))\(checksum)".utf8)
    return Array(lines.joined(separator: [LedgerFormat.newline]))
  }

  /// Checks that a time that can be read is written in 24 bytes that give the same time.
  ///
  /// The same holds for any time.
  ///
  /// The bytes are the original ones, except for days that a month does not have, and for the year 0.
  private func timeViolations() -> [String] {
    if let time = Timestamp(bytes.prefix(24)) {
      let text = Array(bytes.prefix(24))
      let isInCalendar = !text.starts(with: "0000".utf8) && !"28".utf8.lexicographicallyPrecedes(text[8..<10])
      if isInCalendar, Array(time.text.utf8) != text { return ["a time became \(time.text)"] }
    }
    let number = bytes.prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    let times = [Timestamp(bytes.prefix(24)), Timestamp(milliseconds: Int64(bitPattern: number))].compactMap(\.self)
    return times.filter { time in
      let text = Array(time.text.utf8)
      return text.count != 24 || Timestamp(text[...]) != time || Timestamp(time.date) != time
    }.map { "the time \($0.milliseconds) became \($0.text)" }
  }
}
