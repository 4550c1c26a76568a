public import Nomad
public import NomadAdoption
import NomadTables

extension Predecessor {
  /// The predecessor `PostgresMigrations` of Hummingbird, which keeps the names of completed migrations in the table
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
  /// If you give the name of a table that does not exist, a database without tables counts as new, and every tribe
  /// runs. In any other database, the name may be wrong. Nothing runs then, and the plan throws an error with the code
  /// `predecessorUnreadable`.
  ///
  /// - Parameters:
  ///   - connection: A session of the server.
  ///   - table: The name of the table, as the service gives it to `DatabaseMigrations(migrationTableName:)`; nil for
  ///     `_hb_pg_migrations`. It is read as in a statement: write `"Migrations"` in quotation marks if they belong to
  ///     the name, and `app.migrations` for a table in the schema `app`.
  ///   - group: The group of the migrations; nil for all of them.
  ///   - targets: For each migration whose name is not the once-id of a tribe, the target of its tribe; nil for a
  ///     migration without a tribe.
  /// - Returns: The predecessor.
  public static func postgresMigrations(
    _ connection: some PostgresConnection,
    table: String? = nil,
    group: String? = nil,
    targets: [String: TribeTarget?] = [:]
  ) -> Predecessor {
    Predecessor("PostgresMigrations", in: table, or: "_hb_pg_migrations", on: connection, targets) { table in
      (#"SELECT name FROM \#(table) WHERE $1::text IS NULL OR "group" = $1::text ORDER BY "order""#, [group])
    }
  }

  /// The predecessor Fluent, which keeps the names of completed migrations in the table `_fluent_migrations`.
  ///
  /// The name is the type's name with its module, such as `App.CreateOrders`, unless the migration sets its own. For
  /// how migrations map to tribes, see ``postgresMigrations(_:table:group:targets:)``.
  ///
  /// - Parameters:
  ///   - connection: A session of the server.
  ///   - table: The name of the table if it is not in the search path of the connection, such as
  ///     `app._fluent_migrations`; nil for `_fluent_migrations`. For a table that does not exist, see
  ///     ``postgresMigrations(_:table:group:targets:)``.
  ///   - targets: For each migration whose name is not the once-id of a tribe, the target of its tribe; nil for a
  ///     migration without a tribe.
  /// - Returns: The predecessor.
  public static func fluent(
    _ connection: some PostgresConnection,
    table: String? = nil,
    targets: [String: TribeTarget?] = [:]
  ) -> Predecessor {
    Predecessor("Fluent", in: table, or: "_fluent_migrations", on: connection, targets) { table in
      ("SELECT name FROM \(table) ORDER BY batch, created_at, name", [])
    }
  }

  /// Creates a predecessor from the statement that reads the names of completed migrations from a table.
  private init(
    _ name: String,
    in table: String?,
    or usual: String,
    on connection: some PostgresConnection,
    _ targets: [String: TribeTarget?],
    _ statement: @escaping @Sendable (_ table: String) -> (sql: String, parameters: [String?])
  ) {
    self.init(
      name,
      awaiting: {
        // The server reads the name as it does in the statements of the predecessor, and returns it quoted.
        let found = try await connection.query("SELECT to_regclass($1::text)::text", [table ?? usual])
        guard let quoted = found.first?.first.flatMap(\.self) else {
          guard let table, try await connection.query(Self.hasTables, []) == [["true"]] else { return nil }
          return State(missing: "the table \(table)", targets: targets)
        }
        let (sql, parameters) = statement(quoted)
        let done = try await connection.query(sql, parameters).compactMap { $0.first.flatMap(\.self) }
        return done.isEmpty ? nil : try State(done: done, targets: targets)
      }
    )
  }

  /// Whether the database has tables of an app: none of the system, of an extension, or of a ledger of Nomad.
  private static let hasTables = """
    SELECT EXISTS (
      SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p') AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
        AND NOT EXISTS (
          SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e'
        )
        AND NOT (c.relname IN ('ledger', 'run', 'host') AND 3 = (
          SELECT count(*) FROM pg_class l WHERE l.relnamespace = n.oid AND l.relname IN ('ledger', 'run', 'host')
        ))
    )::text
    """
}
