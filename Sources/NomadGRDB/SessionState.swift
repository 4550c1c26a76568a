#if GRDB
  import GRDB
  import Nomad
  internal import NomadFiles

  /// The state of a session of a ``GRDBLedger``, and its statements, which a task or a thread runs.
  struct SessionState: Sendable {
    let database: BusyDatabase
    let identity: String
    let table: LedgerTable
    let fence: LedgerFence
    /// The number of records, the number from which compaction removes the obsolete ones, and whether the session has
    /// added any.
    private let size = Locked((count: 0, threshold: LedgerHistory.Compaction.threshold(keeping: 0), isChanged: false))

    init(of identity: String, in table: LedgerTable, of database: BusyDatabase) {
      (self.identity, self.table, self.database) = (identity, table, database)
      fence = LedgerFence(of: identity, in: table)
    }

    var isChanged: Bool { size.value.isChanged }

    /// The number of the last record, and the number of records that a compaction kept; nil without one.
    typealias Written = (last: Int64, kept: Int?)

    @Sendable func read(_ db: Database) throws -> (history: LedgerHistory, last: Int64) {
      (try table.history(db, of: identity), try table.lastID(db))
    }

    func note(_ history: LedgerHistory, last: Int64) {
      fence.commit(to: last)
      size.withLock { size in
        size.count = history.records.count
        guard size.count >= size.threshold else { return }
        let kept = LedgerHistory.Compaction.latest(of: history.records).count
        size.threshold = LedgerHistory.Compaction.threshold(keeping: kept)
      }
    }

    /// Counts new records, and returns whether a compaction is due.
    func count(_ records: [LedgerRecord]) -> Bool {
      // Compacts only at a tribe's start, so that a full disk does not keep the end of a tribe from being recorded.
      size.withLock { size in
        (size.count, size.isChanged) = (size.count + records.count, true)
        return size.count >= size.threshold && records.allSatisfy { $0.kind == .began }
      }
    }

    func append(_ records: [LedgerRecord], isCompacting: Bool, _ db: Database) throws -> Written {
      let last = try fence.append(records, to: db)
      return isCompacting ? try table.compact(db, of: identity) : (last, nil)
    }

    @Sendable func committed(_ written: Written) {
      fence.commit(to: written.last)
      if let kept = written.kept { size.value = (kept, LedgerHistory.Compaction.threshold(keeping: kept), true) }
    }

    func replace(with records: [LedgerRecord], _ db: Database) throws -> Written {
      // Another run may have written while this process was suspended.
      try fence.check(db)
      return try table.replace(with: records, db)
    }

    @Sendable func writeSeal(_ db: Database) throws {
      try fence.check(db)
      try table.writeSeal(db, of: identity)
    }

    /// Counts the records that were committed with a tribe's work; returns false if none were.
    func count(recordsOf work: TribeWork) -> Bool {
      guard let count = work.recorded.value else { return false }
      size.withLock { ($0.count, $0.isChanged) = ($0.count + count, true) }
      return true
    }
  }
#endif
