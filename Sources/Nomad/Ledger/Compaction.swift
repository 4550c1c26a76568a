/// When and how records that later ones superseded are left out, so that `.always` does not grow a ledger for ever.
enum Compaction {
  /// How many superseded records are not worth a rewrite.
  static let tolerance = 64

  /// Whether the records that would be superseded outnumber the others.
  static func isDue(for records: [LedgerRecord], and record: LedgerRecord) -> Bool {
    guard records.count > tolerance else { return false }
    let kept = Set((records + [record]).map { LedgerKey($0.key) }).count
    return records.count + 1 - kept > max(tolerance, kept)
  }

  /// The last record of each key, in the order in which they were written.
  static func latest(of records: [LedgerRecord]) -> [LedgerRecord] {
    var seen: Set<LedgerKey> = []
    return records.reversed().filter { seen.insert(LedgerKey($0.key)).inserted }.reversed()
  }
}
