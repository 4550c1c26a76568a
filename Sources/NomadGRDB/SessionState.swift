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
    /// The number of records, and the number from which compaction removes the obsolete ones.
    private let size = Locked((count: 0, threshold: LedgerHistory.Compaction.threshold(keeping: 0)))

    /// Returns the seal for a history; nil if something is left to do after it.
    private let makeSeal = Locked<(@Sendable (LedgerHistory) -> LedgerHistory.Seal?)?>(nil)

    private let violations = Locked(KnownViolations())

    init(of identity: String, in table: LedgerTable, of database: BusyDatabase) {
      (self.identity, self.table, self.database) = (identity, table, database)
      fence = LedgerFence(of: identity, in: table)
    }

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

    /// Returns the write of new records; nil if there are none.
    ///
    /// It is synced, because the next step may change more than the database. Before the transaction of a tribe it need
    /// not be: a loss of power that takes the records also takes that transaction.
    func append(_ records: [LedgerRecord], isSynced: Bool = true) -> BusyDatabase.Write? {
      if records.isEmpty { return nil }
      // Compacts only at a tribe's start, so that a full disk does not keep the end of a tribe from being recorded.
      let isCompacting = size.withLock { size in
        size.count += records.count
        return size.count >= size.threshold && records.last?.kind == .began && records.first?.kind != .finished
      }
      return BusyDatabase.Write(isSynced: isSynced) { db in
        let last = try fence.append(records, to: db)
        guard isCompacting else { return { fence.commit(to: last) } }
        let (newLast, kept) = try table.compact(db, of: identity)
        return { commit(to: newLast, keeping: kept) }
      }
    }

    func replace(with records: [LedgerRecord]) -> BusyDatabase.Write {
      BusyDatabase.Write(isSynced: true) { db in
        // Another run may have written while this process was suspended.
        try fence.check(db)
        let (last, kept) = try table.replace(with: records, db)
        return { commit(to: last, keeping: kept) }
      }
    }

    @Sendable private func commit(to last: Int64, keeping kept: Int) {
      fence.commit(to: last)
      size.value = (kept, LedgerHistory.Compaction.threshold(keeping: kept))
    }

    /// The write that syncs the database.
    var secure: BusyDatabase.Write {
      BusyDatabase.Write(isSynced: true) { db in
        try table.touch(db)
        return {}
      }
    }

    func seal(by seal: @escaping @Sendable (LedgerHistory) -> LedgerHistory.Seal?) { makeSeal.value = seal }

    /// The write of a seal; nil if the session does not know how to make one.
    ///
    /// It is not synced: without a seal, the next start reads all records.
    var seal: BusyDatabase.Write? {
      guard let makeSeal = makeSeal.value else { return nil }
      return BusyDatabase.Write { db in
        // Changed rows have made the old seal void.
        let seal = try makeSeal(table.history(db, of: identity))
        if let seal, try table.seal(db) != seal { try table.write(seal, db) }
        return {}
      }
    }

    func work(recording records: @escaping @Sendable () throws -> [LedgerRecord]) -> TribeWork {
      TribeWork(database: database, fence: fence, violations: violations, records: records)
    }

    /// Counts the records that were committed with a tribe's work; returns false if none were.
    func count(recordsOf work: TribeWork) -> Bool {
      guard let count = work.recorded.value else { return false }
      size.withLock { $0.count += count }
      return true
    }
  }
#endif
