import Foundation
import NomadPostgres

/// The speed of the tribes: at some of their statements, the server sleeps for `NOMAD_HOST_SLEEP` milliseconds, and
/// between some statements, the host pauses for `NOMAD_HOST_PAUSE` milliseconds.
enum Pace {
  private static let sleep = milliseconds("NOMAD_HOST_SLEEP")
  private static let pause = milliseconds("NOMAD_HOST_PAUSE")

  private static func milliseconds(_ name: String) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init) ?? 0
  }

  static func slow(_ db: PostgresTransaction) async throws {
    if sleep > 0 { _ = try await db.query("SELECT pg_sleep($1::float8)::text", "\(Double(sleep) / 1_000)") }
    if pause > 0 { try await Task.sleep(for: .milliseconds(pause)) }
  }
}
