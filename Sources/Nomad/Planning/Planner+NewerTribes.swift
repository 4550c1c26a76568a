extension Planner {
  /// Returns the names of tribes that only a newer app can have run, and those whose data this app cannot read.
  ///
  /// `unlisted` has the tribes that a predecessor has done and that the registry lacks. Once they are marked, the next
  /// start would find them.
  func newerTribes(in history: LedgerHistory, hasRun: [Bool], adopting unlisted: [LedgerKey]) -> [String] {
    let ceiling = runningVersion ?? registry.entries.compactMap(\.version).last
    let above = currentVersion == nil ? [] : unlisted.filter { isAbove(ceiling, $0) }
    return newerTribes(in: history, hasRun, below: ceiling) + above.map(\.text)
  }

  private func newerTribes(in history: LedgerHistory, _ hasRun: [Bool], below ceiling: TribeVersion?) -> [String] {
    let readable = history.readableSince
    // The tribes that this app may run, those whose records say nothing new, and those above the app's version.
    var (due, seen, waiting) = (Set<LedgerKey>(), Set<LedgerKey>(), Set<LedgerKey>())
    func take(_ key: LedgerKey, _ version: TribeVersion?, _ hasRun: Bool) {
      // A build can contain tribes above its own version, such as after a newer build was withdrawn.
      let isAbove = currentVersion.map { current in version.map { $0.withoutSubMigration > current } ?? false }
      if isAbove != true { due.insert(key) }
      if isAbove == true, hasRun { waiting.insert(key) } else { seen.insert(key) }
    }
    for (entry, hasRun) in zip(registry.entries, hasRun) {
      take(entry.key, entry.version, hasRun)
      for merged in entry.merged where merged.key != entry.key {
        take(merged.key, merged.version, history.isDone(merged.key))
      }
    }
    var newer: [String] = []
    for record in history.finished {
      let key = record.key
      // The data of a `.whenChanged` tribe is made again.
      guard !seen.contains(key), !key.isChanged else { continue }
      let since = readable[key]
      if let since, isReadable(since, by: ceiling) { continue }
      let isOfNewerApp = recordedVersion(of: record).map { version in ceiling.map { version > $0 } ?? false } ?? false
      // A mark that this app made itself, such as for a predecessor, is not from a newer app.
      let isMark = waiting.contains(key) && record.kind != .finished
      let isUnreadable = since.map { isRefused($0, key, by: ceiling) } ?? false
      if isOfNewerApp || !isMark && (isUnreadable || isAbove(ceiling, key)) { newer.append(record.name) }
    }
    // A tribe that has begun may have changed a part of the data.
    var begun: [String] = []
    for (key, since) in readable where !due.contains(key) {
      if history.state(of: key)?.isDone == false, isRefused(since, key, by: ceiling) { begun.append(since.name) }
    }
    return newer + ByteOrder.sorted(begun)
  }

  /// Whether an app of a version can read a tribe's result, according to the record about that.
  private func isReadable(_ since: LedgerRecord, by ceiling: TribeVersion?) -> Bool {
    guard let ceiling, let version = since.readableVersion else { return false }
    return version <= ceiling
  }

  /// Whether a newer app recorded which apps can read a tribe's result, and this app cannot read it.
  ///
  /// Without a current version, records of apps without one may be this app's own, of tribes that it has dropped.
  private func isRefused(_ since: LedgerRecord, _ key: LedgerKey, by ceiling: TribeVersion?) -> Bool {
    !isReadable(since, by: ceiling) && (currentVersion != nil || since.appVersion != nil || isAbove(ceiling, key))
  }

  /// The app's version with the number of a sub-migration; nil if it is not known.
  private var runningVersion: TribeVersion? { currentVersion.map { appVersion.flatMap(Self.version) ?? $0 } }

  /// Whether the version in a key is above the app's or, if that is not known, above every version of the registry.
  private func isAbove(_ ceiling: TribeVersion?, _ key: LedgerKey) -> Bool {
    guard let ceiling, let version = key.version else { return false }
    // An app of a version also runs the sub-migrations of that version.
    return (currentVersion == nil ? version : version.withoutSubMigration) > ceiling
  }

  /// Returns the version of the app that ran a tribe; nil if it or the current version is not known.
  ///
  /// A mark by hand has no module, and its version only tells people who made it.
  private func recordedVersion(of record: LedgerRecord) -> TribeVersion? {
    let isByHand = record.module == nil && record.kind != .finished
    return currentVersion == nil || isByHand ? nil : record.appVersion.flatMap(Self.version)
  }

  private static func version(_ text: String) -> TribeVersion? { try? CurrentVersion.version(text) }
}
