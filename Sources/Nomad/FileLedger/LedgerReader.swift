internal import NomadFormat

/// A parser for the bytes of a ledger.
package struct LedgerReader {
  private var reader: LineReader
  package private(set) var contents: LedgerContents
  /// Whether a seal proves that no byte has changed, so that the lines' own checksums need no check.
  private var isSealRight = false

  init(_ bytes: [UInt8]) {
    reader = LineReader(bytes)
    contents = LedgerContents(bytes)
  }

  /// Reads a whole ledger.
  package static func read(_ bytes: [UInt8]) throws(LedgerProblem) -> LedgerContents {
    var reader = LedgerReader(bytes)
    try reader.readAll()
    return reader.contents
  }

  /// Returns everything before the first problem.
  package static func beforeProblem(in bytes: [UInt8]) -> LedgerContents {
    var reader = LedgerReader(bytes)
    // The records do not depend on the first line.
    if (try? reader.readHeader()) == nil { reader.skipHeader() }
    try? reader.readLines()
    return reader.contents
  }

  /// Returns the problem of the first intact line behind the damage that this version cannot read; nil if there is none.
  package static func newerRecord(behind kept: LedgerContents) -> LedgerProblem? {
    let bytes = kept.bytes
    var start = kept.length
    while start < bytes.count {
      var reader = LineReader(bytes, at: start)
      if let line = reader.readLine(), line.isChecked(in: bytes), LedgerPayload(bytes, in: line.payload) == nil {
        return .unknownRecord(line.sequence)
      }
      guard let newline = bytes[start...].firstIndex(of: LedgerFormat.newline) else { return nil }
      start = newline + 1
    }
    return nil
  }

  /// Reads the whole ledger.
  ///
  /// If it throws, ``contents`` holds everything before the line that caused the error.
  mutating func readAll() throws(LedgerProblem) {
    try readHeader()
    try readLines()
  }

  /// Reads the lines after the first one.
  private mutating func readLines() throws(LedgerProblem) {
    let bytes = reader.bytes
    isSealRight = Self.seal(of: bytes) != nil
    // An estimate by the usual line length, limited in case the file is something else.
    contents.records.reserveCapacity(min(bytes.count / 80, 4_096))
    while reader.index < bytes.count, try readRecord() {}
    guard !contents.records.isEmpty else {
      // A ledger is created with its first record.
      throw .damaged("it ends before its first record")
    }
  }

  /// Reads the seal that a run wrote at its end; nil if anything follows it, or if a byte before it has changed.
  package static func seal(of bytes: [UInt8]) -> LedgerHistory.Seal? {
    guard bytes.starts(with: LedgerFormat.header), var reader = LineReader(atLastLineOf: bytes) else { return nil }
    let start = reader.index
    guard let line = reader.readLine(), line.isChecked(in: bytes), reader.index == bytes.count - 1,
      case .sealed(let end) = LedgerPayload(bytes, in: line.payload),
      XXH64.checksum(of: bytes, in: 0..<start) == end.bytes
    else { return nil }
    return end.seal
  }

  /// Reads the first line.
  private mutating func readHeader() throws(LedgerProblem) {
    guard !reader.bytes.isEmpty else { throw .damaged("it is empty") }
    guard reader.bytes.starts(with: LedgerFormat.name) else {
      throw .damaged("its first line does not name the format")
    }
    reader.index = LedgerFormat.name.count
    let version = reader.readNumber()
    if let version, version > LedgerFormat.version, !hasThisVersion {
      // Only that version defines what may follow the number.
      throw .newer("it has version \(version) of the format")
    }
    guard version == LedgerFormat.version, reader.peek() == LedgerFormat.newline else {
      throw .damaged("its first line does not give the version of the format")
    }
    reader.index += 1
    contents.length = reader.index
  }

  /// Skips a first line that is wrong, if the second one is of this version.
  private mutating func skipHeader() {
    guard hasThisVersion, let newline = reader.bytes[reader.index...].firstIndex(of: LedgerFormat.newline) else {
      reader.index = reader.bytes.count
      return
    }
    reader.index = newline + 1
    contents.length = reader.index
  }

  /// Whether the second line is of this version, so that only the number in the first line is wrong.
  private var hasThisVersion: Bool {
    var reader = reader
    guard let newline = reader.bytes.firstIndex(of: LedgerFormat.newline) else { return false }
    reader.index = newline + 1
    guard let line = reader.readLine(), line.isChecked(in: reader.bytes) else { return false }
    return LedgerPayload(reader.bytes, in: line.payload) != nil
  }

  /// Reads a line; returns whether another one may follow.
  private mutating func readRecord() throws(LedgerProblem) -> Bool {
    let start = reader.index
    guard let line = reader.readLine(), isSealRight || line.isChecked(in: reader.bytes) else {
      try endIn(start, "does not match its checksum")
      return false
    }
    guard let payload = LedgerPayload(reader.bytes, in: line.payload) else {
      throw LedgerProblem.unknownRecord(line.sequence)
    }
    if case .sealed = payload {
      return try readEnd(behindSealNumbered: line.sequence)
    }
    try accept(payload, numbered: line.sequence)
    contents.length = reader.index
    guard reader.peek() == LedgerFormat.newline else {
      if reader.index < reader.bytes.count { try endIn(reader.index, "is not where it should begin") }
      return false
    }
    reader.index += 1
    contents.length = reader.index
    return true
  }

  private mutating func accept(_ payload: LedgerPayload, numbered sequence: Int) throws(LedgerProblem) {
    switch payload {
    case .records(let records):
      guard sequence == contents.lastSequence + records.count else {
        throw damaged("is missing: number \(sequence) is in its place")
      }
      contents.records += records
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
    contents.isSealed = reader.index == reader.bytes.count - 1 && reader.peek() == LedgerFormat.newline
    if !contents.isSealed { try endIn(reader.index, "follows a seal") }
    return false
  }

  /// Treats the rest of the file as a line that was being written during a crash or a loss of power, and ignores it.
  ///
  /// Each line is synced before the next one is written. So if another line follows, even a damaged one, the ledger is
  /// damaged. If an acknowledged line is missing, the note in the ledger lock's file shows it.
  private func endIn(_ start: Int, _ reason: String) throws(LedgerProblem) {
    var reader = LineReader(reader.bytes, at: start)
    while let newline = reader.bytes[reader.index...].firstIndex(of: LedgerFormat.newline) {
      reader.index = newline + 1
      if reader.readLineStart() != nil { throw damaged(reason) }
      reader.index = newline + 1
    }
  }

  private func damaged(_ reason: String) -> LedgerProblem {
    .damaged("record \(contents.nextSequence) \(reason)")
  }
}

/// The reason why the bytes of a ledger cannot be used.
package enum LedgerProblem: Error, Equatable {
  /// The bytes are not those that were written.
  case damaged(String)
  /// The bytes were written by a later version of the format.
  case newer(String)
  /// Acknowledged records are missing: those with numbers from `first` to `last`.
  case lost(first: Int, last: Int)
  /// The file is missing, although this number of records was acknowledged.
  case gone(acknowledged: Int)
  /// The file is missing, because its records were moved to another ledger.
  case moved

  /// A line that matches its checksum is of a kind that this version does not know.
  fileprivate static func unknownRecord(_ sequence: Int) -> LedgerProblem {
    .newer("record \(sequence) is of a kind that version \(LedgerFormat.version) does not have")
  }
}
