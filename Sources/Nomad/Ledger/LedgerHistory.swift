/// The contents of a ledger: the records of what happened to which tribes, in order.
public struct LedgerHistory: Sendable {
  /// The records, oldest first.
  ///
  /// A compaction may have left out records that no longer matter: the attempts before a tribe finished, and all but
  /// the last record that a tribe finished, was marked or was forgotten.
  public let records: [LedgerRecord]

  /// The number of bytes of an incomplete record at the end, left by the death of a process or a loss of power; 0 for
  /// none.
  ///
  /// No caller was told that this record is stored. The bytes are ignored, and the next record replaces them.
  public let tornBytes: Int

  /// Whether the records are known to be durable.
  ///
  /// The records of a killed run may not be durable even if they can be read. If they are not and nothing is pending, a
  /// run calls ``LedgerSession/secure()``.
  public let isDurable: Bool

  /// The state of each tribe that has a record since it was last forgotten.
  private let states: [LedgerKey: TribeState]

  /// The number of different tribes that finished.
  let finishedCount: Int

  /// The number of different versions that finished.
  let versionCount: Int

  /// Creates a history of records.
  ///
  /// - Parameters:
  ///   - records: The records, oldest first.
  ///   - tornBytes: The number of bytes of an incomplete record after them.
  ///   - isDurable: Whether the records are known to be durable.
  public init(_ records: [LedgerRecord] = [], tornBytes: Int = 0, isDurable: Bool = true) {
    self.records = records
    self.tornBytes = tornBytes
    self.isDurable = isDurable
    var states: [LedgerKey: TribeState] = [:]
    states.reserveCapacity(records.count)
    var (finishedCount, versionCount) = (0, 0)
    for record in records {
      let key = record.key
      guard key.isOfTribe else { continue }
      let wasDone = states[key]?.isDone ?? false
      let isDone = record.kind.isDone ?? wasDone
      states[key] = record.kind == .forgotten ? nil : TribeState(module: record.module ?? "", isDone: isDone)
      guard isDone != wasDone else { continue }
      finishedCount += isDone ? 1 : -1
      if key.isVersion { versionCount += isDone ? 1 : -1 }
    }
    self.states = states
    self.finishedCount = finishedCount
    self.versionCount = versionCount
  }

  /// Whether the ledger has no records.
  public var isEmpty: Bool { records.isEmpty }

  /// The records of tribes that finished or were marked, and that were not forgotten since, oldest first.
  public var finished: [LedgerRecord] {
    var (finished, forgotten): ([LedgerRecord], Set<LedgerKey>) = ([], [])
    for record in records.reversed() where record.key.isOfTribe {
      if record.kind == .forgotten { forgotten.insert(record.key) }
      if record.kind.isDone == true, !forgotten.contains(record.key) { finished.append(record) }
    }
    return finished.reversed()
  }

  /// Whether no tribe with a version or an id ever began, no baseline was recorded, and the ledger was never
  /// forgotten as a whole.
  ///
  /// This is true on a fresh install, and at the first start with Nomad of an app that migrated in another way before.
  /// Single tribes that were marked or forgotten by hand make no difference.
  public var isFirstStart: Bool {
    !records.contains { record in
      let key = record.key
      if key.isStart { return true }
      switch record.kind {
      case .marked, .forgotten: return false
      case .began, .finished, .failed, .checkpoint: return key.isOfOneRun || key.isChanged
      }
    }
  }

  /// Returns the version of a fresh install, as it was recorded before a `.first` tribe of some modules began; nil if the
  /// ledger has no such record.
  func freshVersion(of modules: Set<String>) -> TribeVersion? {
    let last = records.last { $0.key.isFresh && modules.contains($0.module ?? "") }
    return last?.kind.reason.flatMap { try? TribeVersion(app: $0) }
  }

  /// The folder of the snapshot from which the data is being restored; nil if no restore was interrupted.
  package var restoredFolder: String? { records.last { $0.key.isRestoring }?.kind.reason }

  /// Throws an error if a restore of the data was interrupted.
  package func checkRestored() throws(NomadError) {
    if let folder = restoredFolder { throw .restoreUnfinished(folder) }
  }

  /// Whether there is a record that the first start is over.
  ///
  /// No compaction leaves it out.
  package var hasStart: Bool { records.contains { $0.key.isStart } }

  /// The keys of all tribes that finished or were marked, even if they were forgotten since.
  package var decidedKeys: Set<LedgerKey> { Set(records.filter { $0.kind.isDone != nil }.map(\.key)) }

  /// Returns the version that the first start took over from a predecessor; nil if it took over none.
  ///
  /// A baseline that was forgotten counts, too: its tribes are meant to run again.
  func adoptedVersion(from predecessor: String) -> TribeVersion? {
    records.compactMap { record in
      guard let version = record.key.baseline else { return nil }
      guard case .marked(let reason) = record.kind else { return version }
      return MigrationPlan.Baseline.isFrom(predecessor, reason) ? version : nil
    }.max()
  }

  /// The version of the baseline; nil if there is no baseline, if it has no version, or if it was forgotten.
  package var baseline: TribeVersion? {
    var baseline: TribeVersion?
    for record in records {
      if let version = record.key.baseline { baseline = record.kind == .forgotten ? nil : version }
    }
    return baseline
  }

  /// The index of the record that the first start is over; nil if there is none, or none without a version.
  var startIndex: Int? { records.lastIndex { $0.key.isStart && $0.key.baseline == nil } }

  /// The oldest version that the app supported when it created the data; nil if that is not recorded.
  var birth: TribeVersion? { startReason.flatMap(MigrationPlan.Baseline.birth) }

  /// The reason of the record that the first start is over; nil if there is none, or none without a version.
  var startReason: String? { startIndex.flatMap { records[$0].kind.reason } }

  /// The keys of the tribes that have records and are not done.
  var open: [LedgerKey] { states.compactMap { $1.isDone ? nil : $0 } }

  /// Returns whether a tribe finished or was marked as done, and was not forgotten since.
  ///
  /// - Parameter key: The key of the tribe.
  /// - Returns: Whether the tribe counts as finished.
  public func isDone(_ key: LedgerKey) -> Bool {
    state(of: key)?.isDone ?? false
  }

  /// Returns the state of a tribe; nil if there is no record of it since it was last forgotten.
  func state(of key: LedgerKey) -> TribeState? { states[key] }

  /// Returns the keys of a `.whenChanged` tribe with other sources that have a state; none for other tribes.
  func otherSources(of key: LedgerKey) -> [LedgerKey] {
    guard key.isChanged else { return [] }
    let id = key.withoutSource
    return states.keys.filter { $0.isChanged && $0 != key && $0.withoutSource == id }
  }

  struct TribeState {
    /// The module of the type in the last record; empty if it is not known.
    let module: String
    /// Whether the tribe finished or was marked as done.
    let isDone: Bool
  }

  /// The modules of the tribes that finished; an empty one for those that are not known.
  var modules: Set<String> {
    var modules: Set<String> = []
    for state in states.values where state.isDone { modules.insert(state.module) }
    return modules
  }

  /// The record of the oldest app that can read a tribe's result, for each tribe that has one, by its key.
  package var readableSince: [LedgerKey: LedgerRecord] {
    var all: [LedgerKey: LedgerRecord] = [:]
    for record in records where record.key.isReadable {
      if case .marked = record.kind {
        all[LedgerKey(record.key.place)] = record
      } else {
        all[LedgerKey(record.key.place)] = nil
      }
    }
    return all
  }

  /// The digest of the finished tribes, for a seal.
  var digest: KeyDigest {
    var digest = KeyDigest()
    // An older app must see that such a tribe has begun, although it has not finished, and a later one that lacks it, too.
    let readable = readableSince
    // No app may take the data for complete.
    if restoredFolder != nil { digest.insert(.restoring, of: "") }
    for key in open where key.isVersion || readable[key] != nil { digest.insert(key.readable, of: "") }
    // A tribe marked by hand has no known module, and does not end the first start, so its digest must differ.
    for (key, state) in states where state.isDone { digest.insert(key, of: state.module.isEmpty ? "\0" : state.module) }
    return digest
  }

  /// The versions that finished, in no particular order.
  package var versions: [TribeVersion] {
    states.compactMap { $1.isDone ? $0.version : nil }
  }

  /// Returns the versions that tribes of these modules finished, in no particular order.
  func versions(of modules: Set<String>) -> [TribeVersion] {
    states.compactMap { $1.isDone && modules.contains($1.module) ? $0.version : nil }
  }
}
