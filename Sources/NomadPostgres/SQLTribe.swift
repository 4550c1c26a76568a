/// A tribe in an SQL file: for generated code only.
///
/// ``PostgresTribe`` is the protocol of tribes in Swift.
public protocol _SQLTribe: PostgresTribe {
  /// The name of the file.
  static var _file: String { get }

  /// The statements, each with the number of its first line in the file.
  static var _statements: [(line: Int, sql: String)] { get }
}

extension _SQLTribe {
  /// Runs the statements in their order.
  ///
  /// - Parameter db: The database, in the transaction of the tribe.
  /// - Throws: ``PostgresError`` with the file and the place of the mistake, or an error if the session is lost.
  public func migrate(_ db: PostgresTransaction) async throws {
    for statement in Self._statements {
      do {
        try await db.execute(statement.sql)
      } catch let error as PostgresError {
        throw error.located(in: Self._file, line: statement.line, of: statement.sql)
      }
    }
  }
}

extension PostgresError {
  /// Returns the error with a file and a place in its message: that of the mistake, or else that of the statement.
  fileprivate func located(in file: String, line: Int, of sql: String) -> PostgresError {
    guard let position, position > 0, position <= sql.unicodeScalars.count + 1 else {
      return PostgresError(code: code, message: "\(file):\(line): \(message)", detail: detail)
    }
    let before = sql.unicodeScalars.prefix(position - 1)
    let newlines = before.count { $0 == "\n" }
    // The first line of a statement may start behind others on its line of the file.
    let column = newlines == 0 ? "" : ":\(before.reversed().prefix { $0 != "\n" }.count + 1)"
    return PostgresError(code: code, message: "\(file):\(line + newlines)\(column): \(message)", detail: detail)
  }
}
