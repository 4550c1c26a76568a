#if GRDB
  import GRDB

  /// The foreign keys that rows of a database violate, without the values of those rows.
  struct ForeignKeyViolations: Sendable {
    /// The rows that violate a foreign key.
    private struct Rows {
      var count = 0
      /// The id of the first one; nil if the table has no row ids.
      let first: Int64?
    }

    /// All foreign keys of the schema, such as `from pet(ownerId) to person(id)`.
    private let keys: Set<String>
    private var rows: [String: Rows] = [:]

    /// Checks all foreign keys of a database.
    ///
    /// - Parameter db: The database.
    /// - Throws: An error of the database.
    init(_ db: Database) throws {
      let tables = try String.fetchAll(db, sql: "SELECT name FROM main.sqlite_master WHERE type = 'table'")
      let keysOfTables = Dictionary(try tables.map { ($0, try Self.keys(of: $0, db)) }, uniquingKeysWith: { $1 })
      keys = Set(keysOfTables.values.flatMap(\.values))
      let violations = try db.foreignKeyViolations()
      while let violation = try violations.next() {
        let (table, parent) = (violation.originTable, violation.destinationTable)
        let key = keysOfTables[table]?[violation.foreignKeyId] ?? "from \(table) to \(parent)"
        rows[key, default: Rows(first: violation.originRowID)].count += 1
      }
    }

    /// Returns the foreign keys of a table, by their ids.
    private static func keys(of table: String, _ db: Database) throws -> [Int: String] {
      let rows = try Row.fetchAll(db, sql: "PRAGMA main.foreign_key_list(\(table.quotedDatabaseIdentifier))")
      return try Dictionary(grouping: rows) { try $0.decode(Int.self, forColumn: "id") }.mapValues { rows in
        let parent = try rows[0].decode(String.self, forColumn: "table")
        let columns = try rows.map { try $0.decode(String.self, forColumn: "from") }
        var parents = try rows.compactMap { try $0.decode(String?.self, forColumn: "to") }
        // A foreign key that names no columns refers to the primary key.
        if parents.isEmpty { parents = (try? db.primaryKey(parent).columns) ?? [] }
        let end = parents.isEmpty ? "" : "(\(parents.joined(separator: ", ")))"
        return "from \(table)(\(columns.joined(separator: ", "))) to \(parent)\(end)"
      }
    }

    /// Throws an error if there are more violations than before.
    ///
    /// - Parameter old: The violations before.
    /// - Throws: `DatabaseError` with the tables, the columns and a row id.
    func check(against old: ForeignKeyViolations) throws {
      var new = rows.filter { key, rows in rows.count > old.rows[key]?.count ?? 0 }
      // With the name of a table or a column, the key of its old violations changes.
      let renamed = new.filter { !old.keys.contains($0.key) }
      let vanished = old.rows.filter { !keys.contains($0.key) }
      if renamed.values.reduce(0, { $0 + $1.count }) <= vanished.values.reduce(0, { $0 + $1.count }) {
        for key in renamed.keys { new[key] = nil }
      }
      let texts = new.map { Self.text(of: $0.key, $0.value, before: old.rows[$0.key]?.count ?? 0) }.sorted()
      guard !texts.isEmpty else { return }
      throw DatabaseError(resultCode: .SQLITE_CONSTRAINT_FOREIGNKEY, message: Self.sentence(texts))
    }

    /// A text about each key.
    var texts: [String] { rows.map { Self.text(of: $0.key, $0.value) }.sorted() }

    private static func text(of key: String, _ rows: Rows, before: Int = 0) -> String {
      if before > 0 { return "\(key), in \(rows.count) rows, and in \(before) before the tribe" }
      let place = rows.first.map { rows.count == 1 ? "row \($0)" : "\(rows.count) rows, such as row \($0)" }
      return "\(key), in \(place ?? (rows.count == 1 ? "1 row" : "\(rows.count) rows"))"
    }

    /// The number of keys that a message names.
    private static let limit = 3

    static func sentence(_ texts: [String]) -> String {
      let rest = texts.count > limit ? ["and \(texts.count - limit) more"] : []
      return "FOREIGN KEY constraint violation - " + (texts.prefix(limit) + rest).joined(separator: "; ")
    }
  }

  /// The state of a database, as one connection sees it: it differs after any connection has changed a row.
  struct DatabaseVersion: Equatable {
    /// Changes with the commits of other connections: <https://www.sqlite.org/pragma.html#pragma_data_version>.
    private let others: Int?
    /// The number of rows that this connection has changed.
    private let own: Int

    init(_ db: Database) throws {
      (others, own) = (try Int.fetchOne(db, sql: "PRAGMA data_version"), db.totalChangesCount)
    }
  }

  /// The violations of foreign keys that a session knows of.
  ///
  /// The check after one tribe is also the check before the next one.
  struct KnownViolations: Sendable {
    /// The violations after the last tribe, and the database then; nil if they are not known.
    var last: (violations: ForeignKeyViolations, version: DatabaseVersion)?
    /// The texts about violations that were given to the observer.
    private var named: Set<String> = []

    /// Returns the violations after the last tribe; nil if something else has changed the database since.
    func last(at version: DatabaseVersion) -> ForeignKeyViolations? {
      last.flatMap { $0.version == version ? $0.violations : nil }
    }

    /// Returns a text about violations; nil if there are none, or if they were named already.
    mutating func name(_ violations: ForeignKeyViolations) -> String? {
      let new = violations.texts.filter { named.insert($0).inserted }
      return new.isEmpty ? nil : ForeignKeyViolations.sentence(new)
    }
  }
#endif
