internal import Nomad

/// How a file begins, but for empty lines, that somebody takes for a ledger.
package enum LedgerHeading: Hashable, Sendable {
  /// With the first line of a ledger, whatever ends it.
  case right
  /// With that line behind a byte order mark, which some text tools put there.
  case marked
  /// With a line that differs from it in one or two bytes, be they other ones, missing or too much.
  case changed
  /// With that line in an encoding that has zeros between the letters, such as UTF-16.
  case wide
  /// With something else.
  case other

  /// How bytes begin.
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

  /// In how many bytes the first line differs from that of a ledger; nil for more than two.
  private static func difference(_ bytes: ArraySlice<UInt8>) -> Int? {
    let heading = LedgerFormat.header.dropLast()
    let line = bytes.prefix { ![LedgerFormat.newline, Self.carriageReturn, 0].contains($0) }
    guard abs(line.count - heading.count) <= 2 else { return nil }
    // The distance of Levenshtein, row by row.
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
