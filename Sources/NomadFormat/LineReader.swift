/// A reader of the lines of a ledger.
package struct LineReader {
  package let bytes: [UInt8]
  /// The offset of the next byte.
  package var index = 0

  package init(_ bytes: [UInt8], at index: Int = 0) {
    self.bytes = bytes
    self.index = index
  }

  /// Creates a reader at the last line of a ledger that ends in a newline; nil if the ledger has no such line.
  package init?(atLastLineOf bytes: [UInt8]) {
    guard bytes.last == LedgerFormat.newline, let newline = bytes.dropLast().lastIndex(of: LedgerFormat.newline) else {
      return nil
    }
    self.init(bytes, at: newline + 1)
  }

  /// A line that has the length that it states.
  ///
  /// Its checksum is not checked yet.
  package struct Line {
    let checksum: UInt32
    package let sequence: Int
    /// The range that the checksum covers.
    let checked: Range<Int>
    package let payload: Range<Int>

    package func isChecked(in bytes: [UInt8]) -> Bool {
      CRC32C.checksum(of: bytes, in: checked) == checksum
    }
  }

  /// The next byte; nil at the end.
  package func peek() -> UInt8? {
    index < bytes.count ? bytes[index] : nil
  }

  /// Reads a line without its newline; nil if the bytes are anything else.
  package mutating func readLine() -> Line? {
    guard let (checksum, start, sequence, length) = readLineStart(), length <= bytes.count - index else { return nil }
    let payload = index..<(index + length)
    index = payload.upperBound
    return Line(checksum: checksum, sequence: sequence, checked: start..<index, payload: payload)
  }

  /// Reads the part of a line before its payload.
  package mutating func readLineStart() -> (checksum: UInt32, checkedFrom: Int, sequence: Int, length: Int)? {
    guard let checksum = readChecksum(), skipSpace() else { return nil }
    let start = index
    guard let sequence = readNumber(), skipSpace(), let length = readNumber(), skipSpace() else { return nil }
    return (checksum, start, sequence, length)
  }

  private mutating func skipSpace() -> Bool {
    guard peek() == LedgerFormat.space else { return false }
    index += 1
    return true
  }

  private mutating func readChecksum() -> UInt32? {
    guard bytes.count - index >= 8 else { return nil }
    var value: UInt32 = 0
    for byte in bytes[index..<(index + 8)] {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
      default: return nil
      }
    }
    index += 8
    return value
  }

  /// Reads a number of one or more digits; nil if it does not fit.
  package mutating func readNumber() -> Int? {
    let start = index
    var value = 0
    while let byte = peek(), byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
      let (tenfold, overflows) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflowsToo) = tenfold.addingReportingOverflow(Int(byte - UInt8(ascii: "0")))
      guard !overflows, !overflowsToo else { return nil }
      value = sum
      index += 1
    }
    return index > start ? value : nil
  }
}
