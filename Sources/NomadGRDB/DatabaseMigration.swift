#if GRDB
  public import GRDB
  public import NomadAdoption
  public import Nomad

  /// A tribe in a list that is written by hand: a closure that changes an SQLite database through GRDB.
  ///
  /// ```swift
  /// let registry = try TribeRegistry {
  ///   DatabaseMigration("1.0.0") { db in
  ///     try db.create(table: "note") { $0.autoIncrementedPrimaryKey("id") }
  ///   }
  ///   DatabaseMigration("1.1.0") { db in
  ///     try db.alter(table: "note") { $0.add(column: "tags", .text) }
  ///   }
  /// }
  /// ```
  ///
  /// It has the transaction, the record and the place in the order of a ``DatabaseTribe`` with the same target, and can
  /// stand beside types and the generated registry.
  public struct DatabaseMigration: DeclaredTribe {
    private let declared: @Sendable (DatabaseMigration) -> TribeRegistryBuilder.Component
    let work: DatabaseWork

    /// Declares a tribe that runs when the app reaches a version.
    ///
    /// - Parameters:
    ///   - version: A version, such as `2.1.0` or the sub-migration `1.1-1`.
    ///   - name: The name of the tribe in messages; the version by default.
    ///   - merges: The versions and once-ids of the tribes that this one replaces: see `Tribe.merges`.
    ///   - foreignKeyChecks: The time at which the transaction checks foreign keys.
    ///   - isTransactional: Whether the closure runs in a transaction: see ``DatabaseTribe/isTransactional``.
    ///   - file: The file of the call. The tribe belongs to its module.
    ///   - migrate: The closure that migrates: see ``DatabaseTribe/migrate(_:)``.
    public init(
      _ version: String,
      named name: String? = nil,
      merging merges: [String] = [],
      foreignKeyChecks: ForeignKeyChecks = .deferred,
      isTransactional: Bool = true,
      in file: String = #fileID,
      migrate: @escaping @Sendable (Database) throws -> Void
    ) {
      work = DatabaseWork(type: Self.self, checks: isTransactional ? foreignKeyChecks : nil, statements: migrate)
      declared = {
        Nomad.migration(version, named: name, merging: merges, in: file, declaredBy: $0, run: $0.work.perform)
      }
    }

    /// Declares a tribe with any target.
    ///
    /// - Parameters:
    ///   - target: The place of the tribe in the order.
    ///   - name: The name of the tribe in messages; the target by default.
    ///   - merges: The versions and once-ids of the tribes that this one replaces: see `Tribe.merges`.
    ///   - source: The source of a `.whenChanged` tribe, such as its SQL or a number that you increase: the tribe runs
    ///     again when this text differs from that of its last finish. Without one, such a tribe is an error. It has no
    ///     meaning for other targets.
    ///   - foreignKeyChecks: The time at which the transaction checks foreign keys.
    ///   - isTransactional: Whether the closure runs in a transaction: see ``DatabaseTribe/isTransactional``.
    ///   - file: The file of the call. The tribe belongs to its module.
    ///   - migrate: The closure that migrates: see ``DatabaseTribe/migrate(_:)``.
    public init(
      _ target: TribeTarget,
      named name: String? = nil,
      merging merges: [String] = [],
      source: String? = nil,
      foreignKeyChecks: ForeignKeyChecks = .deferred,
      isTransactional: Bool = true,
      in file: String = #fileID,
      migrate: @escaping @Sendable (Database) throws -> Void
    ) {
      work = DatabaseWork(type: Self.self, checks: isTransactional ? foreignKeyChecks : nil, statements: migrate)
      declared = {
        Nomad.migration(
          target,
          named: name,
          merging: merges,
          source: source,
          in: file,
          declaredBy: $0,
          run: $0.work.perform
        )
      }
    }

    /// The kind of the transaction, which contains all changes: `GRDB`; nil if there is none.
    public var transactionKind: String? { work.checks == nil ? nil : DatabaseWork.transactionKind }

    /// The database, which a ``GRDBLedger`` gives.
    public var _database: _TribeDatabase? { DatabaseWork.givenDatabase }

    fileprivate var component: TribeRegistryBuilder.Component { declared(self) }
  }

  extension TribeRegistryBuilder {
    /// Adds a tribe that a closure declares.
    public static func buildExpression(_ migration: DatabaseMigration) -> Component { migration.component }
  }
#endif
