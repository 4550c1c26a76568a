import Foundation
import Nomad

/// The advisory lock of a ledger, which a session of the server has.
///
/// It is polled: a session that is blocked while it waits for a lock is what `CREATE INDEX CONCURRENTLY` waits for, and
/// the two would wait for each other.
final class SessionLock: Sendable {
  private let tables: LedgerTables
  private let lease: Duration
  /// The settings of the session before, by name.
  private let settings = Locked<[(name: String, value: String)]>([])
  /// The process of the server that has the lock.
  private let process = Locked<String?>(nil)

  private var server: Server { tables.server }
  private var milliseconds: String { "\(Int64(lease / .milliseconds(1)))" }

  init(_ tables: LedgerTables, lease: Duration) {
    (self.tables, self.lease) = (tables, lease)
  }

  /// Waits for the lock, and takes it.
  func take(waitingAtMost waitLimit: Duration) async throws {
    let start = ContinuousClock.now
    var backoff = Backoff(on: tables.ledger, upTo: .milliseconds(500))
    while true {
      let row = try await server.send(tables.schema.tryLock, [milliseconds]).first ?? []
      if row.count == 4, row[0] == "true" {
        settings.value = row[1].map { [("idle_session_timeout", $0)] } ?? []
        process.value = row[2]
        return
      }
      // Through a ledger that stands around this one, it is the same ledger.
      if try ActiveRun.holds(tables.ledger) { throw NomadError.reentrant(tables.ledger) }
      let isOver = start.duration(to: .now) >= waitLimit
      let holder = isOver || backoff.asksForHolder ? try await holder() : nil
      if isOver { throw NomadError.held(tables.ledger, by: holder) }
      try await backoff.wait(for: holder)
    }
  }

  /// Makes the tables if need be, and takes a new token; returns it, and the number of the last record.
  func takeOver() async throws -> (token: Int64, last: Int64) {
    try await configure()
    try await tables.make()
    let row = try await server.send(tables.schema.takeover, [Self.name]).first ?? []
    let numbers = row.compactMap { $0.flatMap(Int64.init) }
    guard numbers.count == 3 else {
      // Without its row, the table says nothing of what ran.
      _ = try await tables.history()
      // It has one, but this session does not have the lock.
      throw NomadError.pooled(tables.ledger)
    }
    try tables.check(Int(clamping: numbers[2]))
    return (numbers[0], numbers[1])
  }

  /// Gives the lock back, if the session still has it, and the settings.
  func giveBack() async {
    let settings = settings.exchange([])
    let sql = tables.schema.unlock(restoring: settings.count)
    let row = try? await server.send(sql, settings.flatMap { [$0.name, $0.value] }).first
    guard row?.first == "false", let process = process.exchange(nil) else { return }
    for attempt in 1...50 {
      // Its end could hit another client of the pooler.
      let rows = try? await server.send(tables.schema.expulsion, [process, "\(attempt == 50)"])
      guard rows?.first?.first == "false" else { return }
      // Cancelled, it does not pause.
      try? await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Lets the server end the session if it hears nothing of it, and sync what it commits.
  private func configure() async throws {
    var wanted = [
      "idle_in_transaction_session_timeout": milliseconds,
      // Otherwise the statement of a process that died goes on to its end.
      "client_connection_check_interval": "1000", "synchronous_commit": "on",
      // Where the network is cut, it would go on as well. By default the server notices that after two hours.
      "tcp_keepalives_idle": "10", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "4",
      // A host that is stopped while it receives rows keeps the connection alive.
      "tcp_user_timeout": milliseconds,
    ]
    let names = wanted.keys.sorted() + ["application_name", "server_version_num"]
    let columns = names.indices.map { "current_setting($\($0 + 1)::text, true)" }.joined(separator: ", ")
    let row = try await server.send("SELECT \(columns), version()", names).first ?? []
    var current = Dictionary(zip(names, row)) { first, _ in first }.compactMapValues(\.self)
    guard Int(current.removeValue(forKey: "server_version_num") ?? "") ?? 0 >= 140_000 else {
      throw NomadError.tooOld(tables.ledger, row.last.flatMap(\.self) ?? "an unknown version")
    }
    // Elsewhere it has to be 0.
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

  /// Who has the lock, for people; nil if nobody is known to.
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
    // The progress of the tribe before is still there when the next one has just begun.
    let tribe = record.flatMap { $0.kind.isEnd ? nil : $0.name }
    let place = tribe.flatMap { tribe in progress.flatMap { $0.hasPrefix(tribe) ? String($0) : nil } ?? tribe }
    return "\(name) since \(since)" + (place.map { ", in \($0)" } ?? "")
  }

  /// What others call this process: `host web-3, process 4711 (orders)`.
  static let name: String = {
    let process = ProcessInfo.processInfo
    return "host \(hostName), process \(process.processIdentifier) (\(process.processName))"
  }()

  private static var hostName: String {
    // Foundation asks the network for it, which can take seconds.
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return "unknown" }
    return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension LedgerRecord.Kind {
  /// Whether a tribe has ended, and none has begun since.
  fileprivate var isEnd: Bool {
    switch self {
    case .began, .checkpoint: false
    case .finished, .failed, .marked, .forgotten: true
    }
  }
}

extension NomadError {
  fileprivate static func held(_ ledger: String, by holder: String?) -> NomadError {
    NomadError(
      .ledgerBusy,
      "Another run on the ledger \(ledger) took too long: it is held by \(holder ?? "an unknown session").",
      advice: "Nothing was run. Run again when the other is done."
    )
  }

  fileprivate static func pooled(_ ledger: String) -> NomadError {
    NomadError(
      .ledgerUnreadable,
      "The ledger \(ledger) needs a session of its own, and its lock was taken in another one: a pooler such as "
        + "PgBouncer is between.",
      advice: "Nothing was run. Connect to the server itself, or let the pooler keep sessions apart."
    )
  }

  fileprivate static func tooOld(_ ledger: String, _ version: String) -> NomadError {
    NomadError(
      .ledgerUnreadable,
      "The ledger \(ledger) needs PostgreSQL 14 or later, and the server is \(version).",
      advice: "Nothing was run. Older servers cannot end the session of a host that is no longer heard of."
    )
  }
}
