#if LibPQ
  /// An error for a session that could not begin or is lost, or for a statement that the connection does not support.
  ///
  /// An error that the server reports for a statement is a `PostgresError`.
  public struct LibPQError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The message of libpq or of the connection.
    public let description: String
  }
#endif
