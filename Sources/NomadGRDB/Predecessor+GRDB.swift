#if GRDB
  public import GRDB
  public import Nomad
  public import NomadAdoption
  import NomadTables

  extension Predecessor {
    /// The predecessor `DatabaseMigrator` of GRDB, which keeps the identifiers of completed migrations in the table
    /// `grdb_migrations`.
    ///
    /// Each completed migration counts as one finished tribe: the tribe with the target that `targets` gives for its
    /// identifier, or else the `.once` tribe whose id is the identifier. If there is no such tribe, nothing runs, and
    /// the plan throws an error with the code `predecessorUnreadable`. Give nil for a migration that no tribe replaces.
    ///
    /// A `DatabaseMigrator` runs its migrations in the order of its list, but `.once` tribes run in the order of their
    /// ids. Give versions to tribes that depend on the order of the list:
    ///
    /// ```swift
    /// var migrator = Nomad(.generated, ledger: .grdb(dbPool))
    /// migrator.predecessors = [
    ///   .grdb(dbPool, targets: ["createNotes": .literal("1.0.0"), "addFolders": .literal("1.1.0")])
    /// ]
    /// ```
    ///
    /// When GRDB has run a migration with `merging:`, it deletes the identifiers of the merged ones. List them here, so
    /// that they count as completed, too.
    ///
    /// Nomad does not change the table. It reads the table at the first start, and later if the ledger has no record of
    /// a tribe that would run.
    ///
    /// - Parameters:
    ///   - reader: The database: a `DatabaseQueue` or a `DatabasePool`.
    ///   - targets: For each migration whose identifier is not the once-id of a tribe, the target of its tribe; nil for
    ///     a migration without a tribe.
    ///   - merged: For each migration with `merging:` of the `DatabaseMigrator`, the identifiers that it merges.
    /// - Returns: The predecessor.
    public static func grdb(
      _ reader: any DatabaseReader,
      targets: [String: TribeTarget?] = [:],
      merging merged: [String: Set<String>] = [:]
    ) -> Predecessor {
      Predecessor("DatabaseMigrator") {
        // Briefly, because the read blocks a thread of the app.
        var done = try BusyDatabase.retrying(on: reader.path, atMost: .seconds(5)) {
          try reader.read { db in
            guard try db.hasTable("grdb_migrations") else { return [String]() }
            return try String.fetchAll(db, sql: "SELECT identifier FROM main.grdb_migrations ORDER BY rowid")
          }
        }
        // A migration that was merged may have merged others itself.
        var next = done
        while let identifier = next.popLast() {
          let parts = (merged[identifier] ?? []).subtracting(done)
          done += parts.sorted()
          next += parts
        }
        return done.isEmpty ? nil : try State(done: done, targets: targets)
      }
    }
  }
#endif
