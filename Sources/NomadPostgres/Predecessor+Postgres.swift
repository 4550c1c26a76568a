public import Nomad
import NomadTables

extension Predecessor {
  /// The `PostgresMigrations` of Hummingbird, which keep the names of what is done in the table `_hb_pg_migrations`.
  ///
  /// Each migration that has run stands for one tribe: the one with the target that is given for its name, or else the
  /// `.once` whose id is the name. If there is no such tribe, nothing runs, and the plan throws an error with the code
  /// `predecessorUnreadable`; give nil for a migration that no tribe replaces. Those migrations ran in the order of their
  /// list, and `.once` tribes run in the order of their ids, so give versions to tribes that depend on that order:
  ///
  /// ```swift
  /// func adopting(_ connection: LibPQConnection) -> Nomad {
  ///   var migrator = Nomad(.generated, ledger: .postgres(connection))
  ///   migrator.predecessors = [
  ///     .postgresMigrations(connection, targets: ["CreateOrders": .literal("1.0.0"), "AddNotes": .literal("1.1.0")])
  ///   ]
  ///   return migrator
  /// }
  /// ```
  ///
  /// The table is read at the first start only, and left as it is.
  ///
  /// - Parameters:
  ///   - connection: A session of the server.
  ///   - group: The group of the migrations; nil for all of them.
  ///   - targets: The target of a tribe for each name of a migration that is not its once-id; nil for a migration without
  ///     a tribe.
  /// - Returns: The predecessor.
  public static func postgresMigrations(
    _ connection: some PostgresConnection,
    group: String? = nil,
    targets: [String: TribeTarget?] = [:]
  ) -> Predecessor {
    let rows = #"SELECT name FROM _hb_pg_migrations WHERE $1::text IS NULL OR "group" = $1::text ORDER BY "order""#
    return Predecessor("PostgresMigrations", rows, [group], on: connection, targets)
  }

  /// The migrations of Fluent, which keeps the names of what is done in the table `_fluent_migrations`.
  ///
  /// A name is that of the type with its module, such as `App.CreateOrders`, unless the migration has a name of its own.
  /// For the tribes that stand for migrations see ``postgresMigrations(_:group:targets:)``.
  ///
  /// - Parameters:
  ///   - connection: A session of the server.
  ///   - targets: The target of a tribe for each name of a migration that is not its once-id; nil for a migration without
  ///     a tribe.
  /// - Returns: The predecessor.
  public static func fluent(
    _ connection: some PostgresConnection,
    targets: [String: TribeTarget?] = [:]
  ) -> Predecessor {
    Predecessor(
      "Fluent",
      "SELECT name FROM _fluent_migrations ORDER BY batch, created_at, name",
      [],
      on: connection,
      targets
    )
  }

  /// Makes a predecessor of the statement that reads the names of what is done.
  private init(
    _ name: String,
    _ rows: String,
    _ parameters: [String?],
    on connection: some PostgresConnection,
    _ targets: [String: TribeTarget?]
  ) {
    self.init(
      name,
      awaiting: {
        let done: [String]
        do {
          done = try await connection.query(rows, parameters).compactMap { $0.first.flatMap(\.self) }
        } catch let error as PostgresError where error.isMissing {
          return nil
        }
        return done.isEmpty ? nil : try State(done: done, targets: targets)
      }
    )
  }
}
