/// What the bytes of a ledger say.
package struct LedgerContents: Sendable {
  package var records: [LedgerRecord] = []
  /// The sequence number of the next line.
  var nextSequence = 1
  /// How many bytes are good.
  package var length = 0
  /// How many bytes there are, with those of a seal or of a torn end.
  var size = 0
  /// Whether a seal ends the ledger: all lines before it are durable then, under this name.
  package var isSealed = false
}

extension LedgerContents {
  /// How many bytes there are of a line that was not finished.
  var tornBytes: Int { isSealed ? 0 : size - length }

  /// The number of the last line, without the seal.
  var lastSequence: Int { nextSequence - 1 }

  /// What the ledger says to those who do not write it.
  package var history: LedgerHistory { LedgerHistory(records, tornBytes: tornBytes, isDurable: isSealed) }

  /// Checks that nothing is lost, given how far the ledger was acknowledged, at the least.
  package func check(acknowledged: Int) throws(LedgerFault) {
    guard lastSequence >= acknowledged else { throw .lost(first: nextSequence, last: acknowledged) }
  }

  /// The bytes of a ledger that is written anew with some records, and what they say.
  ///
  /// The last record has the given number; those before it count down from there.
  package static func rewritten(with records: [LedgerRecord], lastSequence last: Int) -> (
    bytes: [UInt8], contents: Self
  ) {
    var bytes = LedgerFormat.header
    let first = last - records.count + 1
    if first > 1, let newest = records.last {
      bytes += LedgerFormat.line(.compacted(Timestamp(newest.date)), sequence: first - 1)
    }
    for (offset, record) in records.enumerated() {
      bytes += LedgerFormat.line(.record(record), sequence: first + offset)
    }
    return (bytes, Self(records: records, nextSequence: last + 1, length: bytes.count, size: bytes.count))
  }

  /// Notes that what follows the last record was cut off.
  mutating func removeEnd() {
    size = length
    isSealed = false
  }

  /// Notes a line that was written, in so many bytes.
  mutating func addLine(bytes: Int) {
    nextSequence += 1
    length += bytes
    removeEnd()
  }
}
