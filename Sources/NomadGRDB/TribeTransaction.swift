#if GRDB
  /// The transaction in which a ``DatabaseTribe`` runs.
  public enum TribeTransaction: Sendable {
    /// A transaction in which foreign keys are not enforced, and all of them are checked before the commit.
    ///
    /// SQLite recommends it for changes of the schema: <https://www.sqlite.org/lang_altertable.html#otheralter>. If the
    /// connection does not enforce foreign keys, they are not checked.
    case deferred

    /// A transaction in which foreign keys are enforced as the connection says.
    ///
    /// It does not check every table before the commit. A table that is dropped or rebuilt deletes what refers to it.
    case immediate

    /// A transaction in which foreign keys are neither enforced nor checked.
    ///
    /// It is for tables that are too large to check. The tribe has to keep their foreign keys valid.
    case unchecked

    /// No transaction, for statements that SQLite refuses in one, such as `VACUUM` and `PRAGMA journal_mode`.
    ///
    /// The record that the tribe finished is committed after its work. If the process dies between them, the tribe runs
    /// again.
    case none
  }
#endif
