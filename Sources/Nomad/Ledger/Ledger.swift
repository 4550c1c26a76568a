/// The durable record of what ran.
///
/// ``FileLedger`` is the one for apps, ``InMemoryLedger`` the one for tests. A ledger of your own implements
/// ``history()``, ``withExclusiveAccess(_:)`` and a ``LedgerSession``; the other requirements have defaults. A ledger
/// that wraps another one forwards every requirement: see <doc:CustomLedgers>.
public protocol Ledger: Sendable {
  /// Names the ledger in messages. Two ledgers with one identity are one ledger.
  var identity: String { get }

  /// Reads what ran, without any side effect and without waiting for a run in progress.
  ///
  /// - Returns: What ran; empty only if nothing was ever recorded.
  /// - Throws: An error if there is, or may be, a record that cannot be read.
  func history() async throws -> LedgerHistory

  /// Reads what ran, if that is possible without suspending, as with a file.
  ///
  /// A start with nothing pending then never leaves the actor that calls.
  ///
  /// - Returns: What ``history()`` returns; nil, by default, if it has to be awaited.
  /// - Throws: What ``history()`` throws.
  func immediateHistory() throws -> LedgerHistory?

  /// Reads the note that the last run left when it was over. With it, the next run need not read every record.
  ///
  /// - Returns: The seal; nil, by default, if there is none or if anything has changed since.
  /// - Throws: An error if the ledger cannot be read.
  func seal() throws -> LedgerSeal?

  /// Makes the records of a killed run durable, unless another run holds the ledger or it cannot be written.
  ///
  /// The default does nothing: it assumes that every record that can be read is durable.
  ///
  /// - Throws: An error if it is not known to be durable.
  func secure() async throws

  /// Says which contract tribes have to wait, because other hosts need the old shape of the data.
  ///
  /// It is asked only about tribes that have not run. The default says that there are no other hosts.
  ///
  /// - Parameters:
  ///   - tribes: Contract tribes.
  ///   - appVersion: The app's version; empty if it has none.
  /// - Returns: For each tribe that has to wait, by its key, a text for people about what it waits for.
  /// - Throws: An error if that cannot be found out.
  func obstacles(to tribes: [TribeRegistry.Entry], appVersion: String) async throws -> [String: String]

  /// The path of the folder of the ledger's snapshots, unless the policy names one: see ``SnapshotPolicy``.
  ///
  /// The default is nil: the policy has to name a folder.
  var snapshotsPath: String? { get }

  /// Waits until nobody else writes, keeps it so while `body` runs, and gives the ledger free again.
  ///
  /// - Parameter body: What to do meanwhile. The session it is given must not be used after it returns.
  /// - Returns: What `body` returned.
  /// - Throws: What `body` threw, `CancellationError` if the task is cancelled while it waits, or an error if the
  ///   ledger cannot be held.
  func withExclusiveAccess<Result: Sendable>(
    _ body: @Sendable (any LedgerSession) async throws -> Result
  ) async throws -> Result
}

extension Ledger {
  /// Reads nothing: ``history()`` has to be awaited.
  ///
  /// - Returns: Nil.
  public func immediateHistory() throws -> LedgerHistory? { nil }

  /// Reads nothing: there is no seal.
  ///
  /// - Returns: Nil.
  public func seal() throws -> LedgerSeal? { nil }

  /// No folder: the policy has to name one.
  public var snapshotsPath: String? { nil }

  /// Does nothing: every record that can be read is durable.
  public func secure() async throws {}

  /// Finds no obstacle: there are no other hosts.
  ///
  /// - Parameters:
  ///   - tribes: Contract tribes.
  ///   - appVersion: The app's version.
  /// - Returns: Nothing.
  /// - Throws: Nothing.
  public func obstacles(to tribes: [TribeRegistry.Entry], appVersion: String) async throws -> [String: String] { [:] }
}
