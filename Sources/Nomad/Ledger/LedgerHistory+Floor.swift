/// The oldest version that the data can have, whatever tribes are done: see ``MigrationPolicy/oldest``.
extension LedgerHistory {
  private typealias Floor = LedgerFact.Floor

  /// The oldest version that the data can have, because an app created it, or because it had that version before tribes
  /// were forgotten; nil if that is not recorded.
  package var floor: TribeVersion? { floors.map(\.version).max() }

  /// Returns that version for the data of some modules.
  func floor(of modules: Set<String>) -> TribeVersion? {
    floors.filter { $0.module.map(modules.contains) ?? true }.map(\.version).max()
  }

  /// Returns the record of the versions that the data keeps, although records forget tribes; nil if the records that
  /// remain tell the same versions.
  package func start(forgettingBy records: [LedgerRecord], appVersion: String?) -> LedgerRecord? {
    let left = LedgerHistory(self.records + records)
    // A mark by hand, which has no module, counts for each of them.
    let kept = floors(of: namedModules, above: reached(of: [""]), from: reached)
    let isLost = kept.contains { floor in
      left.reached(of: [floor.module ?? "", ""]).map { $0 < floor.version } ?? true
    }
    return isLost ? .started(floors: kept, appVersion: appVersion) : nil
  }

  /// Returns the record that the data of some modules goes back to a version, and that the data of others keeps its
  /// version; nil if no newer version is recorded for the data that goes back.
  package func start(
    revertingDataOf modules: Set<String>,
    to version: TribeVersion,
    appVersion: String?
  ) -> LedgerRecord? {
    if hasStart, floor(of: modules).map({ $0.withoutSubMigration <= version }) ?? true { return nil }
    let kept = floors(of: namedModules.subtracting(modules), above: nil, from: unusedFloor)
    return .started(floors: kept, appVersion: appVersion, isOfRevert: true)
  }

  /// Returns the records of tribes of some modules since the record of the first start; of all modules if it is nil.
  ///
  /// Those that a compaction may leave out, and those that tell of no release, are not among them.
  func uses(of modules: Set<String>?) -> [LedgerRecord] {
    uses(since: state.start?.index ?? 0).map { records[$0] }
      .filter { record in modules.map { $0.contains(record.module ?? "") } ?? true }
  }

  /// Returns the indices of the records of tribes from an index on, the last one first, without those that a compaction
  /// may leave out and those that tell of no release.
  package func uses(since start: Int) -> [Int] {
    var ended: Set<LedgerKey> = []
    return records.indices[start...].reversed().filter { index in
      let record = records[index]
      // The records before the end of a tribe are there only until a compaction.
      guard record.isOfTribe, !ended.contains(record.key) else { return false }
      if record.kind.isDone != nil { ended.insert(record.key) }
      // If a person forgot the tribe, or a predecessor did it, the record names no release.
      return record.module != nil && record.kind != .forgotten
    }
  }

  private var namedModules: Set<String> { modules.union(floors.compactMap(\.module)).subtracting([""]) }

  /// Returns the version of the data of all modules, and those of modules whose data is newer.
  private func floors(
    of modules: Set<String>,
    above common: TribeVersion?,
    from version: (Set<String>) -> TribeVersion?
  ) -> [Floor] {
    let own = ByteOrder.sorted(modules).compactMap { module in
      version([module, ""]).map { Floor($0, of: module) }
    }
    return (common.map { [Floor($0)] } ?? [])
      + own.filter { floor in common.map { $0 < floor.version } ?? true }
  }

  /// Returns the oldest version that the data of some modules can have, unless an older release has used it since.
  ///
  /// A new record would hide that use. So the version of such data is not kept.
  private func unusedFloor(of modules: Set<String>) -> TribeVersion? {
    let uses = uses(of: modules == [""] ? nil : modules)
    let unused = floors.filter { floor in
      (floor.module.map(modules.contains) ?? true) && !uses.contains { $0.isOfRelease(before: floor.version) }
    }
    return unused.map(\.version).max()
  }

  /// Returns the newest version that the data of some modules has had; nil if it is not known.
  private func reached(of modules: Set<String>) -> TribeVersion? {
    (versions(of: modules) + [baseline, unusedFloor(of: modules)].compactMap(\.self)).max()
  }
}

extension LedgerRecord {
  /// Whether an app before a release made the record.
  func isOfRelease(before version: TribeVersion) -> Bool {
    guard let own = appVersion.flatMap({ try? TribeVersion(app: $0) }) else { return false }
    return own.withoutSubMigration < version.withoutSubMigration
  }
}
