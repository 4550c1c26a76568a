/// A stretch of a ledger's bytes as a person sees it who looks for damage: a line, or what is none.
package struct LedgerLine: Sendable {
  /// What such a stretch is.
  package enum Content: Equatable, Sendable {
    /// The first line, which names the format.
    case header
    /// A line that matches its checksum.
    case payload(LedgerPayload, sequence: Int)
    /// A line that matches its checksum, of a kind that this version of the format does not have.
    case unknown(sequence: Int)
    /// Bytes that are no such line; with them the record that they seem to have been, which is not to be relied on.
    case unreadable(claim: LedgerRecord?)
    /// Lines with nothing in them, so many.
    case blank(lines: Int)
    /// What is left of a line that was being written; it counts for nothing.
    case torn
  }

  package let content: Content

  /// The number of the line in the file, from 1, as an editor counts them.
  package let number: Int

  /// Where it stands in the file, without the newline at its end.
  package fileprivate(set) var bytes: Range<Int>

  /// Whether carriage returns stand between it and its newline, or in the place of that, as no run writes them.
  package var isEndChanged = false

  package init(content: Content, number: Int, bytes: Range<Int>) {
    (self.content, self.number, self.bytes) = (content, number, bytes)
  }
}

extension LedgerLine {
  /// Whether it matches its checksum.
  package var isChecked: Bool {
    switch content {
    case .payload, .unknown: true
    case .header, .unreadable, .blank, .torn: false
    }
  }
}

extension [LedgerLine] {
  /// Adds a line; bytes that say nothing are one with those of the line before, as there can be millions of such.
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
