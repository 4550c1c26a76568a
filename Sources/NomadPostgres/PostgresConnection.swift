/// One session with a PostgreSQL server: the only thing that Nomad needs from a database client.
///
/// `NomadLibPQ` provides a connection that uses libpq. For another client, write an adapter: see "A fleet of servers"
/// in the documentation of Nomad.
public protocol PostgresConnection: Sendable {
  /// The name of the database in messages, such as `orders on db.example.com`.
  ///
  /// Two ledgers with the same schema and the same name of the database count as one ledger. Errors show the name, so
  /// it must not contain a password.
  var database: String { get }

  /// Sends one statement, and waits for its rows.
  ///
  /// Calls can overlap; the connection sends their statements in the order of the calls, all in the same session. Once
  /// the session is lost, every call throws at once: the connection neither reconnects nor waits. No call blocks a
  /// thread of Swift's cooperative pool.
  ///
  /// If its task is cancelled, a call may cancel the statement on the server, as the one of `NomadLibPQ` does, or wait
  /// for it. It returns or throws only when the session is ready for the next statement.
  ///
  /// - Parameters:
  ///   - sql: The statement, with `$1` and so on for the parameters.
  ///   - parameters: The values in PostgreSQL's text format; nil for `NULL`.
  /// - Returns: The rows, each with its values in text format; nil for `NULL`.
  /// - Throws: ``PostgresError`` for an error that the server reports, or any other error if the session is lost.
  func query(_ sql: String, _ parameters: [String?]) async throws -> [[String?]]

  /// Sends one statement as ``query(_:_:)`` does, and ignores its rows. Implement it if your client cannot return the
  /// values of every type as text.
  ///
  /// - Parameters:
  ///   - sql: The statement, with `$1` and so on for the parameters.
  ///   - parameters: The values in PostgreSQL's text format; nil for `NULL`.
  /// - Throws: The errors of ``query(_:_:)``.
  func execute(_ sql: String, _ parameters: [String?]) async throws

  /// Opens another session with the same server. Implement it if your client knows how to connect.
  ///
  /// If a session is lost during a tribe, the ledger records on another one that the tribe failed. Otherwise, the
  /// ledger cannot tell this from the death of the process, which counts towards quarantine.
  ///
  /// - Returns: The new connection, which the ledger closes; nil, the default, if the client cannot open one.
  /// - Throws: An error if the server cannot be reached.
  func another() async throws -> (any PostgresConnection)?

  /// Ends the session. Implement it if your client does not end the session when the connection is released.
  func close() async
}

extension PostgresConnection {
  /// Calls ``query(_:_:)``.
  ///
  /// - Parameters:
  ///   - sql: The statement.
  ///   - parameters: The values.
  /// - Throws: The errors of ``query(_:_:)``.
  public func execute(_ sql: String, _ parameters: [String?]) async throws { _ = try await query(sql, parameters) }

  /// Returns nil: the client cannot open another session.
  ///
  /// - Returns: Nil.
  public func another() async throws -> (any PostgresConnection)? { nil }

  /// Does nothing: the session ends when the connection is released.
  public func close() async {}
}
