internal import Nomad
internal import NomadFormat

/// The beginning of a file that may be a ledger, without leading empty lines.
package enum LedgerHeading: Hashable, Sendable {
  /// The first line of a ledger, however it ends.
  case right
  /// A byte order mark, which some text tools add, and then the first line of a ledger.
  case marked
  /// A line that differs from the first line of a ledger by one or two changed, missing or added bytes.
  case changed
  /// The first line of a ledger in an encoding with zeros between the letters, such as UTF-16.
  case wide
  /// Anything else.
  case other

  /// Determines the beginning of a file from its bytes.
  init(of bytes: [UInt8]) {
    let start = bytes.drop { $0 == LedgerFormat.newline || $0 == Self.carriageReturn }.prefix(64)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let isMarked = start.starts(with: mark)
    if let difference = Self.difference(isMarked ? start.dropFirst(mark.count) : start) {
      self = difference > 0 ? .changed : isMarked ? .marked : .right
    } else {
      let wideMark = start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) ? 2 : 0
      let letters = start.dropFirst(wideMark).filter { $0 != 0 }
      self = letters.count < start.count && Self.difference(letters[...]) != nil ? .wide : .other
    }
  }

  private static let carriageReturn = UInt8(ascii: "\r")

  /// Returns the number of bytes in which the first line differs from that of a ledger; nil if more than two.
  private static func difference(_ bytes: ArraySlice<UInt8>) -> Int? {
    let heading = LedgerFormat.header.dropLast()
    let line = bytes.prefix { ![LedgerFormat.newline, Self.carriageReturn, 0].contains($0) }
    guard abs(line.count - heading.count) <= 2 else { return nil }
    // The Levenshtein distance, computed row by row.
    var row = Array(0...heading.count)
    for byte in line {
      var previous = row[0]
      row[0] += 1
      for (column, other) in heading.enumerated() {
        let changed = previous + (byte == other ? 0 : 1)
        previous = row[column + 1]
        row[column + 1] = min(changed, previous + 1, row[column] + 1)
      }
    }
    return row[heading.count] <= 2 ? row[heading.count] : nil
  }
}
