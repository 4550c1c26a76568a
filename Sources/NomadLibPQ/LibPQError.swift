#if LibPQ
  /// An error for a session of a PostgreSQL server that could not begin or is lost.
  public struct LibPQError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The message of libpq.
    public let description: String
  }
#endif
