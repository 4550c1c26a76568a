internal import NomadFormat

/// The parsed content of a ledger.
package struct LedgerContents: Sendable {
  package var records: [LedgerRecord] = []
  /// The number of the next record, or of a seal.
  var nextSequence = 1
  /// The number of valid bytes.
  package var length = 0
  /// All bytes of the file, including a seal or a torn end.
  package var bytes: [UInt8] = []
  /// Whether the ledger ends in a seal.
  ///
  /// All lines before it are then durable, under this name.
  package var isSealed = false

  package init(_ bytes: [UInt8] = []) {
    self.bytes = bytes
  }
}

extension LedgerContents {
  /// The number of all bytes, including a seal or a torn end.
  var size: Int { bytes.count }

  /// The number of bytes of an incomplete line at the end.
  var tornBytes: Int { isSealed ? 0 : size - length }

  /// The number of the last line, without the seal.
  package var lastSequence: Int { nextSequence - 1 }

  /// The history for readers of the ledger.
  package var history: LedgerHistory { LedgerHistory(records, tornBytes: tornBytes, isDurable: isSealed) }

  /// Checks that no record is lost, if the ledger was acknowledged at least up to a number.
  package func check(acknowledged: Int) throws(LedgerProblem) {
    guard lastSequence >= acknowledged else { throw .lost(first: nextSequence, last: acknowledged) }
  }

  /// Returns the content of a ledger that is rewritten with some records.
  ///
  /// The last record gets the given number. The records before it count down from there.
  package static func rewritten(with records: [LedgerRecord], lastSequence last: Int) -> Self {
    var bytes = LedgerFormat.header
    let first = last - records.count + 1
    if first > 1, let newest = records.last {
      bytes += LedgerFormat.line(.compacted(Timestamp(newest.date)), sequence: first - 1)
    }
    for (offset, record) in records.enumerated() {
      bytes += LedgerFormat.line(.records([record]), sequence: first + offset)
    }
    var contents = Self(bytes)
    (contents.records, contents.nextSequence, contents.length) = (records, last + 1, bytes.count)
    return contents
  }

  /// Updates the values after the bytes that followed the last record were cut off.
  mutating func removeEnd() {
    bytes.removeLast(bytes.count - length)
    isSealed = false
  }

  /// Updates the values after the line of some records was written.
  mutating func add(_ added: [LedgerRecord], _ line: [UInt8]) {
    records += added
    bytes += line
    nextSequence += added.count
    length = bytes.count
    isSealed = false
  }
}
