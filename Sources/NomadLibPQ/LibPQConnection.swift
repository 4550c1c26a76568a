#if LibPQ
  import CLibPQ
  import Dispatch
  import Foundation
  public import NomadPostgres

  /// A session with a PostgreSQL server, through the C library libpq.
  ///
  /// ```swift
  /// let connection = try await LibPQConnection.connect("postgresql://orders@db.example.com/orders")
  /// try await Nomad(.generated, ledger: .postgres(connection)).migrate()
  /// await connection.close()
  /// ```
  ///
  /// libpq blocks the calling thread, so each connection has a thread of its own. If the task of a statement is
  /// cancelled, the connection asks the server to cancel the statement.
  public final class LibPQConnection: PostgresConnection {
    private let queue: DispatchQueue
    private let handle: Handle
    private let url: String

    /// The names of the database and its host; with the port if it is not 5432.
    public let database: String

    private init(_ handle: Handle, to url: String, on queue: DispatchQueue) {
      (self.handle, self.url, self.queue) = (handle, url, queue)
      let port = handle.text(PQport) ?? ""
      database = "\(handle.text(PQdb) ?? "") on \(handle.text(PQhost) ?? "")" + (port == "5432" ? "" : ":\(port)")
    }

    /// Connects to a server.
    ///
    /// No error of a connection contains its connection string or its password.
    ///
    /// - Parameter url: A connection string of libpq, as a valid URL or as `key=value` pairs. In a URL, percent-encode
    ///   every character of a name or a password that is not a letter, a digit or one of `-._~`. Missing values come
    ///   from the environment, such as `PGHOST`. By default, connecting takes at most 10 s, and the connection gives up
    ///   a silent server after 30 s.
    /// - Returns: The connection.
    /// - Throws: ``LibPQError`` if the string has neither form, or if the server cannot be reached or refuses the
    ///   connection.
    public static func connect(_ url: String) async throws -> LibPQConnection {
      let queue = DispatchQueue(label: "nomad.libpq")
      let handle = try await queue.result { try Handle(connectingTo: url) }
      return LibPQConnection(handle, to: url, on: queue)
    }

    /// Opens another session, with the same connection string.
    ///
    /// - Returns: The new connection.
    /// - Throws: ``LibPQError`` if the server cannot be reached or refuses the connection.
    public func another() async throws -> (any PostgresConnection)? { try await Self.connect(url) }

    /// Sends one statement, and waits for its rows.
    ///
    /// - Parameters:
    ///   - sql: The statement, with `$1` and so on for the parameters.
    ///   - parameters: The values in PostgreSQL's text format; nil for `NULL`.
    /// - Returns: The rows, each with its values in text format; nil for `NULL`.
    /// - Throws: `PostgresError` for an error that the server reports, `CancellationError` if cancelling the task
    ///   cancelled the statement, or ``LibPQError`` if the session is lost.
    public func query(_ sql: String, _ parameters: [String?]) async throws -> [[String?]] {
      let statement = Statement()
      return try await withTaskCancellationHandler {
        do {
          return try await queue.result { [handle] in
            try statement.begin()
            defer { statement.end() }
            return try handle.run(sql, parameters)
          }
        } catch let error as PostgresError where error.code == "57014" && Task.isCancelled {
          throw CancellationError()
        }
      } onCancel: {
        // Not on the connection's queue: it makes a second connection to the server, and blocks.
        DispatchQueue.global().async { [handle] in statement.cancel { handle.cancel() } }
      }
    }

    /// Ends the session, after a running statement has ended.
    public func close() async {
      try? await queue.result { [handle] in handle.close() }
    }
  }

  extension DispatchQueue {
    /// Runs a function on the queue, and waits for it without blocking a thread.
    fileprivate func result<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
      try await withCheckedThrowingContinuation { continuation in
        async { continuation.resume(with: Result(catching: body)) }
      }
    }
  }
#endif
