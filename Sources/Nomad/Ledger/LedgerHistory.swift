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

  /// The state that the records lead to.
  let state: LedgerState

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
    state = LedgerState(records)
  }

  /// Whether the ledger has no records.
  public var isEmpty: Bool { records.isEmpty }

  /// The last record that each tribe finished or was marked as done, if it was not forgotten since, oldest first.
  ///
  /// A compaction leaves out the earlier ones, so no decision may depend on them.
  public var finished: [LedgerRecord] {
    state.tribes.values.compactMap { $0.isDone ? $0.decision : nil }.sorted().map { records[$0] }
  }

  /// Whether no tribe with a version or an id ever began, no baseline was recorded, and the ledger was never
  /// forgotten as a whole.
  ///
  /// This is true on a fresh install, and at the first start with Nomad of an app that migrated in another way before.
  /// Single tribes that were marked or forgotten by hand make no difference.
  public var isFirstStart: Bool { !state.hasStarted }

  /// Returns the version of a fresh install, as it was recorded before a `.first` tribe of some modules began; nil if the
  /// ledger has no such record.
  func freshVersion(of modules: Set<String>) -> TribeVersion? {
    state.freshInstalls.last { modules.contains($0.module) }?.version
  }

  /// The folder of the snapshot from which the data is being restored; nil if no restore was interrupted.
  package var restoredFolder: String? { state.restoredFolder }

  /// Throws an error if a restore of the data was interrupted.
  package func checkRestored() throws(NomadError) {
    if let folder = restoredFolder { throw .restoreUnfinished(folder) }
  }

  /// Whether there is a record that the first start is over.
  ///
  /// No compaction leaves it out.
  package var hasStart: Bool { state.hasStart }

  /// The keys of all tribes that finished or were marked, even if they were forgotten since.
  package var decidedKeys: Set<LedgerKey> { Set(state.tribes.compactMap { $1.decision == nil ? nil : $0 }) }

  /// The version of the baseline; nil if there is no baseline, if it has no version, or if it was forgotten.
  package var baseline: TribeVersion? { state.baseline }

  /// The versions that the data has at least, whatever tribes are done.
  package var floors: [LedgerFact.Floor] { state.start?.floors ?? [] }

  /// Returns whether a tribe finished or was marked as done, and was not forgotten since.
  ///
  /// - Parameter key: The key of the tribe.
  /// - Returns: Whether the tribe counts as finished.
  public func isDone(_ key: LedgerKey) -> Bool {
    state.tribes[key]?.isDone ?? false
  }

  /// Returns the state of a tribe; nil if there is no record of it since it was last forgotten.
  func state(of key: LedgerKey) -> LedgerState.Tribe? { state.tribes[key].flatMap { $0.isForgotten ? nil : $0 } }

  /// Returns the keys of a `.whenChanged` tribe with other sources that have a state; none for other tribes.
  func otherSources(of key: LedgerKey) -> [LedgerKey] {
    guard key.isChanged else { return [] }
    let id = key.withoutSource
    return state.tribes.compactMap { other, tribe in
      other.isChanged && other != key && !tribe.isForgotten && other.withoutSource == id ? other : nil
    }
  }

  /// The modules of the tribes that finished; an empty one for those that are not known.
  var modules: Set<String> {
    var modules: Set<String> = []
    for state in state.tribes.values where state.isDone { modules.insert(state.module) }
    return modules
  }

  /// The record of the oldest app that can read a tribe's result, for each tribe that has one, by its key.
  package var readableSince: [LedgerKey: LedgerRecord] { state.readableSince }

  /// The versions that finished, in no particular order.
  package var versions: [TribeVersion] {
    state.tribes.compactMap { $1.isDone ? $0.version : nil }
  }

  /// Returns the versions that tribes of these modules finished, in no particular order.
  func versions(of modules: Set<String>) -> [TribeVersion] {
    state.tribes.compactMap { $1.isDone && modules.contains($1.module) ? $0.version : nil }
  }
}
