extension Planner {
  /// Returns the names of tribes that only a newer app can have run.
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
    var seen = own.subtracting(waiting)
    let ceiling = currentVersion ?? registry.entries.compactMap(\.version).last
    let canRead = { (text: String) in
      guard let ceiling, let since = try? CurrentVersion.version(text) else { return false }
      return since <= ceiling
    }
    // A tribe that began in a newer app may have changed a part of the data.
    let begun = readable.filter { key, since in
      // Without a current version, only the tribe's version shows that it is from a newer app.
      let isNewer =
        currentVersion != nil || key.version.map { version in ceiling.map { version > $0 } ?? true } ?? false
      return isNewer && !due.contains(key) && history.state(of: key).map { !$0.isDone } ?? false
        && !canRead(since.version)
    }
    // Only the last record of how a tribe finished counts, because compaction drops the others.
    let finished: [String] = history.finished.reversed().compactMap { record in
      let key = record.key
      guard seen.insert(key).inserted else { return nil }
      if let since = readable[key], canRead(since.version) { return nil }
      // A mark that this app made itself, such as for a predecessor, is not from a newer app.
      let isMark = waiting.contains(key) && record.kind != .finished
      let version = key.isVersion && !isMark ? key.version?.withoutSubMigration : recordedVersion(of: record)
      guard let version, let ceiling, version > ceiling else { return nil }
      return record.name
    }
    return finished.reversed() + begun.values.map(\.name).sorted(by: ByteOrder.precedes)
  }

  /// Returns the version of the app that ran an unversioned tribe; nil if it or the current version is not known.
  private func recordedVersion(of record: LedgerRecord) -> TribeVersion? {
    guard currentVersion != nil, let version = record.appVersion else { return nil }
    return try? CurrentVersion.version(version)
  }
}
