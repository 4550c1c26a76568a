/// Line by line, for people who look for damage; no run reads a ledger like this.
extension LedgerReader {
  /// Every line of a ledger, and what stands in the place of one.
  ///
  /// A line is looked for where one ended, and behind each newline. None that was written holds a newline within.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the ledger.
  ///   - good: How many of them a run reads. There, what matches its checksum is a line whatever it holds.
  ///   - length: Up to where lines are looked for; the rest is torn. All by default.
  /// - Returns: The lines in the order of the bytes.
  static func lines(of bytes: [UInt8], good: Int = 0, upTo length: Int? = nil) -> [LedgerLine] {
    var reader = LedgerReader(bytes)
    var (lines, number) = ([LedgerLine](), 1)
    let length = length ?? bytes.count
    while reader.index < length {
      let start = reader.index
      let content = reader.readContent(isGood: start < good)
      lines.add(LedgerLine(content: content, number: number, bytes: start..<reader.index))
      if reader.peek() == LedgerFormat.newline { reader.index += 1 }
      number += bytes[start..<reader.index].count { $0 == LedgerFormat.newline }
    }
    if length < bytes.count {
      // A record can be whole but for its newline, and be followed by what is not.
      let start = max(length, reader.index)
      lines.append(LedgerLine(content: .torn, number: number, bytes: start..<bytes.count))
    }
    return lines
  }

  /// Reads what stands here, up to the end of the line.
  private mutating func readContent(isGood: Bool) -> LedgerLine.Content {
    let start = index
    let end = bytes[start...].firstIndex(of: LedgerFormat.newline) ?? bytes.count
    if start == 0, end == LedgerFormat.header.count - 1, bytes.starts(with: LedgerFormat.header.dropLast()) {
      index = end
      return .header
    }
    if let line = readLine(), isGood || line.payload.upperBound <= end, line.isChecked(in: bytes),
      line.sequence < LedgerFormat.lastSequence
    {
      guard let payload = LedgerPayload(bytes, in: line.payload) else { return .unknown(sequence: line.sequence) }
      return .payload(payload, sequence: line.sequence)
    }
    index = end
    return .unreadable(claim: claim(in: start..<end))
  }

  /// The record that a damaged line may have been: what stands behind the checksum, the number and the length.
  private func claim(in range: Range<Int>) -> LedgerRecord? {
    var spaces = 0
    for index in range where bytes[index] == LedgerFormat.space {
      spaces += 1
      guard spaces == 3 else { continue }
      guard case .record(let record) = LedgerPayload(bytes, in: (index + 1)..<range.upperBound) else { return nil }
      return record
    }
    return nil
  }
}
