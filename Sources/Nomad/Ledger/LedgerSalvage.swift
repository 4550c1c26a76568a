/// The readable part of a damaged ledger.
package struct LedgerSalvage {
  /// The records that match their checksums, in order.
  package let records: [LedgerRecord]
  /// The numbers of the missing lines.
  package let missing: [ClosedRange<Int>]
  /// The number of the last line that ever existed.
  package let lastSequence: Int

  /// Summarizes the readable lines of a ledger that was acknowledged up to a number.
  package init(of lines: [(sequence: Int, payload: LedgerPayload)], acknowledged: Int) {
    var (next, records, missing) = (1, [LedgerRecord](), [ClosedRange<Int>]())
    for (sequence, payload) in lines {
      switch payload {
      case .compacted where next == 1: break
      case .compacted, .record, .sealed:
        if sequence > next { missing.append(next...(sequence - 1)) }
      }
      if case .record(let record) = payload { records.append(record) }
      // A seal has the number of the record that will replace it.
      next = payload.isSeal ? max(next, sequence) : sequence + 1
    }
    if next <= acknowledged { missing.append(next...acknowledged) }
    self.records = records
    self.missing = missing
    lastSequence = max(next - 1, acknowledged)
  }
}
