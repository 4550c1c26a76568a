#if GRDB
  /// The kind of transaction in which a ``DatabaseTribe`` runs.
  ///
  /// A transaction is always exclusive. ``deferred`` and ``immediate`` have the names of GRDB's
  /// `DatabaseMigrator.ForeignKeyChecks`. Like those, they tell when foreign keys are checked, and do not mean SQLite's
  /// deferred and immediate transactions.
  public enum TribeTransaction: Sendable {
    /// A transaction that does not enforce foreign keys, and checks all of them before the commit.
    ///
    /// SQLite recommends this for changes of the schema: <https://www.sqlite.org/lang_altertable.html#otheralter>. If
    /// the connection does not enforce foreign keys, they are not checked.
    case deferred

    /// A transaction that enforces foreign keys if the connection does.
    ///
    /// It does not check every table before the commit. Dropping a table, which is also a step of rebuilding it, runs
    /// the `ON DELETE` action of each foreign key that refers to it. `CASCADE` deletes the referring rows, and
    /// `SET NULL` clears their keys. Without an action, the statement fails if a row refers to the table. If the
    /// foreign key is `DEFERRABLE INITIALLY DEFERRED`, the commit fails instead.
    case immediate

    /// A transaction that neither enforces nor checks foreign keys.
    ///
    /// Use it for tables that are too large to check. The tribe has to keep their foreign keys valid.
    case unchecked

    /// No transaction, for statements that SQLite refuses inside of one, such as `VACUUM` and `PRAGMA journal_mode`.
    ///
    /// The record that the tribe finished is committed after its work. If the process dies between the two, the tribe
    /// runs again.
    case none
  }
#endif
