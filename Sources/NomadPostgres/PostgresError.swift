public import Foundation

/// An error that a PostgreSQL server reports.
public struct PostgresError: LocalizedError, Hashable, Sendable, CustomStringConvertible {
  /// The SQLSTATE, such as `42P01`: see <https://www.postgresql.org/docs/current/errcodes-appendix.html>.
  public let code: String

  /// The message of the server, with its hint if it has one.
  ///
  /// It may quote a value of a row.
  public let message: String

  /// The detail of the server, such as `Key (email)=(a@b.c) already exists.`; nil if there is none.
  ///
  /// It may contain a whole row of a user's data, so ``description``, and with it the ledger and logs, leave it out.
  public let detail: String?

  /// The place of the mistake in the statement, as the number of its character from 1 on; nil if the server names none.
  ///
  /// The message of a tribe in an SQL file has the line and column in that file.
  public let position: Int?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: The SQLSTATE.
  ///   - message: The message of the server.
  ///   - detail: The detail of the server, if it has one.
  ///   - position: The place of the mistake in the statement, if the server names it.
  public init(code: String, message: String, detail: String? = nil, position: Int? = nil) {
    (self.code, self.message, self.detail, self.position) = (code, message, detail, position)
  }

  /// The message and the SQLSTATE, without values of rows.
  public var description: String { "\(messageWithoutValues) (SQLSTATE \(code))" }

  /// The message and the SQLSTATE, without values of rows.
  public var errorDescription: String? { description }

  /// The message without the value that an error of the class "data exception" quotes.
  private var messageWithoutValues: String {
    // The quotes depend on the language of the server.
    let quotes: Set<Character> = ["\"", "«", "»", "„", "“", "”"]
    guard code.hasPrefix("22"), let start = message.firstIndex(where: quotes.contains),
      let end = message.lastIndex(where: quotes.contains)
    else { return message }
    return message.replacingCharacters(in: start...end, with: "[value]")
  }

  /// Whether a table or its schema does not exist.
  var isMissing: Bool { ["42P01", "3F000"].contains(code) }

  static let lockTimeout = "55P03"

  /// Whether the same transaction can succeed later: after a lock timeout, a deadlock, or a serialization failure.
  var isTransient: Bool { [Self.lockTimeout, "40P01", "40001"].contains(code) }
}
