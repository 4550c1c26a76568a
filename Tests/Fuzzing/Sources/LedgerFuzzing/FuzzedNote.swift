@testable import Nomad

/// Bytes from a fuzzer as what the file of a lock says, and as a time, and what has to hold of both.
struct FuzzedNote {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// What does not hold though it always has to; empty if all is well.
  func violations() -> [String] {
    noteViolations(bytes) + noteViolations(mended) + timeViolations()
  }

  /// A note says the same when it is written again.
  private func noteViolations(_ bytes: [UInt8]) -> [String] {
    let note = LedgerLock.Note(bytes)
    let again = LedgerLock.Note(note.bytes)
    return again.acknowledged == note.acknowledged
      ? [] : ["\(note.acknowledged) acknowledged records became \(again.acknowledged)"]
  }

  /// The bytes with a right checksum in the second line, so that what is behind it is reached.
  private var mended: [UInt8] {
    var lines = bytes.split(separator: LedgerFormat.newline, omittingEmptySubsequences: false).map(Array.init)
    guard lines.count > 1 else { return bytes }
    let words = lines[1].split(separator: LedgerFormat.space, omittingEmptySubsequences: false)
    guard words.count == 3 else { return bytes }
    let checked = Array(words[0] + [LedgerFormat.space] + words[1])
    lines[1] = checked + Array(" \(String(CRC32C.checksum(of: checked), radix: 16))".utf8)
    return Array(lines.joined(separator: [LedgerFormat.newline]))
  }

  /// A time that can be read is written in 24 bytes, which read as the same time; and so is any time at all.
  private func timeViolations() -> [String] {
    let number = bytes.prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    let times = [Timestamp(bytes.prefix(24)), Timestamp(milliseconds: Int64(bitPattern: number))].compactMap(\.self)
    return times.filter { time in
      let text = Array(time.text.utf8)
      return text.count != 24 || Timestamp(text[...]) != time || Timestamp(time.date) != time
    }.map { "the time \($0.milliseconds) became \($0.text)" }
  }
}
