/// The state of a ledger, folded once over its records.
struct LedgerState: Sendable {
  /// The state of a tribe that has a record since it was last forgotten.
  struct Tribe {
    /// The module of the type in the last record; empty if it is not known.
    let module: String
    /// Whether the tribe finished or was marked as done.
    let isDone: Bool
  }

  private(set) var tribes: [LedgerKey: Tribe] = [:]
  /// The number of different tribes that finished.
  private(set) var finishedCount = 0
  /// The number of different versions that finished.
  private(set) var versionCount = 0
  /// Whether the first start is over, by a record of that or by the records of tribes.
  private(set) var hasStarted = false
  /// Whether there is a record that the first start is over.
  private(set) var hasStart = false
  /// The version of the baseline; nil if there is none, or if it was forgotten.
  private(set) var baseline: TribeVersion?
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
      if case .fact(let fact) = record.kind { take(fact, of: record, at: index) } else { take(record) }
    }
  }

  private mutating func take(_ record: LedgerRecord) {
    let key = record.key
    let wasDone = tribes[key]?.isDone ?? false
    let isDone = record.kind.isDone ?? wasDone
    tribes[key] = record.kind == .forgotten ? nil : Tribe(module: record.module ?? "", isDone: isDone)
    switch record.kind {
    case .marked, .merged, .forgotten, .fact: break
    case .began, .finished, .failed, .checkpoint: if key.isOfOneRun || key.isChanged { hasStarted = true }
    }
    guard isDone != wasDone else { return }
    finishedCount += isDone ? 1 : -1
    if key.isVersion { versionCount += isDone ? 1 : -1 }
  }

  private mutating func take(_ fact: LedgerFact, of record: LedgerRecord, at index: Int) {
    if fact.endsFirstStart { (hasStarted, hasStart) = (true, true) }
    switch fact {
    case .started(let birth, let floors):
      let known = floors.isEmpty ? birth.map { [LedgerFact.Floor($0)] } ?? [] : floors
      start = (index, birth, known)
    case .baseline(let version, _, let isForgotten): baseline = isForgotten ? nil : version
    case .fresh(let version):
      let module = record.module ?? ""
      freshInstalls.removeAll { $0.module == module }
      freshInstalls.append((module, version))
    case .readable(let key, let version): readableSince[key] = version == nil ? nil : record
    case .restoring(let folder): restoredFolder = folder
    }
  }
}
