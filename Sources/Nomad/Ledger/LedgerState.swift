/// The state of a ledger, folded once over its records: what a plan decides by.
struct LedgerState: Sendable {
  /// The state of a tribe that has a record.
  struct Tribe {
    /// The module of the type in the last record; empty if it is not known.
    fileprivate(set) var module = ""
    /// The index of the last record that tells whether the tribe is done; nil if none does.
    fileprivate(set) var decision: Int?
    /// Whether the tribe finished or was marked as done, and was not forgotten since.
    fileprivate(set) var isDone = false
    /// Whether the last record is that the tribe was forgotten.
    fileprivate(set) var isForgotten = false
    /// The attempts to run the tribe since it last finished.
    fileprivate(set) var attempts = LedgerHistory.Attempts()

    fileprivate mutating func take(_ record: LedgerRecord, at index: Int) {
      module = record.module ?? ""
      if let isDone = record.kind.isDone { (self.isDone, decision) = (isDone, index) }
      isForgotten = record.kind == .forgotten
      attempts.take(record)
    }
  }

  /// The state of each tribe.
  private(set) var tribes: [LedgerKey: Tribe] = [:]
  /// Whether the first start is over, by a record of that or by the records of tribes.
  private(set) var hasStarted = false
  /// Whether there is a record that the first start is over.
  private(set) var hasStart = false
  /// The version of the baseline; nil if there is none, or if it was forgotten.
  private(set) var baseline: TribeVersion?
  /// The version that the first start took over from each predecessor, even if the baseline was forgotten since.
  private(set) var adopted: [String: TribeVersion] = [:]
  /// The last record that tells how old the data can be: its index, the version at which the app created the data, and the
  /// versions that the data has at least.
  private(set) var start: (index: Int, birth: TribeVersion?, floors: [LedgerFact.Floor])?
  /// The last version of a fresh install of each module, in the order of the records.
  private(set) var freshInstalls: [(module: String, version: TribeVersion?)] = []
  /// The record of the oldest app that can read a tribe's result, for each tribe that has one.
  private(set) var readableSince: [LedgerKey: LedgerRecord] = [:]
  /// The folder of the snapshot from which the data is being restored.
  private(set) var restoredFolder: String?

  init(_ records: [LedgerRecord]) {
    tribes.reserveCapacity(records.count)
    for (index, record) in records.enumerated() {
      if case .fact(let fact) = record.kind { take(fact, of: record, at: index) } else { take(record, at: index) }
    }
  }

  private mutating func take(_ record: LedgerRecord, at index: Int) {
    tribes[record.key, default: Tribe()].take(record, at: index)
    switch record.kind {
    case .marked, .merged, .forgotten, .fact: break
    case .began, .finished, .failed, .checkpoint: if !record.key.isRepeated { hasStarted = true }
    }
  }

  private mutating func take(_ fact: LedgerFact, of record: LedgerRecord, at index: Int) {
    if fact.endsFirstStart { (hasStarted, hasStart) = (true, true) }
    switch fact {
    case .started(let birth, let floors):
      let known = floors.isEmpty ? birth.map { [LedgerFact.Floor($0)] } ?? [] : floors
      start = (index, birth, known)
    case .baseline(let version, let predecessors, let isForgotten):
      baseline = isForgotten ? nil : version
      for name in predecessors { adopted[name] = max(adopted[name] ?? version, version) }
    case .fresh(let version):
      let module = record.module ?? ""
      freshInstalls.removeAll { $0.module == module }
      freshInstalls.append((module, version))
    case .readable(let key, let version): readableSince[key] = version == nil ? nil : record
    case .restoring(let folder): restoredFolder = folder
    }
  }
}
