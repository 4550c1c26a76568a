import Foundation
import Nomad
internal import NomadFiles
import NomadTables

/// The ledger while a session of the server holds its lock.
///
/// Each commit checks the fencing token.
final class PostgresSession: LedgerSession {
  private struct State {
    /// The history at the beginning of the run.
    var history = LedgerHistory()
    /// The number of the last record.
    var last: Int64
    /// The number of records, and the number from which compaction removes the obsolete ones.
    var count = 0
    var threshold = LedgerHistory.Compaction.threshold(keeping: 0)
    /// Whether a tribe's transaction is open.
    ///
    /// Every statement sent meanwhile becomes part of it.
    var isInTransaction = false
    /// The id of the tribe's last transaction.
    var transaction: String?
    var tribe: String?
    var progress: String?
    /// Whether everything that the tribe did was rolled back.
    var isRolledBack = false
    /// The version to which tribes are reverted; nil if they are not.
    var versionToRevertTo: TribeVersion?
  }

  let tables: LedgerTables
  let timeouts: PostgresTimeouts
  /// Records that a tribe begins if it is a contract tribe.
  private let begin: @Sendable (FleetContract) async throws -> Void
  /// Throws an error if a host needs the tribes above a version, and keeps such hosts out until the end of the
  /// transaction.
  private let goBack: @Sendable (TribeVersion) async throws -> Void
  private let token: Int64
  private let state: Locked<State>
  // The number of a record depends on the previous one, so records are added one after the other.
  private let turns = Turns()

  var server: Server { tables.server }
  var schema: LedgerSchema { tables.schema }

  init(
    _ tables: LedgerTables,
    token: Int64,
    last: Int64,
    timeouts: PostgresTimeouts,
    beginning begin: @escaping @Sendable (FleetContract) async throws -> Void,
    goingBack goBack: @escaping @Sendable (TribeVersion) async throws -> Void
  ) {
    (self.tables, self.token, self.timeouts) = (tables, token, timeouts)
    (self.begin, self.goBack) = (begin, goBack)
    state = Locked(State(last: last))
  }

  func history() async throws -> LedgerHistory {
    let contents = try await tables.history()
    state.withLock { state in
      (state.history, state.last, state.count) = (contents.history, contents.last, contents.history.records.count)
      guard state.count >= state.threshold else { return }
      let kept = LedgerHistory.Compaction.latest(of: contents.history.records).count
      state.threshold = LedgerHistory.Compaction.threshold(keeping: kept)
    }
    return contents.history
  }

  func append(_ records: [LedgerRecord]) async throws { try await append(records, isPartial: true) }

  func appendBeforeTransaction(_ records: [LedgerRecord]) async throws { try await append(records, isPartial: false) }

  private func append(_ records: [LedgerRecord], isPartial: Bool) async throws {
    guard let first = records.first, let last = records.last else { return }
    guard !state.value.isInTransaction else {
      throw PostgresMisuse(
        description: "it saved a checkpoint in its transaction, which would be rolled back with it: use a BatchTribe"
      )
    }
    // The record that a tribe begins is the last one. Behind the end of another tribe, it is never of a contract tribe.
    switch last.kind == .began && first.kind != .finished ? last.kind : first.kind {
    case .began:
      note(beginIn: records)
      try await compactIfDue()
      if last.isOfRevert {
        return try await turns.wait { [self] in
          commit(
            try await server.transact(isolation: "READ COMMITTED") {
              try await checkRevert()
              return try await add(records, in: nil)
            }
          )
        }
      }
      try await begin(FleetContract(key: last.key, version: last.appVersion ?? "", isPartial: isPartial))
    case .checkpoint: try await compactIfDue()
    case .failed: return try await turns.wait { [self] in try await addFailure(records) }
    case .forgotten where first.isOfRevert:
      return try await turns.wait { [self] in
        commit(
          try await server.transact(isolation: "READ COMMITTED") {
            // A contract tribe is reverted only if nothing of it is left.
            try await withdrawContract(first.key, on: server)
            return try await add(records, in: nil)
          }
        )
      }
    case .finished, .marked, .merged, .forgotten, .fact: break
    @unknown default: break
    }
    try await turns.wait { [self] in commit(try await add(records, in: nil)) }
    if first.kind == .finished { note(beginIn: records) }
  }

  /// Updates the state for the tribe that begins with the last of some records; does nothing if none does.
  private func note(beginIn records: [LedgerRecord]) {
    guard let last = records.last, last.kind == .began else { return }
    state.withLock { ($0.tribe, $0.progress, $0.isRolledBack, $0.transaction) = (last.name, nil, false, nil) }
  }

  func willRevert(to version: TribeVersion) { state.withLock { $0.versionToRevertTo = version } }

  /// Throws an error if a host needs the tribes that are being reverted.
  private func checkRevert() async throws {
    if let version = state.value.versionToRevertTo { try await goBack(version) }
  }

  /// Whether everything that the tribe did was rolled back.
  var isRolledBack: Bool { state.value.isRolledBack }

  /// Returns whether a tribe had finished before the run, even if it was forgotten since.
  func hadFinished(_ key: LedgerKey) -> Bool {
    let records = state.value.history.records.filter { $0.key == key }
    // A compaction leaves nothing before a forgotten tribe. A contract tribe is reverted only if nothing of it is left.
    if let first = records.first, first.kind == .forgotten, !first.isOfRevert { return true }
    return LedgerHistory(records.filter { $0.kind != .forgotten }).isDone(key)
  }

  /// Records that the tribe's transaction was rolled back, unless the tribe has committed it itself.
  func noteRollback() async {
    let status = try? await server.send(Self.transactionStatus, [state.value.transaction]).first?.first
    if status != "committed" { state.withLock { $0.isRolledBack = true } }
  }

  private static let transactionStatus = "SELECT pg_xact_status($1::text::xid8)"

  func perform(
    _ work: @escaping @Sendable () async throws -> Void,
    recording records: @escaping @Sendable () throws -> [LedgerRecord]
  ) async throws {
    let current = PostgresWork(session: self, records: records)
    try await PostgresWork.$current.withValue(current) { try await work() }
    if current.isRecorded.value { return }
    let records = try records()
    do {
      try await append(records)
    } catch {
      // The tribe has to run again, but the process has not died.
      if let finished = records.first { try? await append([finished.failed(with: error)]) }
      throw error
    }
  }

  func report(_ completed: Int, of total: Int) {
    state.withLock { $0.progress = "\(completed) of \(total)" }
  }

  /// Shows others that a transaction is being retried.
  func noteRetry(_ number: Int, after error: PostgresError) {
    state.withLock { $0.progress = "retry \(number) after \(error.code)" }
  }

  /// The run's progress, for others; nil before its first tribe.
  var progress: String? {
    let state = state.value
    return state.tribe.map { tribe in state.progress.map { "\(tribe), \($0)" } ?? tribe }
  }

  /// Sends a statement whose result does not matter.
  func beat(_ sql: String, _ parameters: [String?]) async {
    // The statement waits for the tribe's current one, which may take long. In a failed transaction it fails too, but
    // it still shows the server that the host is alive.
    _ = try? await server.send(sql, parameters, isLimited: false)
  }

  /// Whether a tribe's transaction is open.
  var isInTransaction: Bool { state.value.isInTransaction }

  /// Runs statements and adds records, in one transaction.
  ///
  /// - Parameters:
  ///   - settings: The transaction's `lock_timeout` and `statement_timeout`; nil to leave one alone.
  ///   - isolation: The transaction's isolation level; nil for the server's default.
  ///   - records: Makes the records. It is called after the statements.
  ///   - body: The statements.
  /// - Returns: The result of `body`.
  /// - Throws: The errors of `body` and `records`, or an error of the database. Nothing is changed then.
  func transact<Value: Sendable>(
    _ settings: [String?],
    _ isolation: String?,
    recording records: () throws -> [LedgerRecord],
    _ body: () async throws -> Value
  ) async throws -> Value {
    try await compactIfDue()
    let (value, records, rows, row) = try await server.transact(isolation: isolation) {
      let row = Array(try await server.send(PostgresWork.start, settings).first?.suffix(2) ?? [])
      state.withLock { ($0.isInTransaction, $0.transaction) = (true, row.last.flatMap(\.self)) }
      defer { state.withLock { $0.isInTransaction = false } }
      let (value, records) = (try await body(), try records())
      if records.contains(where: { $0.isOfRevert && $0.kind == .forgotten }) { try await checkRevert() }
      return (value, records, try await add(records, in: row.last.flatMap(\.self) ?? ""), row)
    }
    // After a failed statement, COMMIT rolls back without an error.
    let status = try await server.send(Self.transactionStatus, [row.last ?? nil]).first?.first
    guard status == "committed" else {
      throw PostgresMisuse(
        description: "a statement that it did not wait for failed, so its transaction was rolled back"
      )
    }
    commit(rows)
    note(beginIn: records)
    await server.restore(row.first ?? nil)
    return value
  }

  /// Updates the state after rows were committed.
  func commit(_ rows: [LedgerRow.Draft]) {
    guard let last = rows.last else { return }
    state.withLock { ($0.last, $0.count) = (last.id, $0.count + rows.count) }
  }

  /// Adds records, in the caller's transaction or in one of their own, and returns their rows.
  func add(
    _ records: [LedgerRecord],
    in transaction: String?,
    on server: Server? = nil,
    needsLock: Bool = true
  ) async throws -> [LedgerRow.Draft] {
    let rows = try LedgerRow.drafts(of: records, behind: state.value.last)
    return try await add(rows, in: transaction, on: server ?? self.server, needsLock: needsLock)
  }

  private func add(
    _ rows: [LedgerRow.Draft],
    in transaction: String?,
    on server: Server,
    needsLock: Bool = true
  ) async throws -> [LedgerRow.Draft] {
    let json = String(decoding: try JSONEncoder().encode(rows), as: UTF8.self)
    let last = state.value.last
    let sql = schema.append(needsLock: needsLock)
    let added = try await server.send(sql, ["\(token)", "\(last)", json, transaction])
    guard added.count == rows.count else { throw try await refusal(behind: last, in: transaction, on: server) }
    return rows
  }

  /// Removes obsolete records, if there are enough of them.
  ///
  /// It runs only before a tribe or a batch, so that a full disk does not keep the end of one from being recorded.
  private func compactIfDue() async throws {
    try await turns.wait { [self] in
      if state.withLock({ $0.count + 1 >= $0.threshold }) { try await compact() }
    }
  }

  private func compact() async throws {
    let rows = try await server.transact { () async throws -> [LedgerRow.Draft] in
      let contents = try await tables.history()
      let rows = try LedgerRow.compaction(of: contents.history.records, behind: contents.last)
      let added = try await add(rows, in: nil, on: server)
      try await server.send(schema.removal, ["\(contents.last)"])
      return added
    }
    state.withLock { state in
      (state.last, state.count) = (rows.last?.id ?? state.last, rows.count - 1)
      state.threshold = LedgerHistory.Compaction.threshold(keeping: state.count)
    }
  }

  /// Returns the error that explains why no records were added.
  private func refusal(behind last: Int64, in transaction: String?, on server: Server) async throws -> NomadError {
    let row = try await server.send(schema.standing).first ?? []
    guard row.count == 4, row[0] == "\(token)" else {
      return refused("another run took over: \(row.last.flatMap(\.self) ?? "its name is not known")")
    }
    // Behind a pooler, this may be a different session from the refused one.
    guard row[2] == "true", row[1] != "\(last)" || transaction != nil else {
      return refused(
        "its session lost the lock. A pooler such as PgBouncer may be between: connect to the server "
          + "itself, or let the pooler keep sessions apart. No tribe may call pg_advisory_unlock_all() or DISCARD ALL"
      )
    }
    guard row[1] == "\(last)" else {
      return refused("its last record is \(row[1] ?? "none") instead of \(last), so it was changed by hand")
    }
    return refused("the tribe ended the transaction that it runs in")
  }

  private func refused(_ reason: String) -> NomadError {
    NomadError(
      .ledgerWriteFailed,
      "The ledger \(tables.ledger) accepts nothing more from this run: \(reason).",
      advice: "Nothing more was run. Work without a record was rolled back."
    )
  }
}
