#if PostgresNIO
  public import Foundation
  import NomadPostgres
  import PostgresNIO

  /// An error for a session that could not begin or is lost, or for a column whose type the connection cannot convert.
  ///
  /// An error that the server reports for a statement is a `PostgresError`.
  public struct PostgresNIOError: LocalizedError, Hashable, Sendable, CustomStringConvertible {
    /// The message, without passwords.
    public let description: String

    /// The message.
    public var errorDescription: String? { description }

    static let zeroByte = PostgresNIOError(
      description: "A statement has a zero byte, which PostgreSQL has no text for."
    )
    static let closed = PostgresNIOError(description: "The connection is closed.")
  }

  extension PSQLError {
    /// The error that tells what happened: the description of the client's own error is always the same.
    var readable: any Error {
      guard let server = serverInfo, let sqlState = server[.sqlState] else {
        return PostgresNIOError(
          description: "There is no session: \(code)" + (underlying.map { ", \($0)" } ?? "") + "."
        )
      }
      let fields: [PSQLError.ServerInfo.Field] = [.message, .hint]
      return NomadPostgres.PostgresError(
        code: sqlState,
        message: fields.compactMap { server[$0] }.joined(separator: ". "),
        detail: server[.detail],
        position: server[.position].flatMap { Int($0) }
      )
    }
  }
#endif
