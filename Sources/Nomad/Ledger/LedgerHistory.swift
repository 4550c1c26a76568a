/// What a ledger says: what happened to which tribes, in order.
public struct LedgerHistory: Sendable {
  /// The records, oldest first.
  ///
  /// Some that no longer matter may have been left out: what led to a tribe's end, and all but the last time that a
  /// tribe finished, was marked or was forgotten.
  public let records: [LedgerRecord]

  /// How many bytes of a record that was not finished follow the last whole one, as the death of a process or a loss of
  /// power leaves them; 0 for none.
  ///
  /// Nobody was told that it is recorded. They count for nothing, and the next record cuts them off.
  public let tornBytes: Int

  /// Whether what was read is known to be durable.
  ///
  /// What was written by a run that was killed need not be, though it can be read.
  let isDurable: Bool

  /// The keys of the tribes that finished.
  private let keys: Set<LedgerKey>

  /// How many different versions finished.
  let versionCount: Int

  /// Makes a history of records.
  ///
  /// - Parameters:
  ///   - records: The records, oldest first.
  ///   - tornBytes: How many bytes of a record that was not finished follow them.
  public init(_ records: [LedgerRecord] = [], tornBytes: Int = 0) {
    self.init(records, tornBytes: tornBytes, isDurable: true)
  }

  init(_ records: [LedgerRecord], tornBytes: Int, isDurable: Bool) {
    self.records = records
    self.tornBytes = tornBytes
    self.isDurable = isDurable
    var keys = Set<LedgerKey>(minimumCapacity: records.count)
    var versionCount = 0
    for record in records {
      guard let isDone = record.kind.isDone else { continue }
      let key = LedgerKey(record.key)
      // It is of no tribe.
      guard !key.isStart else { continue }
      let isChanged = isDone ? keys.insert(key).inserted : keys.remove(key) != nil
      if isChanged, key.isVersion { versionCount += isDone ? 1 : -1 }
    }
    self.keys = keys
    self.versionCount = versionCount
  }

  /// Whether nothing was ever recorded.
  public var isEmpty: Bool { records.isEmpty }

  /// The records of tribes that finished or were marked, and were not forgotten since, oldest first.
  public var finished: [LedgerRecord] {
    records.reduce(into: []) { finished, record in
      guard let isDone = record.kind.isDone, !LedgerKey(record.key).isStart else { return }
      if isDone { finished.append(record) } else { finished.removeAll { LedgerKey($0.key) == LedgerKey(record.key) } }
    }
  }

  /// Whether no tribe with a version or a once-id was ever begun, no baseline recorded and not everything forgotten.
  ///
  /// So it is on a fresh install, and at the first start with Nomad of an app that had another way before. That a tribe
  /// was marked or forgotten by hand says nothing about the others.
  public var isFirstStart: Bool {
    !records.contains { record in
      let key = LedgerKey(record.key)
      if key.isStart { return true }
      switch record.kind {
      case .marked, .forgotten: return false
      case .began, .finished, .failed, .checkpoint: return key.isVersion || key.isOnce
      }
    }
  }

  /// Whether there is a record that the first start is over, which no compaction leaves out.
  var hasStart: Bool { records.contains { LedgerKey($0.key).isStart } }

  /// The version of the baseline; nil if there was none, or none with a version, or if it was forgotten.
  package var baseline: TribeVersion? {
    records.reduce(nil) { baseline, record in
      guard let version = LedgerKey(record.key).baseline else { return baseline }
      return record.kind == .forgotten ? nil : version
    }
  }

  /// Whether a tribe ran to its end, or was marked as one that did, and was not forgotten since.
  ///
  /// - Parameter key: What the ledger knows the tribe by: see ``TribeRegistry/Entry/key``.
  /// - Returns: Whether there is a record that says so.
  public func contains(_ key: String) -> Bool {
    keys.contains(LedgerKey(key))
  }

  /// The keys of the tribes that finished, in no particular order.
  var finishedKeys: [String] { keys.map(\.text) }

  /// How many different tribes finished.
  var finishedCount: Int { keys.count }

  /// The versions that finished, in no particular order.
  package var versions: [TribeVersion] {
    keys.compactMap(\.version)
  }
}
