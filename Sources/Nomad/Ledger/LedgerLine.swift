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
