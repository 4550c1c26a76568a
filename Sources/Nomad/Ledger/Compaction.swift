/// When and how records that later ones superseded are left out, so that `.always` does not grow a ledger for ever.
enum Compaction {
  /// How many superseded records are not worth a rewrite.
  static let tolerance = 64

  /// Whether, of so many records with so many different keys, the superseded ones outnumber the others.
  static func isDue(records: Int, keys: Int) -> Bool {
    records - keys > max(tolerance, keys)
  }

  /// The last record of each key, in the order in which they were written.
  static func latest(of records: [LedgerRecord]) -> [LedgerRecord] {
    var seen: Set<LedgerKey> = []
    return records.reversed().filter { seen.insert(LedgerKey($0.key)).inserted }.reversed()
  }
}
