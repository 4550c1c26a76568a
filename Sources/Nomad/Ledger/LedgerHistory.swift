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

  /// What is known of the tribes of which there is a record since they were forgotten.
  private let marks: [LedgerKey: Mark]

  /// How many different tribes finished.
  let finishedCount: Int

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
    var marks: [LedgerKey: Mark] = [:]
    marks.reserveCapacity(records.count)
    var (finishedCount, versionCount) = (0, 0)
    for record in records {
      let key = LedgerKey(record.key)
      guard key.isOfTribe else { continue }
      let wasDone = marks[key]?.isDone ?? false
      let isDone = record.kind.isDone ?? wasDone
      marks[key] = record.kind == .forgotten ? nil : Mark(module: record.module, isDone: isDone)
      guard isDone != wasDone else { continue }
      finishedCount += isDone ? 1 : -1
      if key.isVersion { versionCount += isDone ? 1 : -1 }
    }
    self.marks = marks
    self.finishedCount = finishedCount
    self.versionCount = versionCount
  }

  /// Whether nothing was ever recorded.
  public var isEmpty: Bool { records.isEmpty }

  /// The records of tribes that finished or were marked, and were not forgotten since, oldest first.
  public var finished: [LedgerRecord] {
    var forgotten: [LedgerKey: Int] = [:]
    for (index, record) in records.enumerated() where record.kind == .forgotten {
      forgotten[LedgerKey(record.key)] = index
    }
    return zip(records.indices, records).compactMap { index, record in
      let key = LedgerKey(record.key)
      return record.kind.isDone == true && key.isOfTribe && forgotten[key] ?? -1 < index ? record : nil
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
    mark(of: key)?.isDone ?? false
  }

  /// What is known of a tribe; nil if nothing is recorded of it since it was forgotten.
  func mark(of key: String) -> Mark? { marks[LedgerKey(key)] }

  /// What is known of a tribe.
  struct Mark {
    /// The module of the type in the last record; empty if it is not known.
    let module: String
    /// Whether the tribe finished, or was marked as done.
    let isDone: Bool
  }

  /// The modules of the tribes that finished; an empty name if one is not known.
  var modules: Set<String> { Set(marks.values.lazy.filter(\.isDone).map(\.module)) }

  /// The oldest app that can read the result of each tribe, as text, by the tribe's key.
  var readableSince: [LedgerKey: (version: String, name: String)] {
    records.reduce(into: [:]) { all, record in
      guard LedgerKey(record.key).isReadable else { return }
      let key = LedgerKey(String(record.key.dropFirst(LedgerKey.readablePrefix.count)))
      if case .marked(let version) = record.kind { all[key] = (version, record.name) } else { all[key] = nil }
    }
  }

  /// The tribes that finished, for a seal.
  package var digest: KeyDigest {
    var digest = KeyDigest()
    // An older app must not take a tribe that has begun for one that was never there.
    for key in readableSince.keys where marks[key].map({ !$0.isDone }) ?? false {
      digest.insert(LedgerKey.readablePrefix + key.text, of: "")
    }
    // A mark by hand is of no known module, and says nothing about the first start: it must not look like a tribe.
    for (key, mark) in marks where mark.isDone { digest.insert(key.text, of: mark.module.isEmpty ? "\0" : mark.module) }
    return digest
  }

  /// The versions that finished, in no particular order.
  package var versions: [TribeVersion] {
    marks.compactMap { $1.isDone ? $0.version : nil }
  }

  /// The versions that tribes of these modules finished, in no particular order.
  func versions(of modules: Set<String>) -> [TribeVersion] {
    marks.compactMap { $1.isDone && modules.contains($1.module) ? $0.version : nil }
  }
}
