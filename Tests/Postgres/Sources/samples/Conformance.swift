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

/// A tribe whose table shows whether its changes were committed.
struct CreateProbe: PostgresTribe {
  static let target: TribeTarget = .literal("1.0.0")

  func migrate(_ db: PostgresTransaction) async throws { try await db.execute("CREATE TABLE probe ()") }
}

func keepsItsRules(_ configuration: PostgresNIO.PostgresConnection.Configuration) async throws {
  let sessions = OpenSessions()
  let transaction = LedgerConformance.Transaction(of: CreateProbe.self) { _ in
    let session = try await sessions.connect(configuration)
    return try await !session.query("SELECT 1::text FROM pg_tables WHERE tablename = 'probe'", []).isEmpty
  }
  try await LedgerConformance.verify(committing: transaction) {
    PostgresLedger(try await sessions.connect(configuration), schema: UUID().uuidString)
  } closing: {
    await sessions.close()
  }
}
