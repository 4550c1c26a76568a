extension TribeRegistry {
  /// The facts that a plan needs about all tribes together, computed once and not for every run.
  final class Summary: Sendable {
    /// The first two tribes that share a place in the order where only one may stand, or that are the same tribe.
    let duplicate: (Entry, Entry)?

    /// The error in the tribes that replace others; nil if there is none.
    let mergeError: NomadError?

    /// The newest version in the registry.
    let newestVersion: TribeVersion?

    /// The newest version of a tribe that another one merges.
    let newestMerged: TribeVersion?

    /// The digest of all tribes, as a seal contains it.
    let keys: KeyDigest

    /// Whether no tribe has to run again once all of them have finished.
    let canSettle: Bool

    /// Computes the facts from sorted entries.
    init(of entries: [Entry]) {
      var (duplicate, newestVersion, keys) = ((Entry, Entry)?.none, TribeVersion?.none, KeyDigest())
      for (index, entry) in entries.enumerated() {
        keys.insert(entry.key, of: entry.module)
        for merged in entry.merged where merged.key != entry.key { keys.insert(merged.key, of: entry.module) }
        if let version = entry.version { newestVersion = version }
        guard duplicate == nil, index > 0 else { continue }
        let previous = entries[index - 1]
        guard previous.position == entry.position, !entry.position.isShareable || previous == entry else { continue }
        duplicate = (previous, entry)
      }
      let runsEveryTime = entries.last.map { $0.position == .always } ?? false
      let runsUntilVersion = entries.first.map { $0.position == .first } ?? false
      (self.duplicate, self.newestVersion, self.keys) = (duplicate, newestVersion, keys)
      newestMerged = entries.flatMap(\.merged).compactMap(\.version).max()
      mergeError = NomadError.merge(in: entries)
      canSettle = duplicate == nil && mergeError == nil && !runsEveryTime && (!runsUntilVersion || newestVersion != nil)
    }
  }

  /// Returns the indices of the tribes that wait for their version, if the seal lists exactly all other tribes as
  /// finished; nil otherwise.
  func waiting(by seal: LedgerHistory.Seal, at current: TribeVersion?) -> Range<Int>? {
    // If nothing has finished, this may be the first start.
    guard summary.canSettle, seal.finished.count > 0 else { return nil }
    // The tribes that one with an id, or one that waits, merges may have run in a newer app.
    if let current, let newest = summary.newestMerged, newest.withoutSubMigration > current { return nil }
    if summary.keys == seal.finished {
      // A tribe above the app's version has run, so the data is from a newer app.
      if let current, let newest = summary.newestVersion, newest.withoutSubMigration > current { return nil }
      return 0..<0
    }
    guard let current else { return nil }
    // Entries are sorted, so only tribes with ids follow the versions.
    let end = (entries.lastIndex { $0.version != nil } ?? -1) + 1
    let isDue = { (entry: Entry) in entry.version.map { $0.withoutSubMigration <= current } ?? true }
    let start = (entries[..<end].lastIndex(where: isDue) ?? -1) + 1
    // If no version has finished, the `.first` tribes run.
    guard start == 0 || entries[start - 1].version != nil else { return nil }
    var keys = summary.keys
    for entry in entries[start..<end] { keys.remove(entry.key, of: entry.module) }
    return keys == seal.finished ? start..<end : nil
  }
}
