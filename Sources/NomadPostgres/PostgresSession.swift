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
    /// The number of records.
    var count = 0
    /// Whether a tribe's transaction is open.
    ///
    /// Every statement sent meanwhile becomes part of it.
    var isInTransaction = false
    /// The id of the tribe's last transaction.
    var transaction: String?
    var tribe: String?
    var progress: String?
    /// The version to which tribes are reverted; nil if they are not.
    var versionToRevertTo: TribeVersion?
  }

  private let ledger: PostgresLedger
  private let tables: LedgerTables
  private let token: Int64
  private let state: Locked<State>
  // The number of a record depends on the previous one, so records are added one after the other.
  private let turns = PostgresTurns()

  var server: Server { tables.server }
  var timeouts: PostgresTimeouts { ledger.timeouts }
  private var schema: LedgerSchema { tables.schema }

  init(of ledger: PostgresLedger, in tables: LedgerTables, token: Int64, last: Int64) {
    (self.ledger, self.tables, self.token) = (ledger, tables, token)
    state = Locked(State(last: last))
  }

  func history() async throws -> LedgerHistory {
    let contents = try await tables.history()
    state.withLock { state in
      (state.history, state.last, state.count) = (contents.history, contents.last, contents.history.records.count)
    }
    return contents.history
  }

  func append(_ records: [LedgerRecord]) async throws { try await append(records, isPartial: true) }

  func appendBeforeTransaction(_ records: [LedgerRecord]) async throws { try await append(records, isPartial: false) }

  private func append(_ records: [LedgerRecord], isPartial: Bool) async throws {
    guard let first = records.first, let last = records.last else { return }
    guard !state.value.isInTransaction else {
      throw TribeMisuse(
        description: "it saved a checkpoint in its transaction, which would be rolled back with it: use a BatchTribe"
      )
    }
    // The record that a tribe begins is the last one. Behind the end of another tribe, it is never of a contract tribe.
    let isBegin = last.kind == .began && first.kind != .finished
    if isBegin { note(beginIn: records) }
    try await turns.wait { [self] in
      switch isBegin ? last.kind : first.kind {
      case .began where last.isOfRevert: try await add(records, after: checkRevert)
      case .began where ledger.isContract(last.key):
        let contract = FleetContract(key: last.key, version: last.appVersion ?? "", isPartial: isPartial)
        try await add(records) { try await ledger.begin(contract) }
      case .failed: try await addFailure(records)
      case .forgotten where first.isOfRevert:
        // A contract tribe is reverted only if nothing of it is left.
        try await add(records) { try await withdrawContract(first.key, on: server) }
      default: commit(try await add(records))
      }
    }
    if first.kind == .finished { note(beginIn: records) }
  }

  /// Adds records in one transaction with other statements.
  private func add(_ records: [LedgerRecord], after statements: () async throws -> Void) async throws {
    commit(
      try await server.transact(isolation: "READ COMMITTED") {
        try await statements()
        return try await add(records)
      }
    )
  }

  /// Updates the state for the tribe that begins with the last of some records; does nothing if none does.
  private func note(beginIn records: [LedgerRecord]) {
    guard let last = records.last, last.kind == .began else { return }
    state.withLock { ($0.tribe, $0.progress, $0.transaction) = (last.name, nil, nil) }
  }

  func willRevert(to version: TribeVersion) { state.withLock { $0.versionToRevertTo = version } }

  /// Throws an error if a host needs the tribes that are being reverted.
  private func checkRevert() async throws {
    if let version = state.value.versionToRevertTo { try await tables.goBack(to: version) }
  }

  /// Records that a tribe failed, even if the session has lost the lock or is lost itself: the process has not died.
  private func addFailure(_ records: [LedgerRecord]) async throws {
    do {
      return commit(try await add(failure: records, on: server))
    } catch let error as NomadError where error.code == .ledgerWriteFailed {
      // Another run took over.
      throw error
    } catch {
      guard let other = await server.another() else { throw error }
      defer { other.hangUp() }
      commit(try await add(failure: records, on: other))
    }
  }

  /// Adds the records of a failure in one transaction, which no other run can come between.
  ///
  /// It needs no lock, because the token and the last record show that no other run has begun.
  private func add(failure records: [LedgerRecord], on server: Server) async throws -> [LedgerRow.Draft] {
    try await server.transact(isolation: "READ COMMITTED") {
      let rows = try await add(records, on: server, needsLock: false)
      if let first = records.first, !first.isOfRevert, ledger.isContract(first.key) {
        // The tribe may have committed its transaction itself. One that is in progress can no longer be committed.
        var isCommitted = false
        if let transaction = state.value.transaction {
          let row = try await server.send("SELECT pg_xact_status($1::text::xid8)", [transaction]).first
          isCommitted = row?.first == "committed"
        }
        if !isCommitted { try await withdrawContract(first.key, on: server) }
      }
      return rows
    }
  }

  /// Lets hosts join that need the old shape of the data, unless a contract tribe may have removed it.
  private func withdrawContract(_ key: LedgerKey, on server: Server) async throws {
    if hadFinished(key) { return }
    try await server.send(
      """
      UPDATE \(schema.run) SET contracts = (
        SELECT coalesce(jsonb_agg(c), '[]') FROM jsonb_array_elements(contracts) AS c
        WHERE c ->> 'key' <> $1::text OR c ? 'isPartial'
      )
      """,
      [key.description]
    )
  }

  /// Returns whether a tribe had finished before the run, even if it was forgotten since.
  private func hadFinished(_ key: LedgerKey) -> Bool {
    let records = state.value.history.records.filter { $0.key == key }
    // A compaction leaves nothing before a forgotten tribe. A contract tribe is reverted only if nothing of it is left.
    if records.contains(where: { $0.kind == .forgotten && !$0.isOfRevert }) { return true }
    return LedgerHistory(records.filter { $0.kind != .forgotten }).isDone(key)
  }

  func perform(
    _ work: @escaping @Sendable () async throws -> Void,
    recording records: @escaping @Sendable () throws -> [LedgerRecord]
  ) async throws {
    let unrecorded = Locked<LedgerRecord?>(nil)
    do {
      try await TribeWork(in: self, recording: records).perform(work) { records in
        unrecorded.value = records.first
        try await append(records)
      }
    } catch {
      // The tribe has to run again, but the process has not died.
      if let finished = unrecorded.value { try? await append([finished.failed(with: error)]) }
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
    let (value, records, rows) = try await server.transact(isolation: isolation, timeouts: settings) { id in
      state.withLock { ($0.isInTransaction, $0.transaction) = (true, id) }
      defer { state.withLock { $0.isInTransaction = false } }
      let (value, records) = (try await body(), try records())
      if records.contains(where: { $0.isOfRevert && $0.kind == .forgotten }) { try await checkRevert() }
      return (value, records, try await add(records, in: id))
    }
    commit(rows)
    note(beginIn: records)
    return value
  }

  /// Updates the state after rows were committed.
  private func commit(_ rows: [LedgerRow.Draft]) {
    guard let last = rows.last else { return }
    state.withLock { ($0.last, $0.count) = (last.id, $0.count + rows.count) }
  }

  /// Adds records after the last one if the session's token is current, and returns their rows.
  ///
  /// Otherwise, it adds nothing and throws an error.
  ///
  /// - Parameters:
  ///   - records: The records.
  ///   - transaction: The id of the caller's transaction, in which the session must still be; nil for no requirement.
  ///   - server: The session of the server; nil for the session's own.
  ///   - needsLock: Whether the session must hold the lock.
  ///   - makeRows: Makes the rows behind the last one.
  /// - Returns: The rows.
  /// - Throws: The reason, or an error of the database.
  private func add(
    _ records: [LedgerRecord],
    in transaction: String? = nil,
    on server: Server? = nil,
    needsLock: Bool = true,
    as makeRows: ([LedgerRecord], _ last: Int64) throws -> [LedgerRow.Draft] = LedgerRow.drafts(of:behind:)
  ) async throws -> [LedgerRow.Draft] {
    let (server, last) = (server ?? self.server, state.value.last)
    let rows = try makeRows(records, last)
    let json = String(decoding: try JSONEncoder().encode(rows), as: UTF8.self)
    let sql = """
      WITH rows AS (
        SELECT * FROM jsonb_to_recordset($3::jsonb) AS r(id bigint, version bigint, record text, checksum bigint)
      ), fence AS (
        UPDATE \(schema.run) SET last = (SELECT max(id) FROM rows)
        WHERE token = $1::bigint AND last = $2::bigint\(needsLock ? " AND \(schema.holdsLock)" : "")
          AND ($4::text IS NULL OR pg_current_xact_id()::text = $4::text)
        RETURNING 1
      )
      INSERT INTO \(schema.ledger) (id, version, record, checksum)
      SELECT rows.id, rows.version, rows.record, rows.checksum FROM rows, fence RETURNING id::text
      """
    let added = try await server.send(sql, ["\(token)", "\(last)", json, transaction])
    guard added.count == rows.count else { throw try await refusal(behind: last, in: transaction, on: server) }
    return rows
  }

  /// Leaves out records, if there are many and half of them no longer matter.
  ///
  /// It only makes the next start faster, so it is done when the run has ended.
  func compact() async throws {
    guard state.value.count >= LedgerHistory.Compaction.threshold(keeping: 0) else { return }
    let contents = try await tables.history()
    guard LedgerRow.needsCompaction(of: contents.history.records) else { return }
    try await server.transact {
      _ = try await add(contents.history.records, as: LedgerRow.compaction(of:behind:))
      try await server.send("DELETE FROM \(schema.ledger) WHERE id <= $1::bigint", ["\(contents.last)"])
    }
  }

  /// Returns the error that explains why no records were added.
  private func refusal(behind last: Int64, in transaction: String?, on server: Server) async throws -> NomadError {
    let sql = "SELECT token::text, last::text, \(schema.holdsLock)::text, holder FROM \(schema.run)"
    let row = try await server.send(sql).first ?? []
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
      advice: "Nothing more was run, and a transaction without a record was rolled back."
    )
  }
}

extension LedgerRecord {
  /// Returns the record that the same attempt failed.
  fileprivate func failed(with error: any Error) -> LedgerRecord {
    LedgerRecord(
      .failed(error: NomadError.words(of: error)),
      key: key,
      name: name,
      module: module,
      duration: duration,
      attempt: attempt,
      appVersion: appVersion
    )
  }
}
