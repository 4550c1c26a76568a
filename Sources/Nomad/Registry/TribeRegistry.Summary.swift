extension TribeRegistry {
  /// What a plan needs to know of all tribes together, found out once and not for every run.
  struct Summary: Sendable {
    /// The first two tribes that stand at one place of the order where only one may, or that are one and the same.
    private(set) var duplicate: (Entry, Entry)?

    /// The newest version.
    private(set) var newestVersion: TribeVersion?

    /// All tribes, as a seal knows them.
    private(set) var keys = KeyDigest()

    /// Whether each tribe is done with for good when all of them have finished.
    let canSettle: Bool

    /// Sums up entries that are sorted.
    init(of entries: [Entry]) {
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
      canSettle = duplicate == nil && !runsEveryTime && (!runsUntilVersion || newestVersion != nil)
    }
  }

  /// Whether a ledger with this seal says that every tribe has finished, and nothing else.
  func isSettled(by seal: LedgerSeal) -> Bool {
    summary.canSettle && summary.keys == seal.finished
  }
}
