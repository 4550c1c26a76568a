#if GRDB
  public import GRDB
  public import Nomad
  import NomadTables

  extension Predecessor {
    /// The `DatabaseMigrator` of GRDB, which keeps the identifiers of what is done in the table `grdb_migrations`.
    ///
    /// Each migration that has run stands for one tribe: the one with the target that is given for its identifier, or
    /// else the `.once` whose id is the identifier. If there is no such tribe, nothing runs, and the plan throws an error
    /// with the code `predecessorUnreadable`; give nil for a migration that no tribe replaces. A `DatabaseMigrator` runs
    /// in the order of its list, and `.once` tribes run in the order of their ids, so give versions to tribes that depend
    /// on that order:
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
    ///   - targets: The target of a tribe for each identifier of a migration that is not its once-id; nil for a migration
    ///     without a tribe.
    /// - Returns: The predecessor.
    public static func grdb(_ reader: any DatabaseReader, targets: [String: TribeTarget?] = [:]) -> Predecessor {
      Predecessor("DatabaseMigrator") {
        let done = try reader.read { db in
          // GRDB keeps the answer of `tableExists`, even when another process has migrated since.
          let sql = "SELECT EXISTS (SELECT 1 FROM main.sqlite_master WHERE name = 'grdb_migrations')"
          guard try Bool.fetchOne(db, sql: sql) == true else { return [String]() }
          return try String.fetchAll(db, sql: "SELECT identifier FROM main.grdb_migrations ORDER BY rowid")
        }
        return done.isEmpty ? nil : try State(done: done, targets: targets)
      }
    }
  }
#endif
