public import Nomad
internal import NomadFiles

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
public struct DyingLedger: Ledger {
  private let ledger: any Ledger
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
    self.ledger = ledger
    life = Life { records in dies(records).map { Death(moment: moment, record: $0) } }
  }

  /// The simulated death of the process; nil if the process has not died.
  public var death: Death? { life.death }

  /// Whether a tribe's work and its records were one transaction, as far as this ledger has seen.
  func isAtomic(_ tribe: TribeRegistry.Entry) -> Bool {
    life.atomic.value.contains(tribe.key)
      || tribe.transactionKind != nil && tribe.transactionKind == ledger.transactionKind
  }

  /// The name of the wrapped ledger.
  public var identity: String { ledger.identity }

  /// Reads the history of the wrapped ledger.
  ///
  /// - Returns: The history.
  /// - Throws: ``Death``, or an error of the wrapped ledger.
  public func history() async throws -> LedgerHistory {
    try life.check()
    return try await ledger.history()
  }

  /// Reads the history, if the wrapped ledger can do so without waiting.
  ///
  /// - Returns: The history; nil if it has to be awaited.
  /// - Throws: The errors of ``history()``.
  public func immediateHistory() throws -> LedgerHistory? {
    try life.check()
    return try ledger.immediateHistory()
  }

  /// Reads the seal of the wrapped ledger.
  ///
  /// - Returns: The seal; nil if there is none.
  /// - Throws: The errors of ``history()``.
  public func seal() throws -> LedgerHistory.Seal? {
    try life.check()
    return try ledger.seal()
  }

  /// Returns whether the wrapped ledger may postpone a tribe.
  ///
  /// - Parameter tribe: A tribe.
  /// - Returns: Whether it may be postponed.
  public func mayPostpone(_ tribe: TribeRegistry.Entry) -> Bool { ledger.mayPostpone(tribe) }

  /// Returns the reasons why tribes have to wait.
  ///
  /// - Parameters:
  ///   - tribes: The tribes that the wrapped ledger may postpone.
  ///   - context: The context of the run or of the plan.
  /// - Returns: The reason for each tribe that has to wait, by the tribe's key.
  /// - Throws: ``Death``, or an error of the wrapped ledger.
  public func reasonsToPostpone(
    _ tribes: [TribeRegistry.Entry],
    in context: LedgerContext
  ) async throws -> [LedgerKey: String] {
    try life.check()
    return try await ledger.reasonsToPostpone(tribes, in: context)
  }

  /// Returns the reason of the wrapped ledger why no tribe may be reverted now.
  ///
  /// - Parameters:
  ///   - version: The version to go back to.
  ///   - context: The context of the revert or of its plan.
  /// - Returns: The reason, for people; nil for none.
  /// - Throws: ``Death``, or an error of the wrapped ledger.
  public func reasonToKeepTribes(above version: TribeVersion, in context: LedgerContext) async throws -> String? {
    try life.check()
    return try await ledger.reasonToKeepTribes(above: version, in: context)
  }

  /// The path of the folder for the wrapped ledger's snapshots.
  public var snapshotsPath: String? { ledger.snapshotsPath }

  /// The kind of the wrapped ledger's transactions.
  public var transactionKind: String? { ledger.transactionKind }

  /// Runs `body` while no other run can use the ledger, until `body` returns or the process dies.
  ///
  /// - Parameters:
  ///   - context: The limits of the wait.
  ///   - body: The work that needs the ledger.
  /// - Returns: The result of `body`.
  /// - Throws: ``Death``, the error of `body`, or an error of the wrapped ledger.
  public func withExclusiveAccess<Result: Sendable>(
    in context: LedgerContext,
    _ body: @Sendable (any LedgerSession) async throws -> Result
  ) async throws -> Result {
    try life.check()
    let life = life
    return try await ledger.withExclusiveAccess(in: context) { session in
      try life.check()
      let result = try await body(DyingSession(session: session, life: life))
      try life.check()
      return result
    }
  }

  /// Runs `body` while no run can use the ledger, with the shared access of the wrapped ledger.
  ///
  /// - Parameters:
  ///   - context: The limits of the wait.
  ///   - body: The work to do with shared access.
  /// - Returns: The result of `body`.
  /// - Throws: ``Death``, the error of `body`, or an error of the wrapped ledger.
  public func withSharedAccess<Result: Sendable>(
    in context: LedgerContext,
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    try life.check()
    return try await ledger.withSharedAccess(in: context, body)
  }
}

private struct DyingSession: LedgerSession {
  let session: any LedgerSession
  let life: Life

  func history() async throws -> LedgerHistory {
    try life.check()
    return try await session.history()
  }

  func append(_ records: [LedgerRecord]) async throws {
    let death = try life.death(at: records)
    try await session.append(records)
    if let death { throw death }
  }

  func appendBeforeTransaction(_ records: [LedgerRecord]) async throws {
    let death = try life.death(at: records)
    try await session.appendBeforeTransaction(records)
    if let death { throw death }
  }

  func perform(
    _ work: @escaping @Sendable () async throws -> Void,
    recording records: @escaping @Sendable () throws -> [LedgerRecord]
  ) async throws {
    let (death, isWorking) = (Locked<DyingLedger.Death?>(nil), Locked(false))
    try await session.perform {
      isWorking.value = true
      defer { isWorking.value = false }
      // A checkpoint in the tribe's own transaction. If the process dies after it, the next use of the ledger throws.
      try await RunContext.with { $0.willSave = { _ = try life.death(at: [$0]) } }.perform(work)
    } recording: {
      let records = try records()
      // The transaction of the tribe's own work asks for them.
      if isWorking.value { life.noteAtomic(records) }
      death.value = try life.death(at: records)
      return records
    }
    if let death = death.value { throw death }
  }

  func secure() async throws {
    try life.check()
    try await session.secure()
  }

  func replaceRecords(with records: [LedgerRecord]) async throws {
    let death = try life.death(at: records)
    try await session.replaceRecords(with: records)
    if let death { throw death }
  }

  func willRevert(to version: TribeVersion) { session.willRevert(to: version) }

  func seal(by seal: @escaping @Sendable (LedgerHistory) -> LedgerHistory.Seal?) { session.seal(by: seal) }

  func report(_ completed: Int, of total: Int) { session.report(completed, of: total) }

  func suspend() { session.suspend() }
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

  func noteAtomic(_ records: [LedgerRecord]) {
    // A batch that is committed with a checkpoint is only a part of its tribe.
    atomic.withLock { $0.formUnion(records.filter { $0.kind == .finished }.map(\.key)) }
  }

  /// Throws if the process is dead.
  func check() throws(DyingLedger.Death) {
    if let death { throw death }
  }

  /// Returns the death that follows once these records are durable.
  ///
  /// Throws a death that precedes them.
  func death(at records: [LedgerRecord]) throws(DyingLedger.Death) -> DyingLedger.Death? {
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
