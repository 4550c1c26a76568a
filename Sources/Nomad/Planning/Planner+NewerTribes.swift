extension Planner {
  /// Returns the names of tribes that only a newer app can have run, and those whose data this app cannot read.
  func newerTribes(in history: LedgerHistory, hasRun: [Bool]) -> [String] {
    // A build can contain tribes above its own version, such as after a newer build was withdrawn.
    let above = zip(registry.entries, hasRun).filter { entry, _ in
      guard let currentVersion, let version = entry.version else { return false }
      return version.withoutSubMigration > currentVersion
    }
    let waiting = above.filter(\.1).map(\.0.key)
    let readable = history.readableSince
    // Usually the registry knows every tribe of the ledger.
    guard hasRun.count(where: \.self) < history.finishedCount || !waiting.isEmpty || !readable.isEmpty else {
      return []
    }
    let own = Set(registry.entries.map(\.key))
    let due = own.subtracting(above.map(\.0.key))
    let ceiling = runningVersion ?? registry.entries.compactMap(\.version).last
    let canRead = { (text: String) in
      guard let ceiling, let since = try? CurrentVersion.version(text) else { return false }
      return since <= ceiling
    }
    // Without a current version, records of apps without one may be this app's own, of tribes that it has dropped.
    let isRefused = { [self] (key: LedgerKey, since: (version: String, name: String, appVersion: String?)) in
      !canRead(since.version) && (currentVersion != nil || since.appVersion != nil || isAbove(ceiling, key))
    }
    // A tribe that has begun may have changed a part of the data.
    let begun = readable.filter { key, since in
      !due.contains(key) && history.state(of: key).map { !$0.isDone } ?? false && isRefused(key, since)
    }
    var seen = own.subtracting(waiting)
    // Only the last record of how a tribe finished counts, because compaction drops the others.
    let finished: [String] = history.finished.reversed().compactMap { record in
      let key = record.key
      guard seen.insert(key).inserted else { return nil }
      let since = readable[key]
      if let since, canRead(since.version) { return nil }
      let isOfNewerApp = recordedVersion(of: record).map { version in ceiling.map { version > $0 } ?? false } ?? false
      // A mark that this app made itself, such as for a predecessor, is not from a newer app.
      let isMark = waiting.contains(key) && record.kind != .finished
      let isUnreadable = since.map { isRefused(key, $0) } ?? false
      return isOfNewerApp || !isMark && (isUnreadable || isAbove(ceiling, key)) ? record.name : nil
    }
    return finished.reversed() + begun.values.map(\.name).sorted(by: ByteOrder.precedes)
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
