public import Foundation

/// A ledger in a file: append-only, checksummed, and synced before a tribe counts as having run.
///
/// A file `NAME.lock` beside it holds the lock that excludes other tasks and processes. The kernel frees it when
/// its holder dies, and the children that it made by fork(2) and that did not call exec(3); the file itself stays. A
/// file `NAME.new` is a ledger that was not finished, and means nothing.
///
/// The lock's file also counts the records that were acknowledged. A ledger that has fewer, because it was cut short or
/// removed, is damaged, and no fresh install. ``repair(orBeginAnew:)`` helps. The count does not bind files that a backup
/// wrote: see <doc:Backups>.
///
/// A run also locks the ledger itself. So if the lock's file is removed during a run, the next run still waits, unless
/// the first one had not written anything yet.
public struct FileLedger: Ledger {
  let location: LedgerLocation
  let waitLimit: Duration
  let files: any FileOperations
  private let sizeLimit: Int

  /// How long a run waits for another by default: two minutes.
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

  /// The ledger's file.
  package var file: LedgerFile {
    get throws(NomadError) { LedgerFile(path: try location.path(), files: files, sizeLimit: sizeLimit) }
  }

  /// Makes a ledger that is kept in a file.
  ///
  /// Nothing is read or created before there is a need.
  ///
  /// - Parameters:
  ///   - url: The file. It is created, private to its user, with the folders above it when the first tribe begins.
  ///   - waitLimit: How long to wait for another task or process that migrates with the same ledger; zero or less
  ///     waits for nobody.
  public init(at url: URL, waitingAtMost waitLimit: Duration = defaultWaitLimit) {
    self.init(.url(url), waitingAtMost: waitLimit)
  }

  /// The path of the file, or why there is none.
  public var identity: String {
    // Two that have no place are two all the same.
    do throws(NomadError) { return try location.path() } catch { return location.nowhere }
  }

  /// The folder `NAME.snapshots` beside the file; nil if the file has no path.
  public var snapshotsPath: String? { (try? location.path()).map { $0 + ".snapshots" } }

  /// Reads what ran.
  ///
  /// - Returns: What ran; empty only if there is no file.
  /// - Throws: ``NomadError`` if there is, or may be, a file that cannot be read, is damaged, or has a newer format.
  public func history() throws(NomadError) -> LedgerHistory {
    let file = try file
    var previous: [UInt8]?
    while true {
      // The note is read first: whoever writes meanwhile adds to the ledger before they add to the note.
      let lock = try file.readNote()
      let (bytes, number) = try file.readFile().map { ($0.bytes, $0.number) } ?? (nil, nil)
      let acknowledged = lock.note.acknowledged(by: lock.number, number)
      do throws(NomadError) {
        return try file.contents(of: bytes, acknowledged: acknowledged)?.history ?? LedgerHistory()
      } catch {
        // They may also take away and add what they like between two reads of the file. Nobody does that for ever.
        if bytes == previous || bytes == nil { throw error }
        previous = bytes
      }
    }
  }

  /// Waits until nobody else writes, and keeps it so while `body` runs.
  ///
  /// - Parameter body: What to do meanwhile.
  /// - Returns: What `body` returned.
  /// - Throws: What `body` threw, `CancellationError` if the task is cancelled while it waits, or ``NomadError`` if
  ///   the lock beside the file cannot be taken, or not within the time that was given for it: the error then has the
  ///   code `ledgerBusy` and names the holder.
  public func withExclusiveAccess<Result: Sendable>(
    _ body: @Sendable (any LedgerSession) async throws -> Result
  ) async throws -> Result {
    let session = FileLedgerSession(of: self, try file, during: Waiting.current.limit.activity)
    return try await session.hold { name in try await HeldLock.hold(name) { try await body(session) } }
  }

  /// Waits for the lock; `keep` gets it at once, in the time of an activity if there is one, and frees it if it throws.
  func hold<Held>(
    _ file: LedgerFile,
    during activity: ExpiringActivity? = nil,
    isResuming: Bool = false,
    _ keep: (LedgerLock) throws(NomadError) -> Held
  ) async throws -> Held {
    var (backoff, replacements) = (Backoff(on: file.path), 0)
    let start = ContinuousClock.now
    while true {
      func attempt() throws(NomadError) -> LedgerFile.Attempt<Held> {
        try file.attemptToLock(isResuming: isResuming, keep)
      }
      let outcome: LedgerFile.Attempt<Held>?
      if let activity { outcome = try activity.whileActive(attempt) } else { outcome = try attempt() }
      switch outcome {
      case nil: throw NomadError.stopped(by: .suspension, waitingFor: file.path)
      case .held(let held): return held
      case .replaced:
        replacements += 1
        guard replacements < 100 else { throw NomadError.unlockable(file.path, .lockReplaced) }
        try await backoff.wait()
      case .busy:
        guard start.duration(to: .now) < waitLimit else { throw NomadError.busy(file.path, file.holder) }
        try await backoff.wait(for: backoff.asksForHolder ? file.holder ?? NomadError.unknownHolder : nil)
      }
    }
  }
}

extension FileLedger {
  /// Reads what ran, as ``history()`` does: a file can be read at once.
  ///
  /// - Returns: What ran; empty only if there is no file.
  /// - Throws: What ``history()`` throws.
  public func immediateHistory() throws(NomadError) -> LedgerHistory? { try history() }

  /// Reads the seal at the end of the file.
  ///
  /// - Returns: The seal; nil if there is none, or if anything before it has changed.
  /// - Throws: ``NomadError`` if there is a file that cannot be read.
  public func seal() throws(NomadError) -> LedgerSeal? {
    try file.readBytes().flatMap(LedgerReader.seal)
  }

  /// Makes the records of a killed run durable, unless another run holds the ledger or it cannot be written.
  ///
  /// - Throws: ``NomadError`` if the file cannot be read or synced.
  public func secure() async throws {
    do {
      try await FileLedger(location, waitingAtMost: .zero, files: files, sizeLimit: sizeLimit).withExclusiveAccess {
        session in
        try await session.secure()
      }
    } catch let error as NomadError {
      // The lock, too, may be impossible to take now.
      let system = error.underlying as? SystemError
      let isImpossible = system?.isForbidden == true || system?.isWithoutRoom == true
      guard isImpossible || [.ledgerBusy, .suspended].contains(error.code) else { throw error }
    }
  }
}

extension Ledger where Self == FileLedger {
  /// A ledger in a file.
  ///
  /// - Parameters:
  ///   - url: The file. It and the folders above it are created when the first tribe begins.
  ///   - waitLimit: How long to wait for another task or process that migrates with the same ledger; zero or less
  ///     waits for nobody.
  /// - Returns: The ledger.
  public static func file(
    at url: URL,
    waitingAtMost waitLimit: Duration = FileLedger.defaultWaitLimit
  ) -> FileLedger {
    FileLedger(at: url, waitingAtMost: waitLimit)
  }

  /// The ledger of a name in the platform's place for such files.
  ///
  /// On Apple's systems, that is `Application Support/BUNDLE/Nomad/NAME.ledger`, where BUNDLE is the main bundle's
  /// identifier. Without a bundle, it is `nomad/NAME.ledger` in `$XDG_STATE_HOME`, or in `~/.local/state` if that is not
  /// set to an absolute path (XDG Base Directory Specification 0.8); for command-line tools on Apple's systems,
  /// `Application Support/Nomad/NAME.ledger`. There, all programs of a user share the folder: choose a name that no
  /// other program has, such as `com.example.notes`. The name `default` is refused there.
  ///
  /// - Parameter name: Any text. Characters that a file's name cannot hold are escaped; different names never share
  ///   a file.
  /// - Returns: The ledger. Where it is gets resolved when it is used.
  public static func standard(named name: String) -> FileLedger {
    FileLedger(.standard(name: name, modules: []))
  }
}
