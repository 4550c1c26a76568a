/// One session of a PostgreSQL server.
///
/// `NomadLibPQ` has one that uses libpq. For another client, write an adapter: see "A fleet of servers" in the
/// documentation of Nomad.
public protocol PostgresConnection: Sendable {
  /// Names the database in messages, such as `orders on db.example.com`.
  ///
  /// Ledgers of one schema whose connections have one name are one ledger.
  var database: String { get }

  /// Sends one statement, and waits for its rows.
  ///
  /// Calls can overlap; their statements are sent in the order of the calls. All of them use the same session. Once it is
  /// lost, every call throws at once: it neither connects again nor waits. No call blocks a thread of Swift's cooperative
  /// pool.
  ///
  /// If its task is cancelled, a call may cancel the statement on the server, as that of `NomadLibPQ` does, or wait for it.
  /// It returns or throws only when the session is ready for the next statement.
  ///
  /// - Parameters:
  ///   - sql: The statement, with `$1` and so on for the parameters.
  ///   - parameters: The values in PostgreSQL's text format; nil for `NULL`.
  /// - Returns: The rows, each with its values in text format; nil for `NULL`.
  /// - Throws: ``PostgresError`` for an error that the server reports, or any other error if the session is lost.
  func query(_ sql: String, _ parameters: [String?]) async throws -> [[String?]]

  /// Ends the session, if the client does not do so when nobody uses the connection any more; it does by default.
  func close() async
}

extension PostgresConnection {
  /// Does nothing: the session ends when nobody uses the connection any more.
  public func close() async {}
}
