#if GRDB
  /// The rule for whether and when a ``DatabaseTribe``'s transaction checks foreign keys.
  ///
  /// ``deferred`` and ``immediate`` have the names of GRDB's `DatabaseMigrator.ForeignKeyChecks`.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum ForeignKeyChecks: Sendable {
    /// The transaction does not enforce foreign keys, and fails before the commit if there are more violations than
    /// before it.
    ///
    /// Data that violated foreign keys before the tribe does not stop it. The run names such foreign keys once, in the
    /// event `MigrationEvent.noted`.
    ///
    /// SQLite recommends this for changes of the schema: <https://www.sqlite.org/lang_altertable.html#otheralter>. If
    /// the connection does not enforce foreign keys, they are not checked.
    case deferred

    /// The transaction enforces foreign keys if the connection does.
    ///
    /// It does not check every table before the commit. Dropping a table, which is also a step of rebuilding it, runs
    /// the `ON DELETE` action of each foreign key that refers to it. `CASCADE` deletes the referring rows, and
    /// `SET NULL` clears their keys. Without an action, the statement fails if a row refers to the table. If the
    /// foreign key is `DEFERRABLE INITIALLY DEFERRED`, the commit fails instead.
    case immediate

    /// The transaction neither enforces nor checks foreign keys.
    ///
    /// Use it for tables that are too large to check. The tribe has to keep their foreign keys valid.
    case disabled
  }
#endif
