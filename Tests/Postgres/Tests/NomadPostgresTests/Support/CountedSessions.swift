import Foundation
import NomadLibPQ
import NomadPostgres

/// The sessions that a test opens, and which of them were closed.
final class CountedSessions: Sendable {
  private struct State {
    var opened = 0
    var closed: Set<Int> = []
    var statements: [String] = []
  }

  private let state = Protected(State())

  /// How many sessions were opened, and how many of them were not closed.
  var count: (opened: Int, open: Int) { state.withLock { ($0.opened, $0.opened - $0.closed.count) } }

  /// The statements of all sessions, in order.
  var statements: [String] { state.withLock(\.statements) }

  func connect(_ url: String) async throws -> some PostgresConnection {
    let connection = try await LibPQConnection.connect(url)
    let number = state.withLock { state in
      state.opened += 1
      return state.opened
    }
    return Session(sessions: self, number: number, connection: connection)
  }

  /// Waits until every session is closed; returns false if one remains open.
  func areClosed() async throws -> Bool {
    // A fleet does not wait for the end of a session, because the network may be cut.
    for _ in 0..<200 where count.open > 0 { try await Task.sleep(for: .milliseconds(50)) }
    return count.open == 0
  }

  private struct Session: PostgresConnection {
    let sessions: CountedSessions
    let number: Int
    let connection: LibPQConnection

    var database: String { connection.database }

    func query(_ sql: String, _ parameters: [String?]) async throws -> [[String?]] {
      sessions.state.withLock { $0.statements.append(sql) }
      return try await connection.query(sql, parameters)
    }

    func close() async {
      _ = sessions.state.withLock { $0.closed.insert(number) }
      await connection.close()
    }
  }

  private final class Protected<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&value) } }
  }
}
