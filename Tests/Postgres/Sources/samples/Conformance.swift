import Foundation
import NomadPostgres
import NomadPostgresNIO
import NomadTesting
import PostgresNIO

/// The sessions that one check has opened.
actor OpenSessions {
  private var all: [PostgresNIOConnection] = []

  func connect(_ configuration: PostgresNIO.PostgresConnection.Configuration) async throws -> PostgresNIOConnection {
    let session = try await PostgresNIOConnection.connect(configuration)
    all.append(session)
    return session
  }

  func close() async {
    for session in all { await session.close() }
    all = []
  }
}

func keepsItsRules(_ configuration: PostgresNIO.PostgresConnection.Configuration) async throws {
  let sessions = OpenSessions()
  try await LedgerConformance.verify {
    PostgresLedger(try await sessions.connect(configuration), schema: UUID().uuidString)
  } closing: {
    await sessions.close()
  }
}
