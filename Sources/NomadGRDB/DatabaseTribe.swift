#if GRDB
  public import GRDB
  // With MemberImportVisibility (SE-0444), a file that imports only this module would not see the defaults of `Tribe`.
  @_exported public import Nomad

  /// A tribe that changes an SQLite database through GRDB.
  ///
  /// With a ``GRDBLedger``, its record is committed together with its changes.
  ///
  /// ```swift
  /// struct AddTags: DatabaseTribe {
  ///   static let target: TribeTarget = .literal("2.1.0")
  ///
  ///   func migrate(_ db: Database) throws {
  ///     try db.execute(sql: "ALTER TABLE note ADD COLUMN tags TEXT")
  ///   }
  /// }
  /// ```
  ///
  /// The build finds it like any other tribe. With a ``GRDBLedger``, one transaction contains its changes and the
  /// record that it finished: a process that dies leaves both or none.
  ///
  /// With another ledger, give the migrator the database: `providing(dbQueue, as: (any DatabaseWriter).self)`. The
  /// tribe then has a transaction of its own. If the process dies after the commit and before the record, the tribe
  /// runs again.
  public protocol DatabaseTribe: Tribe, SendableMetatype {
    /// The time at which the tribe's transaction checks foreign keys; ``ForeignKeyChecks/deferred`` by default.
    ///
    /// It has no effect without a transaction.
    static var foreignKeyChecks: ForeignKeyChecks { get }

    /// Whether the tribe runs in a transaction; true by default.
    ///
    /// False is for statements that SQLite refuses inside of one, such as `VACUUM` and `PRAGMA journal_mode`. The
    /// record that the tribe finished is then committed after its work. If the process dies between the two, the tribe
    /// runs again.
    static var isTransactional: Bool { get }

    /// Migrates the data.
    ///
    /// It runs on the database's queue, so neither the tribe nor an observer of its progress may access the database in
    /// another way. Save checkpoints with `TribeAttempt.save(_:as:in:)`.
    ///
    /// If it also changes something outside of the database, such as files, declare
    /// `static let transactionKind: String? = nil`. A rollback does not undo those changes, so older apps have to know
    /// before they begin which of them can read the result.
    ///
    /// - Parameter db: The database, in the transaction of the tribe.
    /// - Throws: An error, which rolls the transaction back.
    func migrate(_ db: Database) throws
  }

  extension DatabaseTribe {
    /// The time at which the tribe's transaction checks foreign keys: before the commit.
    public static var foreignKeyChecks: ForeignKeyChecks { .deferred }

    /// Whether the tribe runs in a transaction: true.
    public static var isTransactional: Bool { true }

    /// The kind of the tribe's transaction, which contains all of its changes: `GRDB`; nil if it has none.
    public static var transactionKind: String? { isTransactional ? DatabaseWork.transactionKind : nil }

    /// The database, which a ``GRDBLedger`` gives.
    public static var _database: _TribeDatabase? { DatabaseWork.givenDatabase }

    /// Migrates the data in the transaction of the tribe.
    ///
    /// - Throws: The errors of ``migrate(_:)``, or an error of the database. Nothing is changed then, unless the tribe
    ///   has no transaction.
    public func migrate() async throws { try await work.perform() }

    var work: DatabaseWork {
      let tribe = SoleUse(value: self)
      return DatabaseWork(of: Self.self, in: Self.transactionKind) { try tribe.value.migrate($0) }
    }
  }

  /// A tribe that the task of the run hands over to the database's queue.
  ///
  /// Only that queue uses it from then on.
  struct SoleUse<Work>: @unchecked Sendable {
    let value: Work
  }
#endif
