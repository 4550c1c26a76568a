public import Nomad
import NomadTables

/// A ledger in a PostgreSQL database, in which the record of a ``PostgresTribe`` is committed with its changes.
///
/// Any number of hosts can start at once with ledgers in one database: each tribe runs once. An advisory lock excludes
/// the other hosts; the server frees it when the session of its holder ends. In addition, each commit proves a token that
/// only the current holder has, so a run that lost its lock commits nothing more.
///
/// The records are in the table `ledger` of a schema, `nomad` by default, in the JSON form of `LedgerRecord`. It needs
/// PostgreSQL 14 or later.
public struct PostgresLedger: Ledger {
  /// How long a holder may be silent before the server ends its session, by default.
  public static let defaultLease = Duration.seconds(30)

  /// The timeouts of tribes that have none of their own, by default: 5 s for a lock, and 10 retries.
  public static let defaultTimeouts = PostgresTimeouts(lock: .seconds(5), retries: 10)

  private(set) var server: Server
  private let schema: LedgerSchema
  private let timeouts: PostgresTimeouts
  private let contractPolicy: ContractPolicy
  /// The contract tribes that have not run.
  private let contracts = Locked<[String: FleetContract]>([:])
  /// Whether the ledger is that of a host in a fleet.
  private var isMember = false
  private let lease: Duration
  private let waitLimit: Duration

  /// Names the schema and its database.
  public var identity: String { "schema \(schema.name) of \(server.connection.database)" }

  /// Makes a ledger in a database.
  ///
  /// Nothing is read or created before there is a need.
  ///
  /// - Parameters:
  ///   - connection: A session of the server. Nothing but the ledger uses it during a run.
  ///   - schema: The schema of the ledger's tables. It is created if it does not exist.
  ///   - timeouts: The timeouts of tribes that have none of their own.
  ///   - contracts: When contract tribes run.
  ///   - lease: How long a holder may be silent before the server ends its session: at least 1 s. The ledger sends
  ///     something three times in that time, unless the process is stopped, or the network is cut, or a tribe blocks
  ///     every thread of Swift's cooperative pool.
  ///   - waitLimit: How long to wait for another run; zero or less waits for nobody.
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
    self.schema = LedgerSchema(schema)
    self.timeouts = Self.defaultTimeouts.overridden(by: timeouts)
    self.waitLimit = waitLimit
  }

  /// Reads what ran, in one round trip.
  ///
  /// - Returns: What ran; empty only if the database has no ledger.
  /// - Throws: ``PostgresError`` or an error of the client if the database cannot be read, or ``NomadError`` if a record
  ///   cannot be read or has a newer format.
  public func history() async throws -> LedgerHistory {
    try await tables.history().history
  }

  var tables: LedgerTables { LedgerTables(schema, on: server, of: identity) }

  var fleet: FleetTable { FleetTable(tables: tables) }

  /// The same ledger for a host in a fleet.
  func joined(patience: Duration? = nil) -> PostgresLedger {
    var ledger = self
    ledger.isMember = true
    if let patience { ledger.server = Server(server.connection, patience: patience) }
    return ledger
  }

  /// Lets the server end a transaction of this host, and with it the locks, if the host falls silent in it.
  func limitTransactions(to limit: Duration) async throws {
    let milliseconds = "\(Int64(limit / .milliseconds(1)))"
    try await server.send(
      "SELECT set_config('idle_in_transaction_session_timeout', $1::text, false)",
      [milliseconds]
    )
  }

  /// Makes the tables if they do not exist.
  func makeTables() async throws {
    if try await tables.exist() { return }
    let lock = SessionLock(tables, lease: lease)
    try await lock.take(waitingAtMost: waitLimit)
    let result = await Swift.Result { try await tables.make() }
    await lock.giveBack()
    try result.get()
  }

  /// Says which contract tribes have to wait, because other hosts need the old shape of the data.
  ///
  /// - Parameters:
  ///   - tribes: Contract tribes that have not run.
  ///   - appVersion: The app's version; empty if it has none.
  /// - Returns: For each tribe that has to wait, by its key, what it waits for.
  /// - Throws: ``PostgresError``, or an error of the client.
  public func obstacles(to tribes: [TribeRegistry.Entry], appVersion: String) async throws -> [String: String] {
    let asked = tribes.map { FleetContract(key: $0.key, version: appVersion) }
    contracts.withLock { $0 = Dictionary(asked.map { ($0.key, $0) }) { $1 } }
    return try await fleet.obstacles(to: asked, contractPolicy, isMember: isMember)
  }

  /// Notes that a contract tribe begins; other tribes need no note.
  func begin(_ key: String) async throws {
    guard let contract = contracts.value[key] else { return }
    try await fleet.begin(contract, contractPolicy, isMember: isMember)
  }

  /// Waits until nobody else runs tribes on the ledger, and keeps it so while `body` runs.
  ///
  /// - Parameter body: What to do meanwhile.
  /// - Returns: What `body` returned.
  /// - Throws: What `body` threw, `CancellationError` if the task is cancelled while it waits, ``NomadError`` if another
  ///   run takes longer than the limit, or an error of the database.
  public func withExclusiveAccess<Result: Sendable>(
    _ body: @Sendable (any LedgerSession) async throws -> Result
  ) async throws -> Result {
    let lock = SessionLock(tables, lease: lease)
    try await lock.take(waitingAtMost: waitLimit)
    let result = await Swift.Result {
      let (token, last) = try await lock.takeOver()
      let session = PostgresSession(tables, token: token, last: last, timeouts: timeouts, beginning: begin)
      let heartbeat = Heartbeat(of: session, every: lease / 3)
      let result = await Swift.Result { try await HeldLock.hold(identity) { try await body(session) } }
      await heartbeat.stop()
      return try result.get()
    }
    await lock.giveBack()
    return try result.get()
  }
}

extension Ledger where Self == PostgresLedger {
  /// A ledger in a PostgreSQL database.
  ///
  /// - Parameters:
  ///   - connection: A session of the server. Nothing but the ledger uses it during a run.
  ///   - schema: The schema of the ledger's tables. It is created if it does not exist.
  ///   - timeouts: The timeouts of tribes that have none of their own.
  ///   - contracts: When contract tribes run.
  ///   - lease: How long a holder may be silent before the server ends its session.
  ///   - waitLimit: How long to wait for another run; zero or less waits for nobody.
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
