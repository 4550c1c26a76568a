public import Nomad
internal import NomadFiles
public import NomadTables

/// A ledger that simulates the death of the process at a record that the test chooses.
///
/// ```swift
/// let kept = InMemoryLedger()
/// let dying = DyingLedger(kept, before: { $0.kind == .finished && $0.key == "version:2.0.0" })
/// await #expect(throws: NomadError.self) { try await Nomad(.generated, ledger: dying).migrate() }
/// try await Nomad(.generated, ledger: kept).migrate()
/// ```
///
/// From that moment on, the ledger records nothing more, not even that the tribe failed, and every use of it throws a
/// ``Death``. The wrapped ledger keeps the earlier records. A migrator with the wrapped ledger acts as the next start,
/// and finds the interrupted attempt if there is one.
///
/// The simulation does not stop the tribe itself, as a real kill does. A tribe that saves a checkpoint receives a
/// ``Death`` as an error, and its `catch` and `defer` run.
///
/// To kill an upgrade at each of its records in turn, see
/// ``UpgradePaths/verifyWhenKilled(isolation:_:invariant:)``.
public struct DyingLedger: LedgerWrapper {
  /// The ledger that keeps the records.
  public let wrapped: any Ledger
  private let life: Life

  /// Creates a ledger with which the process dies just before a record becomes durable.
  ///
  /// - Parameters:
  ///   - ledger: The ledger that keeps the earlier records.
  ///   - dies: Returns whether the process dies at a record. That record and those added with it are not recorded. It
  ///     is called for each record until it returns true.
  public init(_ ledger: some Ledger, before dies: @escaping @Sendable (LedgerRecord) -> Bool) {
    self.init(ledger, .before) { $0.first(where: dies) }
  }

  /// Creates a ledger with which the process dies just after a record becomes durable, before any caller learns of it.
  ///
  /// - Parameters:
  ///   - ledger: The ledger that keeps the records, including that one.
  ///   - dies: Returns whether the process dies at a record. That record and those added with it are recorded. It is
  ///     called for each record until it returns true.
  public init(_ ledger: some Ledger, after dies: @escaping @Sendable (LedgerRecord) -> Bool) {
    self.init(ledger, .after) { $0.first(where: dies) }
  }

  /// Creates a ledger with which the process dies at the records of one call, if `dies` returns one of them.
  init(
    _ ledger: some Ledger,
    _ moment: Death.Moment,
    at dies: @escaping @Sendable ([LedgerRecord]) -> LedgerRecord?
  ) {
    wrapped = ledger
    life = Life { records in dies(records).map { Death(moment: moment, record: $0) } }
  }

  /// The simulated death of the process; nil if the process has not died.
  public var death: Death? { life.death }

  /// Whether a tribe's work and its records were one transaction, as far as this ledger has seen.
  func isAtomic(_ tribe: TribeRegistry.Entry) -> Bool {
    life.atomic.value.contains(tribe.key)
      || tribe.transactionKind != nil && tribe.transactionKind == wrapped.transactionKind
  }

  /// Reads the history of the wrapped ledger, unless the process is dead.
  public func history() async throws -> LedgerHistory {
    try life.check()
    return try await wrapped.history()
  }

  /// Reads the history, if the wrapped ledger can do so without waiting, unless the process is dead.
  public func immediateHistory() throws -> LedgerHistory? {
    try life.check()
    return try wrapped.immediateHistory()
  }

  /// Reads the seal of the wrapped ledger, unless the process is dead.
  public func seal() throws -> LedgerHistory.Seal? {
    try life.check()
    return try wrapped.seal()
  }

  /// Runs `body` while no other run can use the ledger, until `body` returns or the process dies.
  public func withExclusiveAccess<Result: Sendable>(
    in context: LedgerContext,
    _ body: @Sendable (any LedgerSession) async throws -> Result
  ) async throws -> Result {
    try life.check()
    return try await wrapped.withExclusiveAccess(in: context) { session in
      try life.check()
      let result = try await body(InterceptedSession(wrapped: session, intercept: life.spend, check: life.check))
      try life.check()
      return result
    }
  }

  /// Runs `body` with the shared access of the wrapped ledger, unless the process is dead.
  public func withSharedAccess<Result: Sendable>(
    in context: LedgerContext,
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    try life.check()
    return try await wrapped.withSharedAccess(in: context, body)
  }
}

/// The life of the simulated process, shared by all copies of a ledger.
private final class Life: Sendable {
  /// The tribes whose work and records were one transaction.
  let atomic = Locked<Set<LedgerKey>>([])
  private let state = Locked<DyingLedger.Death?>(nil)
  private let deathAt: @Sendable ([LedgerRecord]) -> DyingLedger.Death?

  init(dyingAt deathAt: @escaping @Sendable ([LedgerRecord]) -> DyingLedger.Death?) {
    self.deathAt = deathAt
  }

  var death: DyingLedger.Death? { state.value }

  /// Throws if the process is dead.
  @Sendable func check() throws(DyingLedger.Death) {
    if let death { throw death }
  }

  /// Returns the death that follows once these records are durable.
  ///
  /// Throws a death that precedes them.
  @Sendable func spend(adding records: [LedgerRecord], inTransaction: Bool) throws -> (any Error)? {
    // A batch that is committed with a checkpoint is only a part of its tribe.
    let done = records.filter { $0.kind == .finished }.map(\.key)
    if inTransaction { atomic.withLock { $0.formUnion(done) } }
    try check()
    guard let new = deathAt(records) else { return nil }
    // Set now, so that nothing else is recorded, not even while these records are being added.
    let earlier = state.withLock { state in
      defer { state = state ?? new }
      return state
    }
    if let earlier { throw earlier }
    if new.moment == .before { throw new }
    return new
  }
}
