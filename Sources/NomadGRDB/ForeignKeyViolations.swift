#if GRDB
  import GRDB

  /// The foreign keys that rows of a database violate, without the values of those rows.
  struct ForeignKeyViolations: Sendable {
    /// A foreign key.
    struct Key: Hashable, Sendable {
      let table: String
      /// The tables and columns, such as `from pet(ownerId) to person(id)`.
      let text: String
    }

    /// The rows that violate a foreign key.
    struct Rows: Sendable {
      var count = 0
      /// The id of the first one; nil if the table has no row ids.
      let first: Int64?
    }

    /// All foreign keys of the schema, by their tables and ids.
    private let keys: [String: [Int: Key]]
    private(set) var rows: [Key: Rows] = [:]
    /// The reasons why SQLite cannot check the foreign keys of some tables, by the tables.
    private(set) var uncheckable: [String: String] = [:]

    /// Checks all foreign keys of a database.
    ///
    /// - Parameter db: The database.
    /// - Throws: An error of the database.
    init(_ db: Database) throws {
      let tables = try String.fetchAll(db, sql: "SELECT name FROM main.sqlite_master WHERE type = 'table'")
      keys = Dictionary(try tables.map { ($0, try Self.keys(of: $0, db)) }, uniquingKeysWith: { $1 })
      do {
        try count(db.foreignKeyViolations())
      } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
        // A table whose foreign key refers to no unique columns also hides the violations of all others.
        rows = [:]
        for table in tables where keys[table]?.isEmpty == false {
          do {
            try count(db.foreignKeyViolations(in: table, in: "main"))
          } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
            uncheckable[table] = error.message ?? "\(error.resultCode)"
          }
        }
      }
    }

    private mutating func count(_ violations: RecordCursor<ForeignKeyViolation>) throws {
      while let violation = try violations.next() {
        let table = violation.originTable
        let other = Key(table: table, text: "from \(table) to \(violation.destinationTable)")
        let key = keys[table]?[violation.foreignKeyId] ?? other
        rows[key, default: Rows(first: violation.originRowID)].count += 1
      }
    }

    /// Returns the foreign keys of a table, by their ids.
    private static func keys(of table: String, _ db: Database) throws -> [Int: Key] {
      let rows = try Row.fetchAll(db, sql: "PRAGMA main.foreign_key_list(\(table.quotedDatabaseIdentifier))")
      return try Dictionary(grouping: rows) { try $0.decode(Int.self, forColumn: "id") }.mapValues { rows in
        let parent = try rows[0].decode(String.self, forColumn: "table")
        let columns = try rows.map { try $0.decode(String.self, forColumn: "from") }
        var parents = try rows.compactMap { try $0.decode(String?.self, forColumn: "to") }
        // A foreign key that names no columns refers to the primary key.
        if parents.isEmpty { parents = (try? db.primaryKey(parent).columns) ?? [] }
        let end = parents.isEmpty ? "" : "(\(parents.joined(separator: ", ")))"
        return Key(table: table, text: "from \(table)(\(columns.joined(separator: ", "))) to \(parent)\(end)")
      }
    }

    /// Throws an error if there are more violations than before.
    ///
    /// - Parameter old: The violations before.
    /// - Throws: `DatabaseError` with the tables, the columns and a row id.
    func check(against old: ForeignKeyViolations) throws {
      var new = rows.filter { key, rows in
        rows.count > old.rows[key]?.count ?? 0 && old.uncheckable[key.table] == nil
      }
      // With the name of a table or a column, the key of its old violations changes.
      let renamed = new.filter { !old.contains($0.key) }
      let vanished = old.rows.filter { !contains($0.key) }
      if renamed.values.reduce(0, { $0 + $1.count }) <= vanished.values.reduce(0, { $0 + $1.count }) {
        for key in renamed.keys { new[key] = nil }
      }
      let texts =
        uncheckable.filter { old.uncheckable[$0.key] == nil }.map(\.value).sorted()
        + new.map { Self.text(of: $0.key, $0.value, before: old.rows[$0.key]?.count ?? 0) }.sorted()
      guard !texts.isEmpty else { return }
      throw DatabaseError(resultCode: .SQLITE_CONSTRAINT_FOREIGNKEY, message: Self.sentence(texts))
    }

    /// Whether the schema has a foreign key.
    private func contains(_ key: Key) -> Bool { keys[key.table]?.values.contains(key) == true }

    /// A text about each key.
    var texts: [String] { (rows.map { Self.text(of: $0.key, $0.value) } + uncheckable.values).sorted() }

    private static func text(of key: Key, _ rows: Rows, before: Int = 0) -> String {
      if before > 0 { return "\(key.text), in \(rows.count) rows, and in \(before) before the tribe" }
      let place = rows.first.map { rows.count == 1 ? "row \($0)" : "\(rows.count) rows, such as row \($0)" }
      return "\(key.text), in \(place ?? (rows.count == 1 ? "1 row" : "\(rows.count) rows"))"
    }

    /// The number of keys that a message names.
    private static let limit = 3

    static func sentence(_ texts: [String]) -> String {
      let rest = texts.count > limit ? ["and \(texts.count - limit) more"] : []
      return "FOREIGN KEY constraint violation - " + (texts.prefix(limit) + rest).joined(separator: "; ")
    }
  }

  /// The violations of foreign keys that a session knows of.
  ///
  /// The check after one tribe is also the check before the next one.
  struct KnownViolations: Sendable {
    /// The violations after the last tribe; nil if they are not known.
    var last: ForeignKeyViolations?
    /// The texts about violations that were given to the observer.
    private var named: Set<String> = []

    /// Returns a text about violations; nil if there are none, or if they were named already.
    mutating func name(_ violations: ForeignKeyViolations) -> String? {
      let new = violations.texts.filter { named.insert($0).inserted }
      return new.isEmpty ? nil : ForeignKeyViolations.sentence(new)
    }
  }
#endif
