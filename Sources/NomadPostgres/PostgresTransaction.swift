import Nomad
internal import NomadFiles
import NomadTables

/// The access to the database that a ``PostgresTribe`` receives, usually in a transaction.
///
/// Its statements run in the tribe's transaction, unless the tribe has none. It is valid until the
/// tribe returns or, in a ``PostgresBatchTribe``, until the batch returns.
public struct PostgresTransaction: Sendable {
  private let connection: any PostgresConnection
  private let isOpen = Locked(true)

  init(on connection: any PostgresConnection) {
    self.connection = connection
  }

  /// Sends one statement, and ignores its rows.
  ///
  /// - Parameters:
  ///   - sql: The statement, with `$1` and so on for the parameters.
  ///   - parameters: The values in PostgreSQL's text format; nil for `NULL`.
  /// - Throws: ``PostgresError``, or an error if the session is lost or the tribe has returned.
  public func execute(_ sql: String, _ parameters: String?...) async throws {
    try checkIsOpen()
    try await connection.execute(sql, parameters)
  }

  /// Sends one statement, and returns its rows.
  ///
  /// Some clients support few types of values, so cast the columns to text: `SELECT id::text FROM orders`.
  ///
  /// - Parameters:
  ///   - sql: The statement, with `$1` and so on for the parameters.
  ///   - parameters: The values in PostgreSQL's text format; nil for `NULL`.
  /// - Returns: The rows, each with its values in text format; nil for `NULL`.
  /// - Throws: ``PostgresError``, or an error if the session is lost or the tribe has returned.
  public func query(_ sql: String, _ parameters: String?...) async throws -> [[String?]] {
    try checkIsOpen()
    return try await connection.query(sql, parameters)
  }

  private func checkIsOpen() throws {
    guard isOpen.value else { throw TribeMisuse(description: "it used its transaction after it had returned") }
  }

  func close() { isOpen.value = false }
}
