import Nomad
internal import NomadFiles
import NomadTables

/// The work of a tribe in a PostgreSQL database.
enum PostgresWork {
  /// The kind of transactions that the ledger and its tribes share.
  static let transactionKind = "PostgreSQL"

  /// The connection of a tribe, which its ledger or the app gives.
  static var database: _TribeDatabase {
    _TribeDatabase(
      (any PostgresConnection).self,
      ofLedgers: transactionKind,
      advice: "Keep the ledger in the database with Nomad(.generated, ledger: .postgres(connection)), or provide the "
        + "connection with .providing(connection, as: (any PostgresConnection).self)."
    )
  }

  /// A transaction of a tribe whose record is not in it.
  private struct OwnTransaction {
    /// The attempt that the tribe belongs to, whose connection it uses; nil outside of a run.
    let attempt: TribeAttempt?
    /// Whether it has not ended: a task that the tribe left running works outside of it.
    let isOpen = Locked(true)
  }

  @TaskLocal private static var ownTransaction: OwnTransaction?

  /// The work of the run that the current task belongs to, and its session; nil if no ledger in a PostgreSQL database
  /// runs it.
  private static var own: (work: TribeWork, session: PostgresSession)? {
    guard let work = TribeWork.own, let session = work.session as? PostgresSession else { return nil }
    return (work, session)
  }

  /// Runs a tribe.
  ///
  /// If a ledger in its database runs it, one transaction contains its changes and its record: see `TribeWork`.
  ///
  /// - Parameters:
  ///   - type: The type of the tribe.
  ///   - isTransactional: Whether it runs in a transaction.
  ///   - isolation: The transaction's isolation level; nil for the server's default.
  ///   - isWork: Whether the statements are the tribe's work, whose record the transaction contains.
  ///   - timeouts: The tribe's timeouts.
  ///   - migrate: The statements.
  /// - Returns: The result of `migrate`.
  /// - Throws: The error of `migrate`, or an error of the database.
  static func perform<Value: Sendable>(
    _ type: Any.Type,
    inTransaction isTransactional: Bool = true,
    isolation: String? = nil,
    isWork: Bool = true,
    _ timeouts: PostgresTimeouts,
    _ migrate: (PostgresTransaction) async throws -> Value
  ) async throws -> Value {
    let own = own
    let server: Server
    if let own {
      server = own.session.server
    } else {
      let connection = try TribeDependencies.current((any PostgresConnection).self)
      server = Server(connection, patience: PostgresLedger.defaultLease * 2)
    }
    let ownTimeouts = timeouts
    let timeouts = (own?.session.timeouts ?? PostgresLedger.defaultTimeouts).overridden(by: timeouts)
    func body() async throws -> Value {
      let database = PostgresTransaction(on: server.connection)
      defer { database.close() }
      return try await migrate(database)
    }
    if isInTransaction {
      // Another tribe called this one, so this work becomes part of the other tribe's transaction.
      guard isTransactional else {
        throw TribeMisuse(description: "a tribe without a transaction was called in one of another tribe")
      }
      return try await body()
    }
    if !isTransactional {
      // The ledger's timeouts suit short transactions. `CREATE INDEX CONCURRENTLY` waits for all older transactions.
      return try await performAlone(on: server, ownTimeouts.settings, body)
    }
    let recorder = isWork && own?.work.isRecorder(of: type) == true ? own : nil
    return try await retrying(timeouts, in: own?.session) {
      if let (work, session) = recorder {
        let value = try await session.transact(timeouts.settings, isolation, recording: work.records, body)
        work.noteCommit()
        return value
      }
      return try await server.transact(isolation: isolation, timeouts: timeouts.settings) { id in
        let transaction = OwnTransaction(attempt: .current)
        defer { transaction.isOpen.value = false }
        let value = try await $ownTransaction.withValue(transaction) { try await body() }
        guard try await server.send("SELECT pg_current_xact_id()::text") == [[id]] else {
          throw TribeMisuse(description: "it ended the transaction that it runs in")
        }
        return value
      }
    }
  }

  /// Whether a tribe that another one calls works in that one's transaction.
  private static var isInTransaction: Bool {
    if own?.session.isInTransaction == true { return true }
    return ownTransaction.map { $0.isOpen.value && $0.attempt === TribeAttempt.current } ?? false
  }

  /// Retries a transaction after a transient error.
  private static func retrying<Value>(
    _ timeouts: PostgresTimeouts,
    in session: PostgresSession?,
    _ body: () async throws -> Value
  ) async throws -> Value {
    var retries = 0
    while true {
      do {
        return try await body()
      } catch let error as PostgresError where error.isTransient && retries < timeouts.retries ?? 0 {
        retries += 1
        session?.noteRetry(retries, after: error)
        // The random part keeps two transactions that collided from colliding again.
        try await Task.sleep(for: timeouts.pause(beforeRetry: retries, after: error, .random(in: 0.5...1)))
      }
    }
  }

  /// Runs a tribe without a transaction.
  private static func performAlone<Value>(
    on server: Server,
    _ settings: [String?],
    _ body: () async throws -> Value
  ) async throws -> Value {
    let attempt = TribeAttempt.current
    // This tribe did not cause the indexes that are invalid now, unless an earlier attempt started with fewer.
    var known = try await server.send(invalidIndexes).compactMap(\.first).compactMap(\.self)
    if let earlier = try attempt?.checkpoint("invalid indexes", as: [String].self) {
      known = earlier
    } else {
      // A checkpoint holds only so many.
      try await attempt?.save(Array(known.prefix(30)), as: "invalid indexes")
    }
    let old = try await server.send("SELECT \(SessionSettings.changed)").first?.first.flatMap(\.self)
    for (name, value) in zip(["lock_timeout", "statement_timeout"], settings) {
      guard let value else { continue }
      try await server.send("SELECT set_config($1::text, $2::text, false)", [name, value])
    }
    var (value, failure) = (Value?.none, (any Error)?.none)
    do { value = try await body() } catch { failure = error }
    if try await server.isInTransaction {
      try await server.send("ROLLBACK")
      failure = failure ?? TribeMisuse(description: "it left a transaction open, which was rolled back")
    }
    await server.restore(old)
    let indexes = try? await server.send(invalidIndexes).compactMap(\.first).compactMap(\.self)
    if let indexes = indexes?.filter({ !known.contains($0) }), !indexes.isEmpty {
      throw InvalidIndexes(names: indexes, failure: failure)
    }
    guard failure == nil, let value else { throw failure ?? CancellationError() }
    return value
  }

  /// The indexes that an interrupted `CREATE INDEX CONCURRENTLY` left behind.
  private static let invalidIndexes = """
    SELECT i.indexrelid::regclass::text FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    WHERE NOT i.indisvalid AND c.relkind = 'i'
      AND NOT EXISTS (SELECT 1 FROM pg_stat_progress_create_index p WHERE p.index_relid = i.indexrelid)
    ORDER BY 1
    """

  /// An error for indexes that no query uses, left by a tribe without a transaction or by an earlier attempt at it.
  struct InvalidIndexes: Error, CustomStringConvertible {
    let names: [String]
    let failure: (any Error)?

    var description: String {
      let reason = failure.map { NomadError.words(of: $0) + "; " } ?? ""
      let list = names.joined(separator: ", ")
      return "\(reason)the database has invalid indexes: \(list). An interrupted CREATE INDEX CONCURRENTLY leaves one, "
        + "and IF NOT EXISTS takes it for the index. Drop it with DROP INDEX CONCURRENTLY before you create it"
    }
  }
}

extension Server {
  /// Whether a transaction is open, which may have failed.
  fileprivate var isInTransaction: Bool {
    get async throws {
      do {
        // It succeeds only in an open transaction.
        try await send("SAVEPOINT nomad")
        return true
      } catch let error as PostgresError {
        return error.code == "25P02"
      }
    }
  }
}
