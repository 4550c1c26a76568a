import Foundation
import NomadLibPQ
import NomadPostgres
import NomadPostgresNIO
import PostgresNIO

extension TestDatabase {
  /// Connects through PostgresNIO, or through its stand-in.
  func connectNIO() async throws -> PostgresNIOConnection {
    #if !REAL_POSTGRESNIO
      StandIn.connect = { try await StandIn.Session($0) }
    #endif
    return try await PostgresNIOConnection.connect(configuration)
  }

  var configuration: PostgresNIO.PostgresConnection.Configuration {
    .init(host: "127.0.0.1", port: server.port, username: "postgres", password: nil, database: name, tls: .disable)
  }
}

#if !REAL_POSTGRESNIO
  extension StandIn.Session {
    /// A session through libpq.
    fileprivate init(_ configuration: PostgresNIO.PostgresConnection.Configuration) async throws {
      let place = "\(configuration.username)@\(configuration.host ?? ""):\(configuration.port ?? 5432)"
      let session = try await LibPQConnection.connect("postgresql://\(place)/\(configuration.database ?? "")")
      self.init {
        do {
          // PostgresNIO does not cancel a statement.
          return try await Task { [sql = $0, parameters = $1] in try await session.query(sql, parameters) }.value
        } catch let error as NomadPostgres.PostgresError {
          throw StandIn.Refusal(sqlState: error.code, message: error.message, position: error.position)
        }
      } close: {
        await session.close()
      }
    }
  }
#endif
