#if GRDB
  import GRDB
  import Nomad

  /// Adds records to the ledger that a session holds, and notices if another run has done so meanwhile.
  ///
  /// The lock beside the database excludes other runs. This one does so even where the lock cannot: where its file was
  /// removed, or where a database is known by two paths.
  struct LedgerFence: Sendable {
    private let ledger: String
    /// The last record that the session has seen; nil before it has looked.
    private let last = Locked<Int64?>(nil)

    init(of ledger: String) {
      self.ledger = ledger
    }

    /// Notes the last record that there is, once it is committed.
    func move(to id: Int64) { last.value = id }

    /// Notes that records behind one were rolled back.
    func moveBack(to id: Int64) { last.withLock { $0 = $0.map { min($0, id) } } }

    /// Adds records, in the transaction of the caller.
    ///
    /// - Parameters:
    ///   - records: The records.
    ///   - db: The database.
    /// - Returns: The numbers of the last record before and now.
    /// - Throws: ``NomadError`` if the last record is not the one that the session has seen, or an error of the database.
    func append(_ records: [LedgerRecord], to db: Database) throws -> (before: Int64, now: Int64) {
      let before = try last.value ?? LedgerTable.lastID(db)
      var now = before
      for record in records {
        let isAdded = try LedgerTable.append(record, behind: now, to: db)
        guard isAdded else { throw overtaken(at: try LedgerTable.lastID(db)) }
        now += 1
      }
      return (before, now)
    }

    private func overtaken(at id: Int64) -> NomadError {
      NomadError(
        .ledgerWriteFailed,
        "The ledger \(ledger) was changed during the run: its last record is \(id) instead of \(last.value ?? 0).",
        advice: "Nothing more was run. If two runs were in progress at once, open the database by the same path."
      )
    }
  }
#endif
