#if GRDB
  import GRDB
  import Nomad

  /// Notices that another run has written to the ledger that a session holds.
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

    /// Notes the last record that there is.
    func move(to id: Int64) { last.value = id }

    /// Notes that records behind one were rolled back.
    func moveBack(to id: Int64) { last.withLock { $0 = $0.map { min($0, id) } } }

    /// Checks that the ledger is as the session left it.
    func check(_ db: Database) throws {
      let id = try LedgerTable.lastID(db)
      guard let last = last.value, id != last else { return }
      throw NomadError(
        .ledgerWriteFailed,
        "The ledger \(ledger) was changed during the run: its last record is \(id) instead of \(last).",
        advice: "Nothing more was run. If two runs were in progress at once, open the database by the same path."
      )
    }
  }
#endif
