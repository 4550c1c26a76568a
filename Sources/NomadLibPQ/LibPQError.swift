#if LibPQ
  /// The session of a PostgreSQL server could not begin, or is lost.
  public struct LibPQError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What libpq says.
    public let description: String
  }
#endif
