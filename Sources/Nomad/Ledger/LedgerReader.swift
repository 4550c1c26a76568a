/// A parser for the bytes of a ledger.
package struct LedgerReader {
  let bytes: [UInt8]
  var index = 0
  package private(set) var contents = LedgerContents()
  /// Whether a seal proves that no byte has changed, so that the lines' own checksums need no check.
  private var isSealRight = false

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Reads a whole ledger.
  package static func read(_ bytes: [UInt8]) throws(LedgerProblem) -> LedgerContents {
    var reader = LedgerReader(bytes)
    try reader.readAll()
    return reader.contents
  }

  /// Reads the whole ledger.
  ///
  /// If it throws, ``contents`` holds everything before the line that caused the error.
  package mutating func readAll() throws(LedgerProblem) {
    contents.size = bytes.count
    try readHeader()
    isSealRight = Self.seal(of: bytes) != nil
    // An estimate by the usual line length, limited in case the file is something else.
    contents.records.reserveCapacity(min(bytes.count / 80, 4_096))
    while index < bytes.count, try readRecord() {}
    guard !contents.records.isEmpty else {
      // A ledger is created with its first record.
      throw .damaged("it ends before its first record")
    }
  }

  /// Reads the seal that a run wrote at its end; nil if anything follows it, or if a byte before it has changed.
  package static func seal(of bytes: [UInt8]) -> LedgerSeal? {
    guard bytes.starts(with: LedgerFormat.header), bytes.last == LedgerFormat.newline,
      let newline = bytes.dropLast().lastIndex(of: LedgerFormat.newline)
    else { return nil }
    var reader = LedgerReader(bytes)
    reader.index = newline + 1
    guard let line = reader.readLine(), line.isChecked(in: bytes), reader.index == bytes.count - 1,
      case .sealed(let seal) = LedgerPayload(bytes, in: line.payload),
      bytes.withUnsafeBytes({ XXH64.checksum(of: UnsafeRawBufferPointer(rebasing: $0[...newline])) }) == seal.bytes
    else { return nil }
    return seal
  }

  /// Returns every line that matches its checksum, in the order of the numbers.
  ///
  /// Leaves out lines whose place is uncertain.
  static func salvage(_ bytes: [UInt8]) throws(LedgerProblem) -> [(sequence: Int, payload: LedgerPayload)] {
    var reader = LedgerReader(bytes)
    do throws(LedgerProblem) { try reader.readHeader() } catch { if case .newer = error { throw error } }
    let lines = lines(of: bytes)
    for line in lines {
      if case .unknown(let sequence) = line.content { throw newer(sequence) }
    }
    return LedgerOrder(of: lines, in: bytes).payloads
  }

  /// Whether any line is a record that matches its checksum.
  static func hasRecords(_ bytes: [UInt8]) -> Bool {
    lines(of: bytes).contains { if case .payload(.record, _) = $0.content { true } else { false } }
  }

  private mutating func readHeader() throws(LedgerProblem) {
    guard !bytes.isEmpty else { throw .damaged("it is empty") }
    guard bytes.starts(with: LedgerFormat.name) else {
      throw .damaged("its first line does not name the format")
    }
    index = LedgerFormat.name.count
    let version = readNumber()
    if let version, version > LedgerFormat.version, !hasThisVersion {
      // Only that version defines what may follow the number.
      throw .newer("it has version \(version) of the format")
    }
    guard version == LedgerFormat.version, peek() == LedgerFormat.newline else {
      throw .damaged("its first line does not give the version of the format")
    }
    index += 1
    contents.length = index
  }

  /// Whether the lines are of this version, whatever version the first line has.
  private var hasThisVersion: Bool {
    let contents = Self.lines(of: bytes).map(\.content)
    return contents.contains { if case .payload(.record, _) = $0 { true } else { false } }
      && !contents.contains { if case .unknown = $0 { true } else { false } }
  }

  /// Reads a line; returns whether another one may follow.
  private mutating func readRecord() throws(LedgerProblem) -> Bool {
    let start = index
    guard let line = readLine(), isSealRight || line.isChecked(in: bytes) else {
      try endIn(start, "does not match its checksum")
      return false
    }
    guard let payload = LedgerPayload(bytes, in: line.payload) else { throw Self.newer(line.sequence) }
    if case .sealed = payload {
      return try readEnd(behindSealNumbered: line.sequence)
    }
    try accept(payload, numbered: line.sequence)
    contents.length = index
    guard peek() == LedgerFormat.newline else {
      if index < bytes.count { try endIn(index, "is not where it should begin") }
      return false
    }
    index += 1
    contents.length = index
    return true
  }

  private mutating func accept(_ payload: LedgerPayload, numbered sequence: Int) throws(LedgerProblem) {
    switch payload {
    case .record(let record):
      guard sequence == contents.nextSequence else {
        throw damaged("is missing: number \(sequence) is in its place")
      }
      contents.records.append(record)
    case .compacted:
      guard contents.records.isEmpty, contents.nextSequence == 1 else { throw damaged("is not allowed here") }
    case .sealed:
      break
    }
    // The number comes from the file, and there must be room for further numbers.
    guard sequence < LedgerFormat.lastSequence else { throw damaged("has a number that no ledger reaches") }
    contents.nextSequence = sequence + 1
  }

  /// Reads the end of the file after a seal.
  ///
  /// Nothing may follow, because the next run removes the seal before it writes.
  private mutating func readEnd(behindSealNumbered sequence: Int) throws(LedgerProblem) -> Bool {
    guard sequence == contents.nextSequence else { throw damaged("is missing: number \(sequence) is in its place") }
    contents.isSealed = bytes[index...].elementsEqual([LedgerFormat.newline])
    if !contents.isSealed { try endIn(index, "follows a seal") }
    return false
  }

  /// Treats the rest of the file as a line that was being written during a crash or a loss of power, and ignores it.
  ///
  /// Each line is synced before the next one is written. So if another line follows, even a damaged one, the ledger is
  /// damaged. If an acknowledged line is missing, the note in the ledger lock's file shows it.
  private func endIn(_ start: Int, _ reason: String) throws(LedgerProblem) {
    var reader = self
    reader.index = start
    while let newline = bytes[reader.index...].firstIndex(of: LedgerFormat.newline) {
      reader.index = newline + 1
      if reader.readLineStart() != nil { throw damaged(reason) }
      reader.index = newline + 1
    }
  }

  private func damaged(_ reason: String) -> LedgerProblem {
    .damaged("record \(contents.nextSequence) \(reason)")
  }
}

extension LedgerReader {
  /// A line that has the length that it states.
  ///
  /// Its checksum is not checked yet.
  struct Line {
    let checksum: UInt32
    let sequence: Int
    /// The range that the checksum covers.
    let checked: Range<Int>
    let payload: Range<Int>

    func isChecked(in bytes: [UInt8]) -> Bool {
      CRC32C.checksum(of: bytes, in: checked) == checksum
    }
  }

  /// Returns the error for a valid line that this version cannot read.
  private static func newer(_ sequence: Int) -> LedgerProblem {
    .newer("record \(sequence) is of a kind that version \(LedgerFormat.version) does not have")
  }

  func peek() -> UInt8? {
    index < bytes.count ? bytes[index] : nil
  }

  mutating func readLine() -> Line? {
    guard let (checksum, start, sequence, length) = readLineStart(), length <= bytes.count - index else { return nil }
    let payload = index..<(index + length)
    index = payload.upperBound
    return Line(checksum: checksum, sequence: sequence, checked: start..<index, payload: payload)
  }

  /// Reads the part of a line before its payload.
  private mutating func readLineStart() -> (checksum: UInt32, checkedFrom: Int, sequence: Int, length: Int)? {
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
