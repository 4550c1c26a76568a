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
  /// The session's settings before the run, by name.
  private let settings = Locked<[(name: String, value: String)]>([])
  /// The process id of the server's backend that has the lock.
  private let process = Locked<String?>(nil)

  private var server: Server { tables.server }
  private var milliseconds: String { "\(Int64(lease / .milliseconds(1)))" }

  init(_ tables: LedgerTables, lease: Duration) {
    (self.tables, self.lease) = (tables, lease)
  }

  /// Waits for the lock, and takes it.
  func take(in context: LedgerContext, waitingAtMost waitLimit: Duration) async throws {
    try await context.waitForTurn(on: tables.ledger, atMost: waitLimit, pausingAtMost: .milliseconds(500)) {
      try await holder() ?? "an unknown session"
    } _: { () async throws -> Void? in
      let row = try await server.send(tables.schema.tryLock, [milliseconds]).first ?? []
      guard row.count == 4, row[0] == "true" else { return nil }
      settings.value = row[1].map { [("idle_session_timeout", $0)] } ?? []
      process.value = row[2]
      return ()
    }
  }

  /// Makes the tables if necessary, and takes a new token.
  ///
  /// Returns the token and the number of the last record.
  func takeOver() async throws -> (token: Int64, last: Int64) {
    try await configure()
    try await tables.make()
    let row = try await server.send(tables.schema.takeover, [Self.name]).first ?? []
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

  /// Restores the settings, and frees the lock if the session still has it.
  func giveBack() async {
    let settings = settings.exchange([])
    let sql = tables.schema.unlock(restoring: settings.count)
    let row = try? await server.send(sql, settings.flatMap { [$0.name, $0.value] }).first
    guard row?.first == "false", let process = process.exchange(nil) else { return }
    for attempt in 1...50 {
      // Ending that process could disconnect another client of the pooler, so only the last attempt does.
      let rows = try? await server.send(tables.schema.expulsion, [process, "\(attempt == 50)"])
      guard rows?.first?.first == "false" else { return }
      // In a cancelled task, this does not pause.
      try? await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Makes the server end the session if the host falls silent, and sync its commits to disk.
  private func configure() async throws {
    var wanted = [
      "idle_in_transaction_session_timeout": milliseconds,
      // Without it, the server finishes the statement of a process that has died.
      "client_connection_check_interval": "1000", "synchronous_commit": "on",
      // The same for a cut network, which the server otherwise notices after two hours by default.
      "tcp_keepalives_idle": "10", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "4",
      // A host that is stopped while it receives rows still answers keepalives.
      "tcp_user_timeout": milliseconds,
    ]
    let names = wanted.keys.sorted() + ["application_name", "server_version_num"]
    let columns = names.indices.map { "current_setting($\($0 + 1)::text, true)" }.joined(separator: ", ")
    let row = try await server.send("SELECT \(columns), version()", names).first ?? []
    var current = Dictionary(zip(names, row)) { first, _ in first }.compactMapValues(\.self)
    guard Int(current.removeValue(forKey: "server_version_num") ?? "") ?? 0 >= 140_000 else {
      throw NomadError.tooOld(tables.ledger, row.last.flatMap(\.self) ?? "an unknown version")
    }
    // Servers on other systems accept only 0.
    if row.last.flatMap(\.self)?.contains("linux") != true {
      wanted["client_connection_check_interval"] = nil
      wanted["tcp_user_timeout"] = nil
    }
    if current["synchronous_commit"] != "off" { wanted["synchronous_commit"] = nil }
    let others = current.filter { wanted[$0.key] != nil || $0.key == "application_name" }
      .sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    settings.withLock { $0 += others }
    for (name, value) in wanted.sorted(by: { $0.key < $1.key }) {
      try await server.send("SELECT set_config($1::text, $2::text, false)", [name, value])
    }
  }

  /// Returns a description of the holder, for people; nil if no holder is known.
  func holder() async throws -> String? {
    let row: [String?]
    do {
      row = try await server.send(tables.schema.holder).first ?? []
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
