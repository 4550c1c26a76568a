public import Nomad
internal import NomadFiles
import NomadTables

/// A ledger in a PostgreSQL database, which commits the changes of a ``PostgresTribe`` and their record together.
///
/// Any number of hosts can start at once with ledgers in one database: each tribe runs once. The run that holds an
/// advisory lock excludes the other hosts; the server frees the lock when the holder's session ends. In addition, each
/// commit checks a fencing token that only the current holder has, so a run that lost its lock cannot commit anything
/// more.
///
/// The table `ledger` of a schema, `nomad` by default, keeps the records in the JSON form of `LedgerRecord`. The ledger
/// needs PostgreSQL 14 or later.
public struct PostgresLedger: Ledger {
  /// The default lease: how long a holder may be silent before the server ends its session.
  public static let defaultLease = Duration.seconds(30)

  /// The default timeouts of tribes that set none: 1 s for a lock, and 15 retries in about a minute and a half.
  public static let defaultTimeouts = PostgresTimeouts(lock: .seconds(1), retries: 15)

  private(set) var server: Server
  private let schema: String
  let timeouts: PostgresTimeouts
  private let contractPolicy: ContractPolicy
  /// The keys of the contract tribes of all migrators that have asked about them.
  private let contracts = Locked<Set<LedgerKey>>([])
  /// Whether the ledger belongs to a host in a fleet.
  private var isMember = false
  private let lease: Duration
  private let waitLimit: Duration

  /// The name of the ledger: its schema and database.
  public var identity: String { "schema \(schema) of \(server.connection.database)" }

  /// The kind of transactions that the ledger shares with the tribes of its database.
  public var transactionKind: String? { PostgresWork.transactionKind }

  /// Creates a ledger in a database.
  ///
  /// The ledger reads and creates nothing until it is used.
  ///
  /// - Parameters:
  ///   - connection: A session of the server. During a run, only the ledger may use it.
  ///   - schema: The schema of the ledger's tables. The ledger creates it if it does not exist. Its name has at most 63
  ///     bytes, and does not begin with `pg_`.
  ///   - timeouts: The timeouts of tribes that set none.
  ///   - contracts: The rule for when contract tribes run.
  ///   - lease: How long a holder may be silent before the server ends its session: at least 1 s. The ledger sends a
  ///     statement three times within that time. It cannot if the process is stopped, the network is cut, or a tribe
  ///     blocks every thread of Swift's cooperative pool.
  ///   - waitLimit: How long to wait for another run; zero or less fails at once.
  public init(
    _ connection: some PostgresConnection,
    schema: String = "nomad",
    timeouts: PostgresTimeouts = defaultTimeouts,
    contracts: ContractPolicy = .whenUnused,
    lease: Duration = defaultLease,
    waitingAtMost waitLimit: Duration = FileLedger.defaultWaitLimit
  ) {
    contractPolicy = contracts
    self.lease = max(lease, .seconds(1))
    server = Server(connection, patience: self.lease * 2)
    self.schema = schema
    self.timeouts = Self.defaultTimeouts.overridden(by: timeouts)
    self.waitLimit = waitLimit
  }

  /// Reads the history of the ledger in one round trip.
  ///
  /// - Returns: The history; empty only if the ledger has no records.
  /// - Throws: ``PostgresError`` or an error of the client if the database cannot be read, or ``NomadError`` if a
  ///   record cannot be read or has a newer format, or if no schema can have the name of the ledger's schema.
  public func history() async throws -> LedgerHistory {
    try await tables.history().history
  }

  /// The tables.
  ///
  /// - Throws: ``NomadError`` if no schema can have the name of the ledger's schema, before anything is sent.
  var tables: LedgerTables {
    get throws(NomadError) { LedgerTables(schema: try LedgerSchema(schema), server: server, ledger: identity) }
  }

  /// Returns the same ledger for a host in a fleet.
  ///
  /// - Parameters:
  ///   - patience: How long the server has to answer; nil for no change.
  ///   - open: Makes a ledger on a new connection, if the session is lost; nil if only its connection can.
  /// - Returns: The ledger.
  func joined(
    patience: Duration? = nil,
    reopening open: (@Sendable () async throws -> PostgresLedger)? = nil
  ) -> PostgresLedger {
    var ledger = self
    ledger.isMember = true
    if let patience { ledger.server = Server(server.connection, patience: patience) }
    if let open { ledger.server.reopen = { try await open().server.connection } }
    return ledger
  }

  /// Makes the tables if they do not exist.
  func makeTables() async throws {
    if try await tables.exist() { return }
    try await withLock(in: LedgerContext()) { _ in try await tables.make() }
  }

  /// Runs `body` while a session of the server holds the ledger's lock.
  private func withLock<Value>(
    in context: LedgerContext,
    _ body: (SessionLock) async throws -> Value
  ) async throws -> Value {
    let lock = SessionLock(try tables, lease: lease)
    try await lock.take(in: context, waitingAtMost: waitLimit)
    let result = await Swift.Result { try await body(lock) }
    await lock.giveBack()
    return try result.get()
  }

  /// Returns whether a tribe is a contract tribe: a ``FleetTribe`` that removes an old shape of the data.
  ///
  /// - Parameter tribe: A tribe.
  /// - Returns: Whether it is one.
  public func mayPostpone(_ tribe: TribeRegistry.Entry) -> Bool { tribe.isContract }

  /// Returns the reasons why contract tribes have to wait, such as other hosts that need the old shape of the data.
  ///
  /// - Parameters:
  ///   - tribes: Contract tribes that have not run.
  ///   - context: The context of the run or of the plan.
  /// - Returns: The reason for each tribe that has to wait, by the tribe's key.
  /// - Throws: ``PostgresError``, or an error of the client.
  public func reasonsToPostpone(
    _ tribes: [TribeRegistry.Entry],
    in context: LedgerContext
  ) async throws -> [LedgerKey: String] {
    let asked = tribes.map { FleetContract(key: $0.key, version: context.appVersion ?? "") }
    // Another migrator may make a plan while a run of this one has not begun its contract tribe.
    contracts.withLock { $0.formUnion(asked.map(\.key)) }
    return try await tables.reasonsToWait(for: asked, contractPolicy, isMember: isMember)
  }

  /// Whether a tribe is a contract tribe.
  func isContract(_ key: LedgerKey) -> Bool { contracts.value.contains(key) }

  /// Records that a contract tribe begins, in the current transaction.
  func begin(_ tribe: FleetContract) async throws {
    try await tables.begin(tribe, contractPolicy, isMember: isMember)
  }

  /// Returns the live hosts of newer versions, which work with the results of the tribes, as the reason to keep these.
  ///
  /// - Parameters:
  ///   - version: The version to go back to.
  ///   - context: The context of the revert or of its plan.
  /// - Returns: The reason; nil if there is no such host.
  /// - Throws: ``PostgresError``, or an error of the client.
  public func reasonToKeepTribes(above version: TribeVersion, in context: LedgerContext) async throws -> String? {
    try await tables.reasonToKeepTribes(above: version)
  }

  /// Runs `body` while no other run can use the ledger, and waits for its turn first.
  ///
  /// - Parameters:
  ///   - context: The limits of the wait, beside the ledger's own.
  ///   - body: The work that needs the ledger.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`, the errors of `LedgerContext.waitForTurn`, or an error of the database.
  public func withExclusiveAccess<Result: Sendable>(
    in context: LedgerContext,
    _ body: @Sendable (any LedgerSession) async throws -> Result
  ) async throws -> Result {
    try await withLock(in: context) { lock in
      let (token, last) = try await lock.takeOver()
      let session = PostgresSession(of: self, in: try tables, token: token, last: last)
      let heartbeat = Heartbeat(of: session, every: lease / 3)
      let result = await Swift.Result { try await body(session) }
      await heartbeat.stop()
      let value = try result.get()
      try? await session.compact()
      return value
    }
  }
}

extension Ledger where Self == PostgresLedger {
  /// A ledger in a PostgreSQL database.
  ///
  /// - Parameters:
  ///   - connection: A session of the server. During a run, only the ledger may use it.
  ///   - schema: The schema of the ledger's tables. The ledger creates it if it does not exist. Its name has at most 63
  ///     bytes, and does not begin with `pg_`.
  ///   - timeouts: The timeouts of tribes that set none.
  ///   - contracts: The rule for when contract tribes run.
  ///   - lease: How long a holder may be silent before the server ends its session.
  ///   - waitLimit: How long to wait for another run; zero or less fails at once.
  /// - Returns: The ledger.
  public static func postgres(
    _ connection: some PostgresConnection,
    schema: String = "nomad",
    timeouts: PostgresTimeouts = PostgresLedger.defaultTimeouts,
    contracts: ContractPolicy = .whenUnused,
    lease: Duration = PostgresLedger.defaultLease,
    waitingAtMost waitLimit: Duration = FileLedger.defaultWaitLimit
  ) -> PostgresLedger {
    PostgresLedger(
      connection,
      schema: schema,
      timeouts: timeouts,
      contracts: contracts,
      lease: lease,
      waitingAtMost: waitLimit
    )
  }
}

extension Result where Failure == any Error {
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
