import Nomad
internal import NomadFiles

/// A session of the server for the ledger's statements.
///
/// Cancelling a task does not cancel its statement.
struct Server: Sendable {
  let connection: any PostgresConnection

  /// How long the server has to answer one of the ledger's statements.
  let patience: Duration

  /// Opens another session; nil if only the connection itself can.
  var reopen: (@Sendable () async throws -> any PostgresConnection)?

  init(_ connection: any PostgresConnection, patience: Duration) {
    (self.connection, self.patience) = (connection, patience)
  }

  /// Sends a statement of the ledger.
  ///
  /// - Parameters:
  ///   - sql: The statement.
  ///   - parameters: Its parameters.
  ///   - isLimited: Whether the server has to answer in time; otherwise the statement may take any time.
  /// - Returns: The rows.
  /// - Throws: ``PostgresError``, an error of the client, or ``NomadError`` if the server does not answer.
  @discardableResult
  func send(_ sql: String, _ parameters: [String?] = [], isLimited: Bool = true) async throws -> [[String?]] {
    // A separate task: a client may abandon the statement of a cancelled task while the server still runs it.
    let statement = Task {
      do {
        return try await connection.query(sql, parameters)
      } catch let error as PostgresError {
        throw NomadError.refused(connection.database, error) ?? error
      }
    }
    guard isLimited else { return try await statement.value }
    let answer = Locked<CheckedContinuation<[[String?]], any Error>?>(nil)
    return try await withCheckedThrowingContinuation { continuation in
      answer.value = continuation
      let limit = Task {
        try await Task.sleep(for: patience)
        guard let waiting = answer.exchange(nil) else { return }
        // It is unknown whether the statement ran, and so what state the session is in.
        hangUp()
        waiting.resume(throwing: NomadError.noAnswer(connection.database, patience))
      }
      Task {
        let result = await statement.result
        limit.cancel()
        answer.exchange(nil)?.resume(with: result)
      }
    }
  }

  /// Opens another session with the same server; nil if that is not possible now.
  func another() async -> Server? {
    let end = ContinuousClock.now + .seconds(3)
    // A server that restarts accepts no sessions for a moment. In a cancelled task, the pauses are skipped.
    for pause in [0, 200, 400, 800, 1_600] where pause == 0 || end > .now {
      try? await Task.sleep(for: .milliseconds(pause))
      do {
        let other = if let reopen { try await reopen() } else { try await connection.another() }
        return other.map { Server($0, patience: patience) }
      } catch {}
    }
    return nil
  }

  /// Ends the session without waiting for it, because that can take long if the network is cut.
  func hangUp() {
    Task { await connection.close() }
  }

  /// Runs statements in a transaction, and rolls it back if they throw.
  ///
  /// - Parameters:
  ///   - isolation: The transaction's isolation level; nil for the server's default.
  ///   - body: The statements.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`, or an error of the database.
  func transact<Value: Sendable>(isolation: String? = nil, _ body: () async throws -> Value) async throws -> Value {
    try await send("BEGIN READ WRITE" + (isolation.map { " ISOLATION LEVEL \($0)" } ?? ""))
    do {
      let value = try await body()
      // A commit may have to sync much data or check deferred constraints.
      try await send("COMMIT", isLimited: false)
      return value
    } catch {
      // If the session is lost, the server rolls back by itself.
      _ = try? await send("ROLLBACK")
      throw error
    }
  }
}

extension NomadError {
  /// Returns the error for a ledger's statement that needs another role or server; nil for other errors.
  fileprivate static func refused(_ database: String, _ error: PostgresError) -> NomadError? {
    switch error.code {
    case "42501":
      NomadError(
        .ledgerUnreadable,
        "The role may not use the ledger of \(database): \(error.message).",
        advice: "Nothing was run. Give the role the privileges that \"A fleet of servers\" lists.",
        underlying: error
      )
    case "25006":
      NomadError(
        .ledgerUnreadable,
        "The database \(database) accepts no changes: \(error.message).",
        advice: "Nothing was run. Connect to the primary server, and not to a standby.",
        underlying: error
      )
    default: nil
    }
  }

  fileprivate static func noAnswer(_ database: String, _ patience: Duration) -> NomadError {
    NomadError(
      .ledgerUnreadable,
      "The database \(database) did not answer within \(patience).",
      advice: "It is not known whether the last statement ran. Connect again, and run again."
    )
  }
}
