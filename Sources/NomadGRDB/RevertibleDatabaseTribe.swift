#if GRDB
  public import GRDB
  // With MemberImportVisibility (SE-0444), a file that imports only this module would not see the defaults.
  @_exported public import NomadReverting

  /// A ``DatabaseTribe`` that can be undone.
  ///
  /// With a ``GRDBLedger``, one transaction contains its undoing and the record of that: a process that dies leaves both
  /// or none.
  ///
  /// ```swift
  /// struct AddPriority: RevertibleDatabaseTribe {
  ///   static let target: TribeTarget = .literal("3.4.0")
  ///
  ///   func migrate(_ db: Database) throws {
  ///     try db.execute(sql: "ALTER TABLE note ADD COLUMN priority INTEGER")
  ///   }
  ///
  ///   func revert(_ db: Database) throws {
  ///     try db.execute(sql: "ALTER TABLE note DROP COLUMN priority")
  ///   }
  /// }
  /// ```
  public protocol RevertibleDatabaseTribe: DatabaseTribe, RevertibleTribe {
    /// Undoes what `migrate(_:)` did.
    ///
    /// It runs as `migrate(_:)` does, with the tribe's ``DatabaseTribe/foreignKeyChecks`` and
    /// ``DatabaseTribe/isTransactional``. If it also changes something outside of the database, declare
    /// `static let revertTransactionKind: String? = nil`.
    ///
    /// - Parameter db: The database, in the transaction of the tribe.
    /// - Throws: An error, which rolls the transaction back.
    func revert(_ db: Database) throws
  }

  extension RevertibleDatabaseTribe {
    /// The kind of the transaction that contains the undoing: `GRDB`; nil if it has none.
    public static var revertTransactionKind: String? { isTransactional ? DatabaseWork.transactionKind : nil }

    /// Undoes the tribe in a transaction.
    ///
    /// - Throws: The errors of ``revert(_:)``, or an error of the database. Nothing is changed then, unless the tribe has
    ///   no transaction.
    public func revert() async throws {
      let tribe = SoleUse(value: self)
      let work = DatabaseWork(of: Self.self, in: Self.revertTransactionKind) { try tribe.value.revert($0) }
      try await work.perform()
    }
  }
#endif
