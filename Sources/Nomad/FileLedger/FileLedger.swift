public import Foundation
package import NomadFiles

/// A ledger in a file, the default: the durable record of which tribes have run.
///
/// Each line has a checksum. A record is synced before its tribe counts as finished. A run appends to the file, or
/// replaces it atomically.
///
/// Beside a ledger `NAME.ledger`, the file `NAME.ledger.lock` holds the ledger lock, which excludes other tasks and
/// processes. A run releases the lock at its end. If its process dies, the kernel releases the lock as soon as all
/// children that the process created by fork(2), and that have not called exec(3), have ended, too. The file itself
/// remains. A file `NAME.ledger.new` is an unfinished ledger and can be ignored.
///
/// The ledger lock's file also counts the acknowledged records. A ledger with fewer records was cut short or removed:
/// it is damaged, and not a fresh install. The module `NomadRepair` repairs it. The count is ignored for files that a
/// backup restored: see <doc:Backups>.
///
/// A run also locks the ledger file itself. So if the ledger lock's file is removed during a run, the next run still
/// waits, unless the first run has not written anything yet.
public struct FileLedger: Ledger {
  let location: LedgerLocation
  package let waitLimit: Duration
  package let files: any FileOperations
  private let sizeLimit: Int

  /// The default time for which a run waits for another one: two minutes.
  public static let defaultWaitLimit = Duration.seconds(120)

  init(
    _ location: LedgerLocation,
    waitingAtMost waitLimit: Duration = defaultWaitLimit,
    files: any FileOperations = POSIXFileOperations(),
    sizeLimit: Int = LedgerFile.sizeLimit
  ) {
    self.location = location
    self.waitLimit = waitLimit
    self.files = files
    self.sizeLimit = sizeLimit
  }

  package var file: LedgerFile {
    get throws(NomadError) { LedgerFile(path: try location.path(), files: files, sizeLimit: sizeLimit) }
  }

  /// Creates a ledger in a file.
  ///
  /// Nothing is read or created until it is needed.
  ///
  /// - Parameters:
  ///   - url: The file. It is created when the first tribe begins, with the folders above it, and is private to its
  ///     user.
  ///   - waitLimit: How long to wait for another task or process that migrates with the same ledger; zero or less means
  ///     not to wait.
  public init(at url: URL, waitingAtMost waitLimit: Duration = defaultWaitLimit) {
    self.init(.url(url), waitingAtMost: waitLimit)
  }

  /// The path of the file, or the reason why there is none.
  public var identity: String {
    // Two ledgers without a path still need different identities.
    do throws(NomadError) { return try location.path() } catch { return location.nowhere }
  }

  /// The folder `NAME.ledger.snapshots` beside the file `NAME.ledger`; nil if the file has no path.
  public var snapshotsPath: String? { (try? location.path()).map { $0 + ".snapshots" } }

  /// Reads the records.
  ///
  /// - Returns: The history; empty only if there is no file.
  /// - Throws: ``NomadError`` if there is, or may be, a file that cannot be read, is damaged, or has a newer format.
  public func history() throws(NomadError) -> LedgerHistory {
    let file = try file
    var previous: [[UInt8]?] = []
    while true {
      // The note is read before the ledger, because a writer adds to the ledger before it updates the note.
      let lock = try file.readNote()
      let (bytes, number) = try file.readFile().map { ($0.bytes, $0.number) } ?? (nil, nil)
      let acknowledged = lock.note.acknowledged(by: lock.number, number)
      do throws(NomadError) {
        return try file.contents(of: bytes, acknowledged: acknowledged)?.history ?? LedgerHistory()
      } catch {
        // A writer may change the file between two reads. The error is real if two reads give the same bytes.
        if previous == [bytes] { throw error }
        previous = [bytes]
      }
    }
  }

  /// Waits for exclusive access to the ledger, and runs `body` with it.
  ///
  /// - Parameters:
  ///   - context: The limits of the wait, beside the ledger's own.
  ///   - body: The work to do with exclusive access.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`, the errors of ``LedgerContext/waitForTurn(on:atMost:pausingAtMost:holder:_:)``, or
  ///   ``NomadError`` if the ledger lock cannot be taken.
  public func withExclusiveAccess<Result: Sendable>(
    in context: LedgerContext,
    _ body: @Sendable (any LedgerSession) async throws -> Result
  ) async throws -> Result {
    let session = FileLedgerSession(of: self, try file, during: context.limit.activity)
    defer { session.close() }
    try await session.open(in: context)
    return try await body(session)
  }

  /// Waits until no run holds the ledger, and runs `body` while none can begin.
  ///
  /// Any number of such accesses are possible at once, in any number of processes.
  ///
  /// - Parameters:
  ///   - context: The limits of the wait, beside the ledger's own.
  ///   - body: The work to do with shared access.
  /// - Returns: The result of `body`.
  /// - Throws: The errors of ``withExclusiveAccess(in:_:)``.
  public func withSharedAccess<Result: Sendable>(
    in context: LedgerContext,
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    let (holder, activity) = (SharedLock(), context.limit.activity)
    let registration = activity?.onExpiry(holder.suspend)
    defer {
      holder.close()
      if let registration { activity?.forget(registration) }
    }
    context.note(try await lock(file, .shared, in: context, during: activity, for: holder.take).name)
    return try await body()
  }

  /// Waits for the ledger lock, and returns it for the caller to release.
  package func lock(_ file: LedgerFile) async throws -> LedgerLock {
    try await lock(file, .exclusive, in: LedgerContext(), during: nil) { _ in }
  }

  /// Waits for the ledger lock, gives it to `owner` at once and within the activity, and returns it.
  ///
  /// If this throws, the lock is released.
  func lock(
    _ file: LedgerFile,
    _ mode: LedgerFile.LockMode,
    in context: LedgerContext,
    during activity: ExpiringActivity?,
    for owner: (LedgerLock) throws(NomadError) -> Void
  ) async throws -> LedgerLock {
    try await context.waitForTurn(on: file.path, atMost: waitLimit) {
      file.holder ?? NomadError.unknownHolder
    } _: {
      try tryToLock(file, mode, during: activity, for: owner)
    }
  }

  /// Takes the ledger lock; returns nil if it is held in a way that excludes this one.
  func tryToLock(
    _ file: LedgerFile,
    _ mode: LedgerFile.LockMode,
    during activity: ExpiringActivity?,
    for owner: (LedgerLock) throws(NomadError) -> Void
  ) throws(NomadError) -> LedgerLock? {
    for _ in 0..<100 {
      switch try take(file, mode, during: activity, for: owner) {
      case .taken(let lock): return lock
      case .busy: return nil
      case .replaced: continue
      }
    }
    throw NomadError.unlockable(file.path, .lockReplaced)
  }

  /// Takes the ledger lock within the activity, if there is one.
  private func take(
    _ file: LedgerFile,
    _ mode: LedgerFile.LockMode,
    during activity: ExpiringActivity?,
    for owner: (LedgerLock) throws(NomadError) -> Void
  ) throws(NomadError) -> LedgerFile.LockResult {
    guard let activity else { return try file.takeLock(mode, for: owner) }
    let outcome = try activity.whileActive { () throws(NomadError) in try file.takeLock(mode, for: owner) }
    guard let outcome else { throw .stopped(by: .suspension, waitingFor: file.path) }
    return outcome
  }
}

extension FileLedger {
  /// Reads the records, as ``history()`` does: reading a file needs no suspension.
  ///
  /// - Returns: The history; empty only if there is no file.
  /// - Throws: The errors of ``history()``.
  public func immediateHistory() throws(NomadError) -> LedgerHistory? { try history() }

  /// Reads the seal at the end of the file.
  ///
  /// - Returns: The seal; nil if there is none, or if anything before it has changed.
  /// - Throws: ``NomadError`` if there is a file that cannot be read.
  public func seal() throws(NomadError) -> LedgerHistory.Seal? {
    try file.readBytes().flatMap(LedgerReader.seal)
  }
}

extension Ledger where Self == FileLedger {
  /// A ledger in the file at a URL: see ``FileLedger/init(at:waitingAtMost:)``.
  public static func file(
    at url: URL,
    waitingAtMost waitLimit: Duration = FileLedger.defaultWaitLimit
  ) -> FileLedger {
    FileLedger(at: url, waitingAtMost: waitLimit)
  }

  /// A named ledger at the platform's standard location.
  ///
  /// On Apple's systems, that is `Application Support/BUNDLE/Nomad/NAME.ledger`, where BUNDLE is the main bundle's
  /// identifier. Command-line tools without a bundle use `Application Support/Nomad/NAME.ledger`. On other systems, it
  /// is `nomad/NAME.ledger` in `$XDG_STATE_HOME`, or in `~/.local/state` if that variable is not set to an absolute
  /// path (XDG Base Directory Specification 0.8).
  ///
  /// Without a bundle, all programs of a user share the folder. Choose a name that no other program has, such as
  /// `com.example.notes`. The name `default` is refused in this case.
  ///
  /// - Parameter name: Any text. Characters that are not allowed in a file's name are escaped. Different names never
  ///   share a file.
  /// - Returns: The ledger. Its location is resolved when it is used.
  public static func standard(named name: String) -> FileLedger {
    FileLedger(.standard(name: name, modules: []))
  }
}

#if canImport(Darwin)
  extension Ledger where Self == FileLedger {
    /// A named ledger in the container of an app group, for an app and its extensions to share.
    ///
    /// It is the file `Library/Application Support/Nomad/NAME.ledger` in the container.
    ///
    /// - Parameters:
    ///   - group: The identifier of the app group, such as `group.com.example.notes`. The app and each extension need
    ///     it in their entitlements. Without it, `migrate()` and `plan()` throw an error with the code
    ///     `ledgerLocationUnknown`.
    ///   - name: Any text. Characters that are not allowed in a file's name are escaped.
    ///   - waitLimit: How long to wait for another task or process that migrates with the same ledger; zero or less
    ///     means not to wait.
    /// - Returns: The ledger. Its location is resolved when it is used.
    public static func file(
      inAppGroup group: String,
      named name: String = "default",
      waitingAtMost waitLimit: Duration = FileLedger.defaultWaitLimit
    ) -> FileLedger {
      let location = LedgerLocation.container(of: group, name: name) {
        FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)
      }
      return FileLedger(location, waitingAtMost: waitLimit)
    }
  }
#endif
