#if GRDB
  public import GRDB
  public import Nomad

  extension Predecessor {
    /// The `DatabaseMigrator` of GRDB, which keeps the identifiers of what is done in the table `grdb_migrations`.
    ///
    /// A migration that is done stands for one tribe: the one with the target that is given for its identifier, or else
    /// the `.once` whose id the identifier is. A `DatabaseMigrator` runs in the order of its list, and `.once` tribes run
    /// in the order of their ids, so give versions to what depends on that order:
    ///
    /// ```swift
    /// var migrator = Nomad(.generated, ledger: .grdb(dbPool))
    /// migrator.predecessors = [
    ///   .grdb(dbPool, targets: ["createNotes": .literal("1.0.0"), "addFolders": .literal("1.1.0")])
    /// ]
    /// ```
    ///
    /// The table is read at the first start only, and left as it is.
    ///
    /// - Parameters:
    ///   - reader: The database: a `DatabaseQueue` or a `DatabasePool`.
    ///   - targets: The target of a tribe for each identifier of a migration that is not its once-id.
    /// - Returns: The predecessor.
    public static func grdb(_ reader: any DatabaseReader, targets: [String: TribeTarget] = [:]) -> Predecessor {
      Predecessor("DatabaseMigrator") {
        let done = try reader.read { db in
          // As in `DatabaseMigrator`, which ignores tables that another database is attached with.
          try db.tableExists("grdb_migrations", in: "main")
            ? String.fetchAll(db, sql: "SELECT identifier FROM main.grdb_migrations ORDER BY rowid") : []
        }
        if done.isEmpty { return nil }
        var state = State(once: done.filter { targets[$0] == nil })
        state.targets += done.compactMap { targets[$0] }
        return state
      }
    }
  }
#endif
