/// What can be read of a damaged ledger.
package struct LedgerSalvage {
  /// The records that match their checksums, in order.
  package let records: [LedgerRecord]
  /// The numbers of the lines that are not there.
  package let missing: [ClosedRange<Int>]
  /// The number of the last line that there was.
  package let lastSequence: Int

  /// Sums up the lines that can be read, given how far the ledger was acknowledged.
  package init(of lines: [(sequence: Int, payload: LedgerPayload)], acknowledged: Int) {
    var (next, records, missing) = (1, [LedgerRecord](), [ClosedRange<Int>]())
    for (sequence, payload) in lines {
      switch payload {
      case .compacted where next == 1: break
      case .compacted, .record, .sealed:
        if sequence > next { missing.append(next...(sequence - 1)) }
      }
      if case .record(let record) = payload { records.append(record) }
      // A seal has the number of the record that takes its place.
      next = payload.isSeal ? max(next, sequence) : sequence + 1
    }
    if next <= acknowledged { missing.append(next...acknowledged) }
    self.records = records
    self.missing = missing
    lastSequence = max(next - 1, acknowledged)
  }
}
