extension TribeRegistry {
  /// What a plan needs to know of all tribes together, found out once and not for every run.
  final class Summary: Sendable {
    /// The first two tribes that stand at one place of the order where only one may, or that are one and the same.
    let duplicate: (Entry, Entry)?

    /// The newest version.
    let newestVersion: TribeVersion?

    /// All tribes, as a seal knows them.
    let keys: KeyDigest

    /// Whether each tribe is done with for good when all of them have finished.
    let canSettle: Bool

    /// Sums up entries that are sorted.
    init(of entries: [Entry]) {
      var (duplicate, newestVersion, keys) = ((Entry, Entry)?.none, TribeVersion?.none, KeyDigest())
      for (index, entry) in entries.enumerated() {
        keys.insert(entry.key, of: entry.module)
        if let version = entry.version { newestVersion = version }
        guard duplicate == nil, index > 0 else { continue }
        let previous = entries[index - 1]
        guard previous.order == entry.order, !entry.order.isShareable || previous == entry else { continue }
        duplicate = (previous, entry)
      }
      let runsEveryTime = entries.last.map { $0.order == .always } ?? false
      let runsUntilVersion = entries.first.map { $0.order == .first } ?? false
      (self.duplicate, self.newestVersion, self.keys) = (duplicate, newestVersion, keys)
      canSettle = duplicate == nil && !runsEveryTime && (!runsUntilVersion || newestVersion != nil)
    }
  }

  /// The places of the tribes that wait for their version, if a ledger with this seal says that all others have
  /// finished, and nothing else; nil if it does not.
  func waiting(by seal: LedgerSeal, at current: TribeVersion?) -> Range<Int>? {
    // Where nothing has finished, it may be the first start.
    guard summary.canSettle, seal.finished.count > 0 else { return nil }
    if summary.keys == seal.finished {
      // A tribe above the app's version has run: the data is a newer app's.
      if let current, let newest = summary.newestVersion, newest.withoutStep > current { return nil }
      return 0..<0
    }
    guard let current else { return nil }
    // Entries are sorted: only once-ids follow the versions.
    let end = (entries.lastIndex { $0.version != nil } ?? -1) + 1
    let isDue = { (entry: Entry) in entry.version.map { $0.withoutStep <= current } ?? true }
    let start = (entries[..<end].lastIndex(where: isDue) ?? -1) + 1
    // Without a version that finished, the first tribes run.
    guard start == 0 || entries[start - 1].version != nil else { return nil }
    var keys = summary.keys
    for entry in entries[start..<end] { keys.remove(entry.key, of: entry.module) }
    return keys == seal.finished ? start..<end : nil
  }
}
