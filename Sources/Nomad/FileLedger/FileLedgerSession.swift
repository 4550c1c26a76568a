internal import NomadFiles

/// Exclusive access to a file ledger.
///
/// The locks are released while the process may be suspended.
package final class FileLedgerSession: LedgerSession {
  package let ledger: FileLedger
  package let file: LedgerFile
  package let activity: ExpiringActivity?
  private let writer: Locked<LedgerWriter>
  /// The registration for the end of the activity.
  private let expiry = Locked<Int?>(nil)
  /// The task that takes the lock again, shared by all callers that write.
  private let resuming = Locked<Task<Void, any Error>?>(nil)

  package init(of ledger: FileLedger, _ file: LedgerFile, during activity: ExpiringActivity?) {
    (self.ledger, self.file, self.activity) = (ledger, file, activity)
    writer = Locked(LedgerWriter(of: file))
  }

  /// Waits for the ledger lock.
  ///
  /// ``close()`` must follow, even if this throws.
  func open(in context: LedgerContext) async throws {
    observeExpiry()
    context.note(try await ledger.lock(file, .exclusive, in: context, during: activity, for: give).name)
  }

  /// Gives the ledger lock to the writer.
  private func give(_ lock: LedgerLock) throws(NomadError) {
    try writer.withLock { writer throws(NomadError) in try writer.take(lock) }
  }

  /// Takes the ledger lock, and returns its name; nil if another run holds it.
  package func tryToLock(isResuming: Bool) throws(NomadError) -> String? {
    try ledger.tryToLock(file, isResuming ? .resuming : .exclusive, during: activity, for: give)?.name
  }

  /// The holder of the ledger lock, for messages.
  package var holder: String { file.holder ?? NomadError.unknownHolder }

  /// Releases the lock when the activity ends.
  package func observeExpiry() {
    expiry.value = activity?.onExpiry { [writer] in writer.withLock { $0.release() } }
  }

  /// Writes a seal if nothing failed, and releases the lock.
  package func close() {
    writer.withLock { $0.close() }
    if let registration = expiry.exchange(nil) { activity?.forget(registration) }
  }

  package func history() throws(NomadError) -> LedgerHistory {
    try writer.withLock { writer throws(NomadError) in try writer.history() }
  }

  package func append(_ records: [LedgerRecord]) async throws {
    try await make(.append(records))
  }

  package func secure() async throws {
    try await make(.secure)
  }

  package func seal(by seal: @escaping @Sendable (LedgerHistory) -> LedgerHistory.Seal?) {
    writer.withLock { $0.makeSeal = seal }
  }

  package func suspend() {
    writer.withLock { $0.release() }
  }

  package func replaceRecords(with records: [LedgerRecord]) async throws {
    try await make(.replace(with: records))
  }

  /// Writes while the lock is held.
  ///
  /// Takes it again if it was released meanwhile.
  private func make(_ change: LedgerWriter.Change) async throws {
    // Finished work must be recorded, even by a cancelled task.
    while try !tryToMake(change) { try await resumingTask().value }
  }

  /// Writes if the lock is held, and returns whether it is.
  package func tryToMake(_ change: LedgerWriter.Change) throws(NomadError) -> Bool {
    // The end of the activity may be waiting for a write, and must not wait for the next one as well.
    if activity?.isActive == false { suspend() }
    return try writer.withLock { writer throws(NomadError) in
      if writer.isReleased { return false }
      try writer.make(change)
      return true
    }
  }

  private func resumingTask() -> Task<Void, any Error> {
    resuming.withLock { current in
      if let current { return current }
      let task = Task {
        defer { resuming.value = nil }
        try await resume()
      }
      current = task
      return task
    }
  }

  /// Waits until the process may run again, and takes the lock.
  private func resume() async throws {
    var (waited, delay) = (Duration.zero, Duration.milliseconds(10))
    // A suspended process does not sleep here, so this is the time in which it runs.
    while let activity, await !activity.begin() {
      guard waited < ledger.waitLimit else { throw NomadError.stopped(by: .suspension, waitingFor: file.path) }
      try await Task.sleep(for: delay)
      (waited, delay) = (waited + delay, min(delay * 2, .seconds(1)))
    }
    // The run has this ledger, so it does not wait for its own end here.
    var context = LedgerContext()
    context.runs = []
    do {
      _ = try await ledger.lock(file, .resuming, in: context, during: activity, for: give)
    } catch let error as NomadError where error.code == .suspended {
      // The process was suspended again, or another run wrote meanwhile. The writer reports the latter.
    }
  }
}

/// The ledger locks that were released for a suspension, of runs and accesses in this process that have not ended.
///
/// They keep other runs of the process from starting a tribe that a suspended run has not left.
enum SuspendedLocks {
  /// Whether the current task represents another process in a test.
  @TaskLocal static var isAnotherProcessInTest = false

  /// The number of holders by the name of the lock, which several can have shared.
  private static let holders = Locked<[String: Int]>([:])

  static func contains(_ name: String) -> Bool { !isAnotherProcessInTest && holders.value[name] != nil }

  /// Adds a holder while it still has the lock's file locked.
  static func insert(_ name: String) { holders.withLock { $0[name, default: 0] += 1 } }

  static func remove(_ name: String) {
    holders.withLock { holders in
      let count = holders[name, default: 0] - 1
      holders[name] = count > 0 ? count : nil
    }
  }
}
