package import Nomad

/// The tribes whose results belong to releases above a version.
extension LedgerHistory {
  /// Returns the last record of each tribe above a version that is done or has begun, the last one first.
  ///
  /// A tribe with a version is above the version to go back to if its own is. It is, too, if an app of that version does
  /// not have the tribe, as far as the ledger shows, and could not read its result.
  ///
  /// A tribe with a once-id is above it if the version of the app that ran it is. If that is not recorded, it is above if
  /// it ran after another tribe above it, or if a revert of it was interrupted.
  package func records(above version: TribeVersion) -> [LedgerRecord] {
    var last: [LedgerKey: (index: Int, record: LedgerRecord)] = [:]
    for (index, record) in records.enumerated() where record.key.isOfOneRun {
      switch record.kind {
      case .finished, .marked, .merged: last[record.key] = (index, record)
      case .forgotten: last[record.key] = nil
      // An attempt to undo a tribe in a transaction leaves it done.
      case .began, .failed, .checkpoint:
        if !isDone(record.key) || !record.isOfRevert { last[record.key] = (index, record) }
      case .fact: break
      @unknown default: break
      }
    }
    let (readable, uses) = (readableSince, uses(since: 0))
    var hasAbove = false
    return last.values.sorted { $0.index < $1.index }.filter { index, record in
      let since = readable[record.key]
      let isUnreadable = since.map { !$0.isReadable(by: version) } ?? false
      let isIncluded: Bool
      if !record.key.isVersion {
        isIncluded = isUnreadable || record.isOfApp(above: version) ?? (hasAbove || record.isOfRevert)
      } else if let own = record.key.version?.withoutSubMigration {
        let isLate = { uses.contains { $0 < index && self.records[$0].isOfApp(from: own, to: version) } }
        isIncluded =
          own > version || isUnreadable
          || since == nil && !record.isByHand && record.isOfApp(above: version) ?? false && isLate()
      } else {
        isIncluded = true
      }
      hasAbove = hasAbove || isIncluded
      return isIncluded
    }.map(\.record).reversed()
  }

  /// Returns the record of the tribe that did the work of another one's record: that of the tribe that merges it, if that
  /// one marked it.
  func runner(of record: LedgerRecord) -> LedgerRecord {
    finished.last { record.kind == .merged(into: $0.key) && $0.name == record.name } ?? record
  }

  /// Returns the last records of the `.first` and `.always` tribes that a newer app ran, and that would keep out an app
  /// of a version; none at a first start.
  ///
  /// They cannot be undone, and usually an app of that version has them.
  func repeated(above version: TribeVersion) -> [LedgerRecord] {
    let readable = readableSince
    if isFirstStart { return [] }
    return finished.filter { record in
      record.key.isRepeated && readable[record.key] == nil && record.isOfApp(above: version) ?? false
    }
  }

  /// Returns the `.first` and `.always` tribes that are done, and that declare that an app of a version cannot read their
  /// results, with the oldest version that can.
  func unreadableRepeated(by version: TribeVersion) -> [(tribe: LedgerRecord, since: String)] {
    let readable = readableSince
    return finished.filter(\.key.isRepeated).compactMap { record in
      guard let since = readable[record.key], !since.isReadable(by: version) else { return nil }
      return (record, since.readableVersion?.text ?? "")
    }
  }
}

extension LedgerRecord {
  /// Returns the versions to which an app can go back without undoing the tribe, in words.
  func placeToStay(above version: TribeVersion) -> String {
    let own = key.version.map(\.withoutSubMigration).flatMap { $0 > version ? $0.text : nil }
    return (own ?? appVersion).map { "version \($0) or a newer one" } ?? "a newer version"
  }

  fileprivate func isReadable(by version: TribeVersion) -> Bool { readableVersion.map { $0 <= version } ?? false }

  /// Whether a person marked the tribe, so that the app's version tells of no release.
  fileprivate var isByHand: Bool {
    if case .marked = kind { module == nil } else { false }
  }

  private var release: TribeVersion? { appVersion.flatMap { try? TribeVersion(app: $0).withoutSubMigration } }

  /// Whether the version of the app that made the record is above another one; nil if it is not known.
  fileprivate func isOfApp(above version: TribeVersion) -> Bool? { release.map { $0 > version } }

  /// Whether an app of one of some versions made the record.
  fileprivate func isOfApp(from first: TribeVersion, to last: TribeVersion) -> Bool {
    release.map { first <= $0 && $0 <= last } ?? false
  }
}
