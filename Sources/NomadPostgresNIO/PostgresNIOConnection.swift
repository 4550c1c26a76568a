#if PostgresNIO
  public import NomadPostgres
  public import PostgresNIO

  /// A session with a PostgreSQL server, through PostgresNIO.
  ///
  /// ```swift
  /// let connection = try await PostgresNIOConnection.connect(configuration)
  /// try await Nomad(.generated, ledger: .postgres(connection)).migrate()
  /// await connection.close()
  /// ```
  ///
  /// It is a connection of its own, and not one from the pool of `PostgresClient`. If the task of a statement is
  /// cancelled, the connection asks the server to cancel the statement.
  ///
  /// PostgresNIO receives values in binary format. The connection converts texts, integers and Booleans. Cast every
  /// other column to text: `SELECT total::text FROM orders`.
  public final class PostgresNIOConnection: NomadPostgres.PostgresConnection {
    private let connection: PostgresNIO.PostgresConnection
    private let configuration: PostgresNIO.PostgresConnection.Configuration
    private let logger: Logger
    private let turns = PostgresTurns()
    /// The process id of the server's backend.
    private let process: String

    /// The names of the database and its host; with the port if it is not 5432.
    public let database: String

    private init(
      _ connection: PostgresNIO.PostgresConnection,
      _ configuration: PostgresNIO.PostgresConnection.Configuration,
      _ logger: Logger,
      process: String
    ) {
      (self.connection, self.configuration, self.logger) = (connection, configuration, logger)
      self.process = process
      let name = configuration.database.flatMap { $0.isEmpty ? nil : $0 } ?? configuration.username
      let port = configuration.port.flatMap { $0 == 5432 ? nil : ":\($0)" } ?? ""
      database = "\(name) on \(configuration.host ?? configuration.unixSocketPath ?? "a channel")\(port)"
    }

    deinit {
      // PostgresNIO ends a debug build if a connection is released before it is closed.
      let connection = connection
      connection.close().whenComplete { _ in withExtendedLifetime(connection) {} }
    }

    /// Connects to a server.
    ///
    /// - Parameters:
    ///   - configuration: The server, the database and the role. A connection with an established channel cannot open
    ///     another session, so it cannot cancel a statement.
    ///   - logger: The logger of PostgresNIO.
    /// - Returns: The connection.
    /// - Throws: `PostgresError` if the server refuses the connection, or ``PostgresNIOError`` if it cannot be reached.
    public static func connect(
      _ configuration: PostgresNIO.PostgresConnection.Configuration,
      logger: Logger = Logger(label: "nomad.postgres")
    ) async throws -> PostgresNIOConnection {
      do {
        let connection = try await PostgresNIO.PostgresConnection.connect(
          configuration: configuration,
          id: 1,
          logger: logger
        )
        let process: [[String?]]
        do {
          process = try await connection.texts("SELECT pg_backend_pid()", [], logger) { try $0.text }
        } catch {
          // It may be closed already.
          try? await connection.close()
          throw error
        }
        return PostgresNIOConnection(
          connection,
          configuration,
          logger,
          process: process.first?.first.flatMap(\.self) ?? "0"
        )
      } catch let error as PSQLError {
        throw error.readable
      }
    }

    /// Opens another session, with the same configuration.
    ///
    /// - Returns: The new connection; nil if the configuration has an established channel.
    /// - Throws: The errors of ``connect(_:logger:)``.
    public func another() async throws -> (any NomadPostgres.PostgresConnection)? {
      guard configuration.establishedChannel == nil else { return nil }
      return try await Self.connect(configuration, logger: logger)
    }

    /// Sends one statement, and waits for its rows.
    ///
    /// - Parameters:
    ///   - sql: The statement, with `$1` and so on for the parameters.
    ///   - parameters: The values in PostgreSQL's text format; nil for `NULL`. The server infers their types.
    /// - Returns: The rows, each with its values in text format; nil for `NULL`.
    /// - Throws: `PostgresError` for an error that the server reports, `CancellationError` if cancelling the task
    ///   cancelled the statement, or ``PostgresNIOError`` if the session is lost or a column has to be cast to text.
    public func query(_ sql: String, _ parameters: [String?]) async throws -> [[String?]] {
      try await send(sql, parameters) { try $0.text }
    }

    /// Sends one statement, and ignores its rows, whatever the types of their columns.
    ///
    /// - Parameters:
    ///   - sql: The statement, with `$1` and so on for the parameters.
    ///   - parameters: The values in PostgreSQL's text format; nil for `NULL`. The server infers their types.
    /// - Throws: The errors of ``query(_:_:)``, apart from that for a column.
    public func execute(_ sql: String, _ parameters: [String?]) async throws {
      _ = try await send(sql, parameters) { _ in nil }
    }

    private func send(
      _ sql: String,
      _ parameters: [String?],
      reading text: @escaping @Sendable (PostgresCell) throws -> String?
    ) async throws -> [[String?]] {
      let statement = Statement()
      do {
        return try await withTaskCancellationHandler {
          // One at a time, because PostgresNIO does not tell which of several statements the server runs.
          try await turns.wait { [connection, logger] in
            try statement.begin()
            let result: Result<[[String?]], any Error>
            do {
              result = .success(try await connection.texts(sql, parameters, logger, reading: text))
            } catch {
              result = .failure((error as? PSQLError)?.readable ?? error)
            }
            // Otherwise, a late cancellation could hit the next statement. There is none if the session is lost.
            if let request = statement.end(), !connection.isClosed { await request.value }
            return try result.get()
          }
        } onCancel: {
          statement.cancel { [self] isRunning in await cancel(while: isRunning) }
        }
      } catch let error as NomadPostgres.PostgresError where error.code == "57014" && Task.isCancelled {
        throw CancellationError()
      }
    }

    private func cancel(while isRunning: @Sendable () -> Bool) async {
      guard let other = try? await another() else { return }
      // Again, because PostgresNIO prepares each statement first, and the server then ignores a cancellation.
      while isRunning() {
        _ = try? await other.query("SELECT pg_cancel_backend($1::int)", [process])
        try? await Task.sleep(for: .milliseconds(50))
      }
      await other.close()
    }

    /// Ends the session.
    public func close() async {
      // It may be closed already.
      try? await connection.close()
    }
  }

  extension PostgresNIO.PostgresConnection {
    /// Sends one statement, and returns its rows as texts.
    fileprivate func texts(
      _ sql: String,
      _ parameters: [String?],
      _ logger: Logger,
      reading text: (PostgresCell) throws -> String?
    ) async throws -> [[String?]] {
      // PostgresNIO would send it as the end of the statement.
      guard !sql.utf8.contains(0) else { throw PostgresNIOError.zeroByte }
      var query = PostgresQuery(unsafeSQL: sql)
      for parameter in parameters { query.binds.append(parameter.map(TextParameter.init)) }
      // On its event loop, because a closed connection never answers; as a future, because a cancelled task would not
      // receive all rows of a sequence.
      let rows = eventLoop.flatSubmit { [query] () -> EventLoopFuture<PostgresQueryResult> in
        guard !self.isClosed else { return self.eventLoop.makeFailedFuture(PostgresNIOError.closed) }
        return self.query(query, logger: logger)
      }
      return try await rows.get().map { row in try row.map(text) }
    }
  }

  /// A value in text format, whose type the server infers.
  private struct TextParameter: PostgresDynamicTypeEncodable {
    let text: String
    var psqlType: PostgresDataType { .null }
    var psqlFormat: PostgresFormat { .text }

    func encode(into buffer: inout ByteBuffer, context: PostgresEncodingContext<some PostgresJSONEncoder>) {
      buffer.writeString(text)
    }
  }

  extension PostgresCell {
    /// The value in text format.
    fileprivate var text: String? {
      get throws {
        guard bytes != nil else { return nil }
        switch dataType {
        case .text, .varchar, .bpchar, .name, .json, .void: return try decode(String.self)
        case .bool: return try decode(Bool.self) ? "t" : "f"
        case .int2, .int4, .int8: return String(try decode(Int64.self))
        default:
          throw PostgresNIOError(description: "Cast the column \(columnName) to text: its type is \(dataType).")
        }
      }
    }
  }
#endif
