package import Nomad
internal import NomadFormat

/// A line of a ledger, or a stretch of bytes in place of one, for people who look for damage.
package struct LedgerLine: Sendable {
  /// The content of a line.
  package enum Content: Equatable, Sendable {
    /// The first line, which names the format.
    case header
    /// A line that matches its checksum.
    case payload(LedgerPayload, sequence: Int)
    /// A line that matches its checksum, but whose kind is unknown to this version of the format.
    case unknown(sequence: Int)
    /// Bytes that are not a valid line. `claim` is the record that they seem to have been, which is unreliable.
    case unreadable(claim: LedgerRecord?)
    /// A number of empty lines.
    case blank(lines: Int)
    /// The rest of a line that was being written. It is ignored.
    case torn
  }

  package let content: Content

  /// The line number in the file, from 1, as in an editor.
  package let number: Int

  /// The line's range in the file, without its newline.
  package fileprivate(set) var bytes: Range<Int>

  /// Whether carriage returns come before the newline or replace it.
  ///
  /// Nomad never writes them.
  package var isEndChanged = false

  package init(content: Content, number: Int, bytes: Range<Int>) {
    (self.content, self.number, self.bytes) = (content, number, bytes)
  }
}

extension LedgerLine {
  /// Whether the line matches its checksum.
  package var isChecked: Bool {
    switch content {
    case .payload, .unknown: true
    case .header, .unreadable, .blank, .torn: false
    }
  }
}

extension [LedgerLine] {
  /// Adds a line.
  ///
  /// Adjacent lines without meaning are merged, because there can be millions of them.
  mutating func add(_ line: LedgerLine) {
    if case .unreadable(claim: nil)? = last?.content, line.saysNothing {
      self[count - 1].bytes = self[count - 1].bytes.lowerBound..<line.bytes.upperBound
    } else {
      append(line)
    }
  }
}

extension LedgerLine {
  fileprivate var saysNothing: Bool {
    switch content {
    case .unreadable(claim: nil), .blank: true
    case .header, .payload, .unknown, .unreadable, .torn: false
    }
  }
}

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
  /// Reads empty lines; nil if there are none.
  fileprivate mutating func readBlank(upTo length: Int) -> LedgerLine.Content? {
    let start = index
    var count = 0
    while index < length, let byte = peek(), byte == LedgerFormat.newline || byte == LedgerFormat.carriageReturn {
      if byte == LedgerFormat.newline { count += 1 }
      index += 1
    }
    return index > start ? .blank(lines: count) : nil
  }

  /// Skips the carriage returns after a line; returns whether there were any.
  fileprivate mutating func skipCarriageReturns(upTo length: Int) -> Bool {
    let start = index
    while index < length, peek() == LedgerFormat.carriageReturn { index += 1 }
    return index > start
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
      while end > index + 1, bytes[end - 1] == LedgerFormat.carriageReturn { end -= 1 }
      guard case .record(let record) = LedgerPayload(bytes, in: (index + 1)..<end) else { return nil }
      return record
    }
    return nil
  }

  /// Reads the first line, without its end; returns whether it is there.
  fileprivate mutating func readHeading() -> Bool {
    let end = index + Self.heading.count
    guard bytes[index...].starts(with: Self.heading),
      end == bytes.count || bytes[end] == LedgerFormat.newline || bytes[end] == LedgerFormat.carriageReturn
    else { return false }
    index = end
    return true
  }

  private static let heading = LedgerFormat.header.dropLast()

  /// The end of the line at the current offset.
  fileprivate var endOfLine: Int {
    var end = index
    while end < bytes.count, bytes[end] != LedgerFormat.newline { end += 1 }
    return end
  }
}
