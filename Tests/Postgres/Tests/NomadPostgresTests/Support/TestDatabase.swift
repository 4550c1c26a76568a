import Foundation
import Nomad
import NomadLibPQ
import NomadPostgres

/// A database for one test, and connections to it.
struct TestDatabase: Sendable {
  let server: TestServer
  let name: String
  /// A connection for inspecting the database.
  let connection: LibPQConnection

  init(on server: TestServer? = nil) async throws {
    if let server { self.server = server } else { self.server = try await .shared() }
    name = try await self.server.makeDatabase()
    connection = try await LibPQConnection.connect(self.server.url(name))
  }

  /// Connects to a database again, such as after a restart of its server.
  init(named name: String, on server: TestServer) async throws {
    (self.server, self.name) = (server, name)
    connection = try await LibPQConnection.connect(server.url(name))
  }

  var url: String { server.url(name) }

  func connect(_ port: Int? = nil) async throws -> LibPQConnection {
    try await LibPQConnection.connect(server.url(name, port: port))
  }

  func ledger(lease: Duration = .seconds(30), waiting: Duration = .seconds(120)) async throws -> PostgresLedger {
    PostgresLedger(try await connect(), lease: lease, waitingAtMost: waiting)
  }

  @discardableResult
  func query(_ sql: String, _ parameters: String?...) async throws -> [[String?]] {
    try await connection.query(sql, parameters)
  }

  /// Returns the first column of all rows.
  func column(_ sql: String) async throws -> [String] {
    try await connection.query(sql, []).map { $0.first.flatMap(\.self) ?? "NULL" }
  }
}
