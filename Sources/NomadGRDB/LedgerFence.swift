#if GRDB
  import GRDB
  import Nomad
  import NomadTables
  internal import NomadFiles

  /// Adds a session's records to the ledger, and refuses if another run has added records in the meantime.
  ///
  /// The lock beside the database excludes other runs. The fence excludes them even if the lock fails because its file
  /// was removed, or because the database has two paths. Only the database's queue uses it, one call at a time.
  struct LedgerFence: Sendable {
    private struct State {
      /// The number of the last committed record; nil if the session has not read it yet.
      var last: Int64?
      /// Whether records were added in a transaction that is still open.
      ///
      /// Until it ends, no other connection can write, and a savepoint that is rolled back can remove the records
      /// again.
      var isOpen = false
    }

    private let ledger: String
    private let table: LedgerTable
    private let state = Locked(State())

    init(of ledger: String, in table: LedgerTable) {
      (self.ledger, self.table) = (ledger, table)
    }

    /// Updates the number of the last committed record; nil if it is unknown.
    func commit(to id: Int64?) { state.value = State(last: id) }

    /// Throws if another run has added records.
    func check(_ db: Database) throws {
      let (known, last) = (state.value.last, try table.lastID(db))
      if let known, known != last { throw overtaken(at: last) }
    }

    /// Adds records in the caller's transaction, and returns the number of the last one.
    func append(_ records: [LedgerRecord], to db: Database) throws -> Int64 {
      let known = state.value.isOpen ? nil : state.value.last
      let last = try known ?? table.lastID(db)
      let rows = try LedgerRow.drafts(of: records, behind: last)
      guard try table.insert(rows, behind: last, db) else { throw overtaken(at: try table.lastID(db)) }
      return rows.last?.id ?? last
    }

    /// Adds a record in a transaction that the tribe commits or rolls back.
    func append(_ record: LedgerRecord, inTransactionOf db: Database, onCommit: @escaping @Sendable () -> Void) throws {
      let id = try append([record], to: db)
      guard db.isInsideTransaction else {
        commit(to: id)
        return onCommit()
      }
      state.withLock { $0.isOpen = true }
      db.afterNextTransaction { db in
        commit(to: try? table.lastID(db))
        if (try? table.holds(record, as: id, db)) == true { onCommit() }
      } onRollback: { _ in
        state.withLock { $0.isOpen = false }
      }
    }

    private func overtaken(at id: Int64) -> NomadError {
      NomadError(
        .ledgerWriteFailed,
        "The ledger \(ledger) was changed during the run: its last record is \(id) instead of \(state.value.last ?? 0).",
        advice: "Nothing more was run. If two runs were in progress at once, open the database by the same path."
      )
    }
  }
#endif
