public import Nomad

/// A ledger with which the process dies where a test says, as if it were killed there.
///
/// ```swift
/// let kept = InMemoryLedger()
/// let dying = DyingLedger(kept, before: { $0.kind == .finished && $0.key == "version:2.0.0" })
/// await #expect(throws: NomadError.self) { try await Nomad(.generated, ledger: dying).migrate() }
/// try await Nomad(.generated, ledger: kept).migrate()
/// ```
///
/// From that moment on nothing is recorded any more, not even that the tribe failed, and every use of the ledger throws
/// a ``Death``. What is recorded is in the ledger that it was made with: a migrator with that one is the next start,
/// and finds an attempt that was interrupted if one was.
///
/// Only a real kill stops the tribe itself: here it is thrown a ``Death`` where it saves a checkpoint, and its `catch`
/// and `defer` run.
///
/// To die at every record of an upgrade in turn, see
/// ``UpgradePaths/verifyWhenKilled(isolation:_:invariant:)``.
public struct DyingLedger: Ledger {
  private let ledger: any Ledger
  private let life: Life

  /// Makes a ledger with which the process dies just before a record is durable.
  ///
  /// - Parameters:
  ///   - ledger: The ledger that keeps what was recorded before.
  ///   - dies: Whether a record is the one: it is not added, and neither is what would be added with it. It is asked
  ///     for each record until it says so.
  public init(_ ledger: some Ledger, before dies: @escaping @Sendable (LedgerRecord) -> Bool) {
    self.init(ledger, .before) { $0.first(where: dies) }
  }

  /// Makes a ledger with which the process dies just after a record is durable, before anybody is told that it is.
  ///
  /// - Parameters:
  ///   - ledger: The ledger that keeps what was recorded, that record included.
  ///   - dies: Whether a record is the one: what is added with it is durable, too. It is asked for each record until it
  ///     says so.
  public init(_ ledger: some Ledger, after dies: @escaping @Sendable (LedgerRecord) -> Bool) {
    self.init(ledger, .after) { $0.first(where: dies) }
  }

  /// Makes a ledger with which the process dies at what is added all at once, if `dies` gives a record of that.
  init(
    _ ledger: some Ledger,
    _ moment: Death.Moment,
    at dies: @escaping @Sendable ([LedgerRecord]) -> LedgerRecord?
  ) {
    self.ledger = ledger
    life = Life { records in dies(records).map { Death(moment: moment, record: $0) } }
  }

  /// Where the process died; nil if it has not.
  public var death: Death? { life.death }

  /// The name of the ledger that keeps what was recorded.
  public var identity: String { ledger.identity }

  /// Reads what ran.
  ///
  /// - Returns: What ran.
  /// - Throws: ``Death``, or what the ledger throws that keeps what was recorded.
  public func history() async throws -> LedgerHistory {
    try life.check()
    return try await ledger.history()
  }

  /// Reads what ran, if the ledger that keeps it can do so at once.
  ///
  /// - Returns: What ran; nil if it has to be awaited.
  /// - Throws: What ``history()`` throws.
  public func immediateHistory() throws -> LedgerHistory? {
    try life.check()
    return try ledger.immediateHistory()
  }

  /// Reads the seal of the ledger that keeps what was recorded.
  ///
  /// - Returns: The seal; nil if there is none.
  /// - Throws: What ``history()`` throws.
  public func seal() throws -> LedgerSeal? {
    try life.check()
    return try ledger.seal()
  }

  /// Makes the records of a killed run durable.
  ///
  /// - Throws: What ``history()`` throws.
  public func secure() async throws {
    try life.check()
    try await ledger.secure()
  }

  /// Says which contract tribes have to wait.
  ///
  /// - Parameters:
  ///   - tribes: Contract tribes.
  ///   - appVersion: The app's version.
  /// - Returns: For each tribe that has to wait, by its key, what it waits for.
  /// - Throws: What the ledger throws.
  public func obstacles(to tribes: [TribeRegistry.Entry], appVersion: String) async throws -> [String: String] {
    try life.check()
    return try await ledger.obstacles(to: tribes, appVersion: appVersion)
  }

  /// The folder of the snapshots of the ledger that keeps the records.
  public var snapshotsPath: String? { ledger.snapshotsPath }

  /// Waits until nobody else writes, and keeps it so while `body` runs, or until the process dies.
  ///
  /// - Parameter body: What to do meanwhile.
  /// - Returns: What `body` returned.
  /// - Throws: ``Death``, what `body` throws, or the ledger that keeps what was recorded.
  public func withExclusiveAccess<Result: Sendable>(
    _ body: @Sendable (any LedgerSession) async throws -> Result
  ) async throws -> Result {
    try life.check()
    let life = life
    return try await ledger.withExclusiveAccess { session in
      try life.check()
      let result = try await body(DyingSession(session: session, life: life))
      try life.check()
      return result
    }
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
    try await dying {
      let death = try life.death(at: records)
      try await session.append(records)
      if let death { throw death }
    }
  }

  func perform(
    _ work: @escaping @Sendable () async throws -> Void,
    recording record: @escaping @Sendable () throws -> LedgerRecord
  ) async throws {
    try await dying {
      let death = Locked<DyingLedger.Death?>(nil)
      try await session.perform {
        // In a transaction of the tribe; if the death comes after that, the next use of the ledger throws it.
        try await TribeAttempt.$recording.withValue({ _ = try life.death(at: [$0]) }, operation: work)
      } recording: {
        let record = try record()
        death.value = try life.death(at: [record])
        return record
      }
      if let death = death.value { throw death }
    }
  }

  func secure() async throws {
    try life.check()
    try await session.secure()
  }

  func replaceRecords(with records: [LedgerRecord]) async throws {
    try await dying {
      let death = try life.death(at: records)
      try await session.replaceRecords(with: records)
      if let death { throw death }
    }
  }

  func report(_ completed: Int, of total: Int) { session.report(completed, of: total) }

  func suspend() { session.suspend() }

  func abandon() async { await session.abandon() }

  /// Ends the session, too, where the process dies.
  private func dying(_ body: () async throws -> Void) async throws {
    do {
      try await body()
    } catch let death as DyingLedger.Death {
      await abandon()
      throw death
    }
  }
}

/// Whether the process lives: what all copies of a ledger share.
private final class Life: Sendable {
  private let state = Locked<DyingLedger.Death?>(nil)
  private let deathAt: @Sendable ([LedgerRecord]) -> DyingLedger.Death?

  init(dyingAt deathAt: @escaping @Sendable ([LedgerRecord]) -> DyingLedger.Death?) {
    self.deathAt = deathAt
  }

  var death: DyingLedger.Death? { state.value }

  /// Throws if the process is dead.
  func check() throws(DyingLedger.Death) {
    if let death { throw death }
  }

  /// The death that comes when these records are durable; throws the one that comes before, or came already.
  func death(at records: [LedgerRecord]) throws(DyingLedger.Death) -> DyingLedger.Death? {
    try check()
    guard let new = deathAt(records) else { return nil }
    // Nothing that comes later is recorded, not even while these are: hence it is noted now.
    let earlier = state.withLock { state in
      defer { state = state ?? new }
      return state
    }
    if let earlier { throw earlier }
    if new.moment == .before { throw new }
    return new
  }
}
