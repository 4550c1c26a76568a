internal import NomadFormat

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// Splits a ledger into lines, for people who look for damage. Runs do not use this.
extension LedgerReader {
  /// Returns every line of a ledger, and every stretch of bytes in place of one.
  ///
  /// A line may begin where another one ended, and after each newline. Nomad writes no newline within a line and no
  /// carriage return after it. Text tools and version control add them.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the ledger.
  ///   - good: The number of bytes that a run reads. Within them, bytes that match a checksum are a line whatever they
  ///     contain.
  ///   - length: The offset up to which lines are read. The rest is torn. All bytes by default.
  /// - Returns: The lines in the order of the bytes.
  package static func lines(of bytes: [UInt8], good: Int = 0, upTo length: Int? = nil) -> [LedgerLine] {
    var reader = LineReader(bytes)
    var (lines, number) = ([LedgerLine](), 1)
    let length = length ?? bytes.count
    while reader.index < length {
      let start = reader.index
      // Empty lines may precede all others.
      let isFirst = lines.last.map { if case .blank = $0.content { lines.count == 1 } else { false } } ?? true
      var line = LedgerLine(
        content: reader.readBlank(upTo: length) ?? reader.readContent(isGood: start < good, isFirst: isFirst),
        number: number,
        bytes: start..<reader.index
      )
      switch line.content {
      case .header, .payload, .unknown:
        line.isEndChanged = reader.skipCarriageReturns(upTo: length)
        number += bytes[line.bytes].count { $0 == LedgerFormat.newline }
      case .blank(let lines): number += lines
      case .unreadable, .torn: break
      }
      lines.add(line)
      let hasNewline = reader.peek() == LedgerFormat.newline
      if hasNewline { reader.index += 1 }
      if hasNewline || line.isEndChanged { number += 1 }
    }
    if length < bytes.count {
      // A record can be complete except for its newline, with torn bytes after it.
      let start = max(length, reader.index)
      lines.append(LedgerLine(content: .torn, number: number, bytes: start..<bytes.count))
    }
    return lines
  }
}

extension LineReader {
  /// Skips newlines and carriage returns.
  mutating func skipBlanks() {
    while let byte = peek(), byte == LedgerFormat.newline || byte == Self.carriageReturn { index += 1 }
  }

  /// Reads the first line, without its end; returns whether it is there.
  mutating func readHeading() -> Bool {
    let end = index + Self.heading.count
    guard bytes[index...].starts(with: Self.heading),
      end == bytes.count || bytes[end] == LedgerFormat.newline || bytes[end] == Self.carriageReturn
    else { return false }
    index = end
    return true
  }

  /// Reads empty lines; nil if there are none.
  fileprivate mutating func readBlank(upTo length: Int) -> LedgerLine.Content? {
    let start = index
    var count = 0
    while index < length, let byte = peek(), byte == LedgerFormat.newline || byte == Self.carriageReturn {
      if byte == LedgerFormat.newline { count += 1 }
      index += 1
    }
    return index > start ? .blank(lines: count) : nil
  }

  /// Skips the carriage returns after a line; returns whether there were any.
  fileprivate mutating func skipCarriageReturns(upTo length: Int) -> Bool {
    let start = index
    while index < length, peek() == Self.carriageReturn { index += 1 }
    return index > start
  }

  private static let carriageReturn = UInt8(ascii: "\r")
  private static let heading = LedgerFormat.header.dropLast()

  /// The end of the line at the current offset.
  var endOfLine: Int {
    bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress,
        let newline = memchr(start + index, Int32(LedgerFormat.newline), bytes.count - index)
      else { return bytes.count }
      return UnsafeRawPointer(newline) - start
    }
  }

  /// Reads the content at the current offset, up to the end of the line.
  fileprivate mutating func readContent(isGood: Bool, isFirst: Bool) -> LedgerLine.Content {
    if isFirst, readHeading() { return .header }
    let (start, end) = (index, endOfLine)
    if let line = readLine(), isGood || line.payload.upperBound <= end, line.isChecked(in: bytes),
      line.sequence < LedgerFormat.lastSequence
    {
      guard let payload = LedgerPayload(bytes, in: line.payload) else { return .unknown(sequence: line.sequence) }
      return .payload(payload, sequence: line.sequence)
    }
    index = end
    return .unreadable(claim: claim(in: start..<end))
  }

  /// Returns the record that a damaged line may have been: the part after the checksum, the number and the length.
  private func claim(in range: Range<Int>) -> LedgerRecord? {
    var spaces = 0
    // These three fit into 64 bytes, however long the line is.
    for index in range.prefix(64) where bytes[index] == LedgerFormat.space {
      spaces += 1
      guard spaces == 3 else { continue }
      var end = range.upperBound
      while end > index + 1, bytes[end - 1] == Self.carriageReturn { end -= 1 }
      guard case .record(let record) = LedgerPayload(bytes, in: (index + 1)..<end) else { return nil }
      return record
    }
    return nil
  }
}
