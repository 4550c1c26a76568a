import NomadLibPQ
import NomadPostgres

/// A connection that calls closures before and after its statements.
struct Interrupted: PostgresConnection {
  private let connection: LibPQConnection
  private let before: @Sendable (_ sql: String) async throws -> Void
  private let after: @Sendable (_ sql: String) async throws -> Void

  init(
    connection: LibPQConnection,
    before: @escaping @Sendable (_ sql: String) async throws -> Void,
    after: @escaping @Sendable (_ sql: String) async throws -> Void = { _ in }
  ) {
    (self.connection, self.before, self.after) = (connection, before, after)
  }

  var database: String { connection.database }

  func query(_ sql: String, _ parameters: [String?]) async throws -> [[String?]] {
    try await before(sql)
    let rows = try await connection.query(sql, parameters)
    try await after(sql)
    return rows
  }

  func another() async throws -> (any PostgresConnection)? { try await connection.another() }

  func close() async { await connection.close() }
}
