/// The durable record of which tribes have run.
///
/// Apps usually use ``FileLedger``, and tests use ``InMemoryLedger``. Your own ledger implements ``history()``,
/// ``withExclusiveAccess(in:_:)`` and a ``LedgerSession``; the other requirements have defaults: see
/// <doc:CustomLedgers>. A ledger around another one is a `LedgerWrapper` of `NomadTables`.
public protocol Ledger: Sendable {
  /// The ledger's name in messages. Two ledgers with the same identity are the same ledger.
  var identity: String { get }

  /// Reads the records, without side effects and without waiting for a run in progress.
  ///
  /// If a run has a deadline, it cancels the task of this call then, but not in the first second.
  ///
  /// - Returns: The history; empty only if the ledger has no records.
  /// - Throws: An error if there is, or may be, a record that cannot be read.
  func history() async throws -> LedgerHistory

  /// Reads the records if that is possible without suspending, as with a file.
  ///
  /// With it, ``Nomad/plan(upTo:includingDeferred:isolation:)`` does not leave the calling actor.
  ///
  /// - Returns: The same as ``history()``; nil, by default, if the history must be awaited.
  /// - Throws: The errors of ``history()``.
  func immediateHistory() throws -> LedgerHistory?

  /// Reads the seal that ``LedgerSession/seal(by:)`` has stored.
  ///
  /// With a seal, a start with nothing pending need not read every record.
  ///
  /// - Returns: The seal; ``LedgerHistory/Seal/open`` if there is none or if anything has changed since; nil, the default,
  ///   if the ledger has no seals or no records.
  /// - Throws: An error if the ledger cannot be read.
  func seal() throws -> LedgerHistory.Seal?

  /// Returns whether the ledger may postpone a tribe, and let the tribes after it run: see
  /// <doc:CustomLedgers#Tribes-that-wait>.
  ///
  /// The default is false. The answer depends on the tribe alone, such as on its ``TribeRegistry/Entry/type``, and is
  /// always the same.
  ///
  /// - Parameter tribe: A tribe.
  /// - Returns: Whether it may be postponed.
  func mayPostpone(_ tribe: TribeRegistry.Entry) -> Bool

  /// Returns the reasons why tribes have to wait, such as other hosts that still need the old shape of the data.
  ///
  /// It is called for each plan, but not for that of a reader. By default, no tribe has to wait.
  ///
  /// - Parameters:
  ///   - tribes: The tribes that ``mayPostpone(_:)`` accepts and that have not run; at least one.
  ///   - context: The context of the run or of the plan.
  /// - Returns: The reason for each tribe that has to wait, for people, by the tribe's key.
  /// - Throws: An error if the reasons cannot be determined. Nothing is run then.
  func reasonsToPostpone(
    _ tribes: [TribeRegistry.Entry],
    in context: LedgerContext
  ) async throws -> [LedgerKey: String]

  /// Returns the reason why no tribe above a version may be reverted now, such as hosts that work with their results.
  ///
  /// It is called for each plan of a revert, and again in exclusive access to the ledger, before the first tribe is
  /// reverted. The default is nil.
  ///
  /// - Parameters:
  ///   - version: The version to go back to.
  ///   - context: The context of the revert or of its plan.
  /// - Returns: The reason, for people; nil for none.
  /// - Throws: An error if it cannot be determined. Nothing is reverted then.
  func reasonToKeepTribes(above version: TribeVersion, in context: LedgerContext) async throws -> String?

  /// The path of the folder for the ledger's snapshots, if the policy does not specify one: see <doc:Snapshots>.
  ///
  /// The default is nil. The policy must then specify a folder.
  var snapshotsPath: String? { get }

  /// The kind of transactions in which ``LedgerSession/perform(_:recording:)`` commits the work of a tribe with the same
  /// ``Tribe/transactionKind`` together with its records; nil, the default, if the ledger has none.
  ///
  /// Such a tribe leaves no trace for older apps if it is rolled back: the oldest app that can read its result is then
  /// recorded with its end. For every other tribe, this is recorded before the tribe begins. The kind is always the same.
  var transactionKind: String? { get }

  /// Waits for exclusive access to the ledger, runs `body` with it, and then releases the ledger.
  ///
  /// - Parameters:
  ///   - context: The limits of the wait: see ``LedgerContext/waitForTurn(on:atMost:pausingAtMost:holder:_:)``. They do
  ///     not apply to `body`.
  ///   - body: The work to do with exclusive access. The session must not be used after `body` returns.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`, the errors of the wait, or an error if the ledger cannot be held.
  func withExclusiveAccess<Result: Sendable>(
    in context: LedgerContext,
    _ body: @Sendable (any LedgerSession) async throws -> Result
  ) async throws -> Result

  /// Waits until no run has exclusive access to the ledger, and runs `body` while none can get it.
  ///
  /// ``Nomad/withMigratedData(until:observing:_:)`` calls it. By default, it takes exclusive access, so that one such
  /// access is possible at a time. A ledger whose lock can be shared allows many.
  ///
  /// - Parameters:
  ///   - context: The limits of the wait, as of ``withExclusiveAccess(in:_:)``.
  ///   - body: The work to do with shared access.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`, the errors of the wait, or an error if the ledger cannot be held.
  func withSharedAccess<Result: Sendable>(
    in context: LedgerContext,
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result
}

extension Ledger {
  /// Waits for exclusive access to the ledger outside of a run, runs `body` with it, and then releases the ledger.
  ///
  /// - Parameter body: The work to do with exclusive access. The session must not be used after `body` returns.
  /// - Returns: The result of `body`.
  /// - Throws: The errors of ``withExclusiveAccess(in:_:)``.
  public func withExclusiveAccess<Result: Sendable>(
    _ body: @Sendable (any LedgerSession) async throws -> Result
  ) async throws -> Result {
    try await withExclusiveAccess(in: LedgerContext(), body)
  }

  /// Runs `body` with exclusive access.
  public func withSharedAccess<Result: Sendable>(
    in context: LedgerContext,
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    let activity = context.limit.activity
    return try await withExclusiveAccess(in: context) { session in
      let registration = activity?.onExpiry(session.suspend)
      defer { if let registration { activity?.forget(registration) } }
      return try await body()
    }
  }

  /// Returns nil, because ``history()`` must be awaited.
  public func immediateHistory() throws -> LedgerHistory? { nil }

  /// Returns nil, because the ledger has no seals.
  public func seal() throws -> LedgerHistory.Seal? { nil }

  /// Nil: the policy must specify a folder.
  public var snapshotsPath: String? { nil }

  /// Nil: the records are added after the work.
  public var transactionKind: String? { nil }

  /// Returns false: every tribe runs in its place.
  public func mayPostpone(_ tribe: TribeRegistry.Entry) -> Bool { false }

  /// Returns nil: tribes may be reverted.
  public func reasonToKeepTribes(above version: TribeVersion, in context: LedgerContext) async throws -> String? {
    nil
  }

  /// Returns no reasons.
  public func reasonsToPostpone(
    _ tribes: [TribeRegistry.Entry],
    in context: LedgerContext
  ) async throws -> [LedgerKey: String] { [:] }
}
