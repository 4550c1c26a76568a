/// Reads the bytes of a ledger.
struct LedgerReader {
  private let bytes: [UInt8]
  private var index = 0
  private var contents = LedgerContents()

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Reads all of a ledger.
  static func read(_ bytes: [UInt8]) throws(LedgerFault) -> LedgerContents {
    var reader = LedgerReader(bytes)
    reader.contents.size = bytes.count
    try reader.readHeader()
    while reader.index < bytes.count, try reader.readRecord() {}
    guard !reader.contents.records.isEmpty else {
      // It is created with its first record in it.
      throw .damaged("it ends before its first record")
    }
    return reader.contents
  }

  private mutating func readHeader() throws(LedgerFault) {
    guard bytes.starts(with: LedgerFormat.name) else {
      throw .damaged("its first line does not name the format")
    }
    index = LedgerFormat.name.count
    let version = readNumber()
    if let version, version > LedgerFormat.version {
      // What follows the number is for that version to say.
      throw .newer("it has version \(version) of the format")
    }
    guard version == LedgerFormat.version, peek() == LedgerFormat.newline else {
      throw .damaged("its first line does not give the version of the format")
    }
    index += 1
    contents.length = index
  }

  /// Reads a line; returns whether there can be another one.
  private mutating func readRecord() throws(LedgerFault) -> Bool {
    let start = index
    guard let line = readLine(), line.isChecked(in: bytes) else {
      try checkTail(from: start)
      contents.end = .torn
      return false
    }
    try accept(line)
    guard peek() == LedgerFormat.newline else {
      guard index == bytes.count else { throw damaged("does not end where it should") }
      contents.length = index
      contents.end = .withoutNewline
      return false
    }
    index += 1
    contents.length = index
    return true
  }

  private mutating func accept(_ line: Line) throws(LedgerFault) {
    guard let payload = LedgerPayload(bytes, in: line.payload) else {
      throw .newer("record \(line.sequence) is of a kind that version \(LedgerFormat.version) does not have")
    }
    let isAtStart = contents.records.isEmpty && contents.nextSequence == 1
    switch payload {
    case .record(let record):
      guard line.sequence == contents.nextSequence else {
        throw damaged("is missing: number \(line.sequence) is in its place")
      }
      contents.records.append(record)
    case .compacted:
      guard isAtStart else { throw damaged("is not allowed here") }
    }
    // The number comes from the file, and others have to follow it.
    guard line.sequence < Int.max / 2 else { throw damaged("has a number that nobody can have reached") }
    contents.nextSequence = line.sequence + 1
  }

  /// Tells an append that a crash cut short from damage.
  ///
  /// Cut short, a line is a beginning of what was to be written: it has no newline, and fewer bytes than it says.
  /// Or its room was made, and nothing, or not all of it, was written there: zeros follow to the end.
  private func checkTail(from start: Int) throws(LedgerFault) {
    let zeros = bytes[start...].reversed().prefix { $0 == 0 }.count
    let tail = bytes[start..<(bytes.count - zeros)]
    var reader = self
    reader.index = start
    let isComplete = reader.readLine() != nil
    guard !isComplete || zeros > 0, !tail.contains(LedgerFormat.newline), !tail.contains(0) else {
      throw damaged("does not match its checksum")
    }
  }

  private func damaged(_ reason: String) -> LedgerFault {
    .damaged("record \(contents.nextSequence) \(reason)")
  }
}

extension LedgerReader {
  /// A line that has as many bytes as it says.
  private struct Line {
    let checksum: UInt32
    let sequence: Int
    /// What the checksum is of.
    let checked: Range<Int>
    let payload: Range<Int>

    func isChecked(in bytes: [UInt8]) -> Bool {
      CRC32C.checksum(of: bytes, in: checked) == checksum
    }
  }

  private func peek() -> UInt8? {
    index < bytes.count ? bytes[index] : nil
  }

  private mutating func readLine() -> Line? {
    guard let checksum = readChecksum(), skipSpace() else { return nil }
    let start = index
    guard let sequence = readNumber(), skipSpace(), let length = readNumber(), skipSpace(),
      length <= bytes.count - index
    else { return nil }
    let payload = index..<(index + length)
    index = payload.upperBound
    return Line(checksum: checksum, sequence: sequence, checked: start..<index, payload: payload)
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

  /// Reads a number of one or more digits that fits.
  private mutating func readNumber() -> Int? {
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
