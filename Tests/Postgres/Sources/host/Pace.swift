import Foundation
import NomadPostgres

/// How slow the tribes are: `NOMAD_HOST_SLEEP` is how many milliseconds the server sleeps at some of their statements,
/// and `NOMAD_HOST_PAUSE` how many the host pauses between them.
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
