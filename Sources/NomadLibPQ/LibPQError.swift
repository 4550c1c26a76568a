#if LibPQ
  public import Foundation

  /// An error for a session that could not begin or is lost, or for a statement that the connection does not support.
  ///
  /// An error that the server reports for a statement is a `PostgresError`.
  public struct LibPQError: LocalizedError, Hashable, Sendable, CustomStringConvertible {
    /// The message of libpq or of the connection, without the connection string and without passwords.
    public let description: String

    /// The message.
    public var errorDescription: String? { description }
  }
#endif
