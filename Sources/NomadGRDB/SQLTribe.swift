#if GRDB
  public import GRDB

  /// A tribe in an SQL file: for generated code only.
  ///
  /// ``DatabaseTribe`` is the protocol of tribes in Swift.
  public protocol _SQLTribe: DatabaseTribe {
    /// The name of the file.
    static var _file: String { get }

    /// The statements, each with the number of its first line in the file.
    static var _statements: [(line: Int, sql: String)] { get }
  }

  extension _SQLTribe {
    /// Runs the statements in their order.
    ///
    /// - Parameter db: The database, in the transaction of the tribe.
    /// - Throws: `DatabaseError` with the file and the line of the statement.
    public func migrate(_ db: Database) throws {
      for statement in Self._statements {
        do {
          try db.execute(sql: statement.sql)
        } catch let error as DatabaseError {
          throw DatabaseError(
            resultCode: error.extendedResultCode,
            message: "\(Self._file):\(statement.line): \(error.message ?? "\(error.extendedResultCode)")",
            sql: error.sql
          )
        }
      }
    }
  }
#endif
