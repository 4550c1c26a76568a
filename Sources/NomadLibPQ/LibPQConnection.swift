#if LibPQ
  import CLibPQ
  import Dispatch
  import Foundation
  public import NomadPostgres

  /// A session of a PostgreSQL server, through libpq.
  ///
  /// ```swift
  /// let connection = try await LibPQConnection.connect("postgresql://orders@db.example.com/orders")
  /// try await Nomad(.generated, ledger: .postgres(connection)).migrate()
  /// await connection.close()
  /// ```
  ///
  /// libpq blocks the thread that calls it, so each connection has a thread of its own. If the task of a statement is
  /// cancelled, the server is asked to cancel the statement.
  public final class LibPQConnection: PostgresConnection {
    private let queue: DispatchQueue
    private let handle: Handle

    /// The database's name, and the host's; with the port if it is not 5432.
    public let database: String

    private init(_ handle: Handle, on queue: DispatchQueue) {
      (self.handle, self.queue) = (handle, queue)
      let port = handle.text(PQport) ?? ""
      database = "\(handle.text(PQdb) ?? "") on \(handle.text(PQhost) ?? "")" + (port == "5432" ? "" : ":\(port)")
    }

    /// Connects to a server.
    ///
    /// - Parameter url: A connection string of libpq, as a URL or as `key=value` pairs; what it leaves out is taken from
    ///   the environment, such as `PGHOST`. Unless it says otherwise, connecting takes 10 s at most, and a server that is
    ///   no longer heard of is given up after 30 s.
    /// - Returns: The connection.
    /// - Throws: ``LibPQError`` if the server cannot be reached or refuses.
    public static func connect(_ url: String) async throws -> LibPQConnection {
      let queue = DispatchQueue(label: "nomad.libpq")
      let handle = try await queue.result { try Handle(connectingTo: url) }
      return LibPQConnection(handle, on: queue)
    }

    /// Sends one statement, and waits for its rows.
    ///
    /// - Parameters:
    ///   - sql: The statement, with `$1` and so on for the parameters.
    ///   - parameters: The values in PostgreSQL's text format; nil for `NULL`.
    /// - Returns: The rows, each with its values in text format; nil for `NULL`.
    /// - Throws: `PostgresError` for an error that the server reports, `CancellationError` if the task was cancelled and
    ///   the statement with it, or ``LibPQError`` if the session is lost.
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
        // It connects to the server once more, and waits.
        DispatchQueue.global().async { [handle] in statement.cancel { handle.cancel() } }
      }
    }

    /// Ends the session.
    ///
    /// A statement that is running ends first.
    public func close() async {
      try? await queue.result { [handle] in handle.close() }
    }
  }

  extension DispatchQueue {
    /// Runs something on the queue, and waits for it without blocking a thread.
    fileprivate func result<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
      try await withCheckedThrowingContinuation { continuation in
        async { continuation.resume(with: Result(catching: body)) }
      }
    }
  }
#endif
