/// When and how records that no longer matter are left out, so that a ledger does not grow for ever.
enum Compaction {
  /// With how many records a ledger is rewritten, if it was last rewritten, or read, with so many that matter.
  static func threshold(keeping count: Int) -> Int {
    max(128, 2 * count)
  }

  /// How many attempts at a tribe that has not finished are kept.
  static let attempts = 100

  /// The records that matter, in the order in which they were written: how each tribe finished last, or was
  /// marked or forgotten, and what happened to it since, but for attempts long ago.
  static func latest(of records: [LedgerRecord]) -> [LedgerRecord] {
    var done: Set<LedgerKey> = []
    var checkpoints: Set<Checkpoint> = []
    var newest: [LedgerKey: Int] = [:]
    return records.reversed().filter { record in
      let key = LedgerKey(record.key)
      if done.contains(key) { return false }
      switch record.kind {
      case .finished, .marked, .forgotten: done.insert(key)
      case .checkpoint(let name, _): return checkpoints.insert(Checkpoint(tribe: key, name: LedgerKey(name))).inserted
      case .began, .failed:
        let attempt = newest[key] ?? record.attempt
        newest[key] = attempt
        return record.attempt > attempt - attempts
      }
      return true
    }.reversed()
  }

  private struct Checkpoint: Hashable {
    var tribe: LedgerKey
    var name: LedgerKey
  }
}
