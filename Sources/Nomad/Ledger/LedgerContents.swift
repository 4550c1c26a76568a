/// What the bytes of a ledger say.
struct LedgerContents: Sendable {
  /// How the last line ends.
  enum End: Hashable, Sendable {
    /// As it should.
    case whole
    /// The last record is complete and only lacks its newline.
    case withoutNewline
    /// An incomplete record, which nobody was told is recorded, follows the last whole one.
    case torn
  }

  var records: [LedgerRecord] = []
  /// The sequence number of the next record.
  var nextSequence = 1
  /// How many bytes are good.
  var length = 0
  /// How many bytes there are, with those of a torn end.
  var size = 0
  var end = End.whole
}

extension LedgerContents {
  /// What the ledger says to those who do not write it.
  var history: LedgerHistory { LedgerHistory(records, tornBytes: end == .torn ? size - length : 0) }

  /// Notes a record that was written, in so many bytes.
  mutating func add(_ record: LedgerRecord, bytes: Int) {
    records.append(record)
    nextSequence += 1
    length += bytes
    size = length
    end = .whole
  }
}

/// Why the bytes of a ledger cannot be used.
enum LedgerFault: Error, Hashable {
  /// They are not what was written.
  case damaged(String)
  /// They were written by a later version of the format.
  case newer(String)
}
