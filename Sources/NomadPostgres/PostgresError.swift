public import Foundation

/// An error that a PostgreSQL server reports.
public struct PostgresError: LocalizedError, Hashable, Sendable, CustomStringConvertible {
  /// The SQLSTATE, such as `42P01`: see <https://www.postgresql.org/docs/current/errcodes-appendix.html>.
  public let code: String

  /// The message of the server, with its detail and hint if it has them.
  public let message: String

  /// The place of the mistake in the statement, as the number of its character from 1 on; nil if the server names none.
  ///
  /// The message of a tribe in an SQL file has the line and column in that file.
  public let position: Int?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: The SQLSTATE.
  ///   - message: The message of the server.
  ///   - position: The place of the mistake in the statement, if the server names it.
  public init(code: String, message: String, position: Int? = nil) {
    (self.code, self.message, self.position) = (code, message, position)
  }

  /// The message and the SQLSTATE.
  public var description: String { "\(message) (SQLSTATE \(code))" }

  /// The message and the SQLSTATE.
  public var errorDescription: String? { description }

  /// Whether a table or its schema does not exist.
  var isMissing: Bool { ["42P01", "3F000"].contains(code) }

  static let lockTimeout = "55P03"

  /// Whether the same transaction can succeed later: after a lock timeout, a deadlock, or a serialization failure.
  var isTransient: Bool { [Self.lockTimeout, "40P01", "40001"].contains(code) }
}
