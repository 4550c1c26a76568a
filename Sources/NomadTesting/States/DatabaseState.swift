#if GRDB
  public import GRDB

  /// The schema and the rows of a database, for tests that compare the end states of upgrades.
  ///
  /// ```swift
  /// try await UpgradePaths(registry, from: ["1.0.0", "2.0.0"]).verifyWhenKilled { version, migrate in
  ///   let fixture = fixtures.appendingPathComponent("\(version).sqlite")
  ///   let database = try DatabaseQueue.inMemoryCopy(fromPath: fixture.path)
  ///   try await migrate(recordingIn: .grdb(database))
  ///   return try await DatabaseState(of: database)
  /// }
  /// ```
  ///
  /// It leaves out the tables of Nomad, of GRDB's migrators and of SQLite itself. The order of the rows does not
  /// matter.
  public struct DatabaseState: Hashable, Sendable {
    /// The statements that make the tables, indexes, triggers and views, by name.
    public let schema: [String: String]

    /// The rows of each table, sorted, as SQL literals.
    public let rows: [String: [String]]

    /// Reads a database.
    ///
    /// - Parameters:
    ///   - reader: The database.
    ///   - ignored: The names of tables to leave out.
    /// - Throws: An error of the database.
    public init(of reader: some DatabaseReader, ignoring ignored: Set<String> = []) async throws {
      self = try await reader.read { try Self($0, ignoring: ignored.union(["nomad_ledger", "grdb_migrations"])) }
    }

    private init(_ db: Database, ignoring ignored: Set<String>) throws {
      var (schema, rows) = ([String: String](), [String: [String]]())
      var hidden = ignored
      for table in try Row.fetchAll(db, sql: "SELECT name, type FROM pragma_table_list WHERE schema = 'main'") {
        let (name, type): (String, String) = (table["name"], table["type"])
        if name.hasPrefix("sqlite_") { continue }
        // The shadow tables of a virtual table depend on the order of its changes, not only on its contents.
        if type == "shadow" { hidden.insert(name) }
        if type == "shadow" || type == "view" || hidden.contains(name) { continue }
        rows[name] = try Self.rows(of: name, db)
      }
      let objects = "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type"
      for object in try Row.fetchAll(db, sql: objects) where !hidden.contains(object["tbl_name"]) {
        let (name, sql): (String, String) = (object["name"], object["sql"])
        if name.hasPrefix("sqlite_") { continue }
        // The whitespace of a statement is not part of the schema.
        let text = sql.split { $0.isWhitespace }.joined(separator: " ")
        // A trigger may have the name of a table.
        schema[schema[name] == nil ? name : "\(object["type"] as String) \(name)"] = text
      }
      (self.schema, self.rows) = (schema, rows)
    }

    private static func rows(of table: String, _ db: Database) throws -> [String] {
      let columns = try db.makeStatement(sql: "SELECT * FROM \(table.quotedDatabaseIdentifier)").columnNames
      // quote() ends a text at its first NUL.
      let literals = columns.map { $0.quotedDatabaseIdentifier }.map { column in
        "CASE WHEN instr(\(column), char(0)) THEN typeof(\(column)) || hex(\(column)) ELSE quote(\(column)) END"
      }.joined(separator: ", ")
      return try Row.fetchAll(db, sql: "SELECT \(literals) FROM \(table.quotedDatabaseIdentifier)")
        .map { row in
          zip(columns, row.databaseValues).map { column, literal in
            "\(column): \(String.fromDatabaseValue(literal) ?? "?")"
          }.joined(separator: ", ")
        }
        .sorted()
    }
  }
#endif
