public import Nomad
import NomadTables

extension Predecessor {
  /// Hummingbird's `PostgresMigrations`, which keeps the names of completed migrations in the table
  /// `_hb_pg_migrations`.
  ///
  /// Each completed migration counts as one finished tribe: the tribe with the target that `targets` gives for its
  /// name, or else the `.once` tribe whose id is the name. If there is no such tribe, nothing runs, and the plan throws
  /// an error with the code `predecessorUnreadable`. Give nil for a migration that no tribe replaces.
  ///
  /// The migrations ran in the order of their list, but `.once` tribes run in the order of their ids. Give versions to
  /// tribes that depend on the order of the list:
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
  /// Nomad does not change the table. It reads the table at the first start, and later if the ledger has no record of a
  /// tribe that would run.
  ///
  /// - Parameters:
  ///   - connection: A session of the server.
  ///   - group: The group of the migrations; nil for all of them.
  ///   - targets: For each migration whose name is not the once-id of a tribe, the target of its tribe; nil for a
  ///     migration without a tribe.
  /// - Returns: The predecessor.
  public static func postgresMigrations(
    _ connection: some PostgresConnection,
    group: String? = nil,
    targets: [String: TribeTarget?] = [:]
  ) -> Predecessor {
    let rows = #"SELECT name FROM _hb_pg_migrations WHERE $1::text IS NULL OR "group" = $1::text ORDER BY "order""#
    return Predecessor("PostgresMigrations", rows, [group], on: connection, targets)
  }

  /// Fluent's migrations.
  ///
  /// Fluent keeps the names of completed migrations in the table `_fluent_migrations`.
  ///
  /// The name is the type's name with its module, such as `App.CreateOrders`, unless the migration sets its own. For
  /// how migrations map to tribes, see ``postgresMigrations(_:group:targets:)``.
  ///
  /// - Parameters:
  ///   - connection: A session of the server.
  ///   - targets: For each migration whose name is not the once-id of a tribe, the target of its tribe; nil for a
  ///     migration without a tribe.
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

  /// Creates a predecessor from the statement that reads the names of completed migrations.
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
