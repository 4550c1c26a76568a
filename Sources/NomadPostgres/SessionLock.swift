import Foundation
import Nomad
internal import NomadFiles

/// The advisory lock of a ledger, held by a session of the server.
///
/// A waiting run polls for it. `CREATE INDEX CONCURRENTLY` waits for sessions that block on a lock, so a run that
/// blocked here and a tribe that creates an index would wait for each other.
final class SessionLock: Sendable {
  private let tables: LedgerTables
  private let lease: Duration
  /// The backend, the name and the settings of the session before the run.
  private let session = Locked<[String?]>([])

  private var server: Server { tables.server }
  private var schema: LedgerSchema { tables.schema }
  private var milliseconds: String { "\(Int64(lease / .milliseconds(1)))" }

  init(_ tables: LedgerTables, lease: Duration) {
    (self.tables, self.lease) = (tables, lease)
  }

  /// Waits for the lock, and takes it.
  ///
  /// The server frees the lock if the session then falls silent.
  func take(in context: LedgerContext, waitingAtMost waitLimit: Duration) async throws {
    try await context.waitForTurn(on: tables.ledger, atMost: waitLimit, pausingAtMost: .milliseconds(500)) {
      try await holder() ?? "an unknown session"
    } _: { () async throws -> Void? in
      let row = try await server.send(attempt, [milliseconds]).first ?? []
      guard row.count == 5, row[0] == "true" else { return nil }
      session.value = Array(row[1...3])
      return ()
    }
  }

  /// Takes the lock if no session has it, and sets the session's timeout.
  ///
  /// A session can take a lock that it already has a second time. The statement therefore checks first: tasks of one
  /// process may share the session.
  private var attempt: String {
    """
    WITH attempt AS MATERIALIZED (
      SELECT CASE WHEN \(schema.holdsLock) THEN false ELSE pg_try_advisory_lock(\(schema.lock)) END AS taken
    ), before AS MATERIALIZED (
      SELECT taken, CASE WHEN taken THEN \(SessionSettings.changed) END AS settings FROM attempt
    )
    SELECT taken::text, pg_backend_pid()::text, current_setting('application_name'), settings,
      CASE WHEN taken AND current_setting('idle_session_timeout', true) IS NOT NULL
        THEN set_config('idle_session_timeout', $1::text, false) END
    FROM before
    """
  }

  /// Makes the tables if necessary, and takes a new token.
  ///
  /// A run with an older token can no longer commit. Returns the token and the number of the last record.
  func takeOver() async throws -> (token: Int64, last: Int64) {
    try await configure()
    try await tables.make()
    let sql = """
      UPDATE \(schema.run) SET token = token + 1, holder = $1::text, pid = pg_backend_pid(), since = clock_timestamp()
      WHERE \(schema.holdsLock) RETURNING token::text, last::text, version::text
      """
    let row = try await server.send(sql, [Self.name]).first ?? []
    let numbers = row.compactMap { $0.flatMap(Int64.init) }
    guard numbers.count == 3 else {
      // Throws if the row of the table `run` is missing.
      _ = try await tables.history()
      // The row exists, so this session does not hold the lock.
      throw NomadError.pooled(tables.ledger)
    }
    try tables.check(Int(clamping: numbers[2]))
    return (numbers[0], numbers[1])
  }

  /// Frees the lock if the session still has it, and restores the settings.
  func giveBack() async {
    let session = session.exchange([])
    // One statement, so that the session keeps its timeout while it has the lock. Behind a pooler, it may reach another
    // session, whose settings stay.
    let unlock = """
      SELECT pg_advisory_unlock(\(schema.lock))::text, CASE WHEN pg_backend_pid() = $1::int
        THEN set_config('application_name', $2::text, false) || \(SessionSettings.restoring(3)) END
      """
    let row = try? await server.send(unlock, session).first
    guard row?.first == "false", let process = session.first else { return }
    // Behind a pooler, another session has the lock. This one may reach it, too.
    let expulsion = """
      SELECT CASE WHEN pid = pg_backend_pid() THEN pg_advisory_unlock(\(schema.lock))
        WHEN $2::boolean THEN pg_terminate_backend(pid) ELSE false END::text
      FROM \(schema.locks) AND pid = $1::int
      """
    for attempt in 1...50 {
      // Ending that process could disconnect another client of the pooler, so only the last attempt does.
      let rows = try? await server.send(expulsion, [process, "\(attempt == 50)"])
      guard rows?.first?.first == "false" else { return }
      // In a cancelled task, this does not pause.
      try? await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Makes the server end the session if the host falls silent, and sync its commits to disk.
  private func configure() async throws {
    let sql = "SELECT current_setting('server_version_num'), version(), current_setting('synchronous_commit')"
    let row = try await server.send(sql).first?.compactMap(\.self) ?? []
    guard row.count == 3, Int(row[0]) ?? 0 >= 140_000 else {
      throw NomadError.tooOld(tables.ledger, row.dropFirst().first ?? "an unknown version")
    }
    var settings = [
      ("idle_in_transaction_session_timeout", milliseconds),
      // For a cut network, which the server otherwise notices after two hours by default.
      ("tcp_keepalives_idle", "10"), ("tcp_keepalives_interval", "5"), ("tcp_keepalives_count", "4"),
    ]
    // Servers on other systems accept only 0 for these.
    if row[1].contains("linux") {
      // Without it, the server finishes the statement of a process that has died.
      settings.append(("client_connection_check_interval", "1000"))
      // A host that is stopped while it receives rows still answers keepalives.
      settings.append(("tcp_user_timeout", milliseconds))
    }
    if row[2] == "off" { settings.append(("synchronous_commit", "on")) }
    let calls = settings.map { "set_config('\($0)', '\($1)', false)" }
    try await server.send("SELECT " + calls.joined(separator: ", "))
  }

  /// Returns a description of the holder, for people; nil if no holder is known.
  func holder() async throws -> String? {
    let row: [String?]
    do {
      row =
        try await server.send(
          """
          SELECT r.holder, to_char(r.since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), a.application_name,
            (SELECT record FROM \(schema.ledger) ORDER BY id DESC LIMIT 1)
          FROM \(schema.run) r JOIN (SELECT pid FROM \(schema.locks)) k ON k.pid = r.pid
          LEFT JOIN pg_stat_activity a ON a.pid = r.pid
          """
        ).first ?? []
    } catch let error as PostgresError where error.isMissing {
      return "a run that has just begun"
    }
    guard row.count == 4, let name = row[0], let since = row[1] else { return "a run that has just begun" }
    let record = row[3].flatMap { try? JSONDecoder().decode(LedgerRecord.self, from: Data($0.utf8)) }
    let progress = row[2].flatMap { $0.hasPrefix(Heartbeat.prefix) ? $0.dropFirst(Heartbeat.prefix.count) : nil }
    // The progress may still be the previous tribe's when the next one has just begun.
    let tribe = record.flatMap { $0.kind.isEnd ? nil : $0.name }
    let place = tribe.flatMap { tribe in progress.flatMap { $0.hasPrefix(tribe) ? String($0) : nil } ?? tribe }
    return "\(name) since \(since)" + (place.map { ", in \($0)" } ?? "")
  }

  /// The name of this process for others: `host web-3, process 4711 (orders)`.
  static let name: String = {
    let process = ProcessInfo.processInfo
    return "host \(hostName), process \(process.processIdentifier) (\(process.processName))"
  }()

  private static var hostName: String {
    // Foundation's `hostName` asks the network, which can take seconds.
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return "unknown" }
    return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension LedgerRecord.Kind {
  /// Whether the record ends a tribe, so that no tribe is running after it.
  fileprivate var isEnd: Bool {
    switch self {
    case .finished, .failed, .marked, .merged, .forgotten: true
    default: false
    }
  }
}

extension NomadError {
  fileprivate static func pooled(_ ledger: String) -> NomadError {
    NomadError(
      .ledgerUnreadable,
      "The ledger \(ledger) needs a session of its own, but a pooler such as PgBouncer took its lock in another one.",
      advice: "Nothing was run. Connect to the server itself, or let the pooler keep sessions apart."
    )
  }

  fileprivate static func tooOld(_ ledger: String, _ version: String) -> NomadError {
    NomadError(
      .ledgerUnreadable,
      "The ledger \(ledger) needs PostgreSQL 14 or later, but the server has version \(version).",
      advice:
        "Nothing was run. Upgrade the server: an older one cannot end the session of a host that has fallen silent."
    )
  }
}
