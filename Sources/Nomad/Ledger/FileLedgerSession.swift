/// Exclusive access to a file ledger.
///
/// The locks are released while the process may be suspended.
final class FileLedgerSession: LedgerSession {
  private let ledger: FileLedger
  private let file: LedgerFile
  private let activity: ExpiringActivity?
  private let writer: Locked<LedgerWriter>
  /// The task that takes the lock again, shared by all callers that write.
  private let resuming = Locked<Task<Void, any Error>?>(nil)

  init(of ledger: FileLedger, _ file: LedgerFile, during activity: ExpiringActivity?) {
    (self.ledger, self.file, self.activity) = (ledger, file, activity)
    writer = Locked(LedgerWriter(of: file))
  }

  /// Waits for the ledger lock, runs `body` with the lock's name, and then releases the lock.
  func hold<Result>(_ body: (_ name: String) async throws -> Result) async throws -> Result {
    let registration = activity?.onExpiry { [writer] in writer.withLock { $0.release() } }
    defer {
      writer.withLock { $0.close() }
      if let registration { activity?.forget(registration) }
    }
    return try await body(take(isResuming: false))
  }

  func history() throws(NomadError) -> LedgerHistory {
    try writer.withLock { writer throws(NomadError) in try writer.history() }
  }

  func append(_ records: [LedgerRecord]) async throws {
    try await whileHeld { writer throws(NomadError) in try writer.append(records) }
  }

  func secure() async throws {
    try await whileHeld { writer throws(NomadError) in try writer.secure() }
  }

  func suspend() {
    writer.withLock { $0.release() }
  }

  func replaceRecords(with records: [LedgerRecord]) async throws {
    try await whileHeld { writer throws(NomadError) in try writer.replaceRecords(with: records) }
  }

  func abandon() {
    writer.withLock { $0.abandon() }
  }

  /// Writes while the lock is held.
  ///
  /// Takes it again if it was released meanwhile.
  private func whileHeld(_ body: (LedgerWriter) throws(NomadError) -> Void) async throws {
    while true {
      // The end of the activity may be waiting for a write, and must not wait for the next one as well.
      if activity?.isActive == false { suspend() }
      let isDone = try writer.withLock { writer throws(NomadError) in
        if writer.isReleased { return false }
        try body(writer)
        return true
      }
      if isDone { return }
      // Finished work must be recorded, even by a cancelled task.
      try await resumingTask().value
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
    do {
      _ = try await take(isResuming: true)
    } catch let error as NomadError where error.code == .suspended {
      // The process was suspended again, or another run wrote meanwhile. The writer reports the latter.
    }
  }

  private func take(isResuming: Bool) async throws -> String {
    try await ledger.hold(file, during: activity, isResuming: isResuming) { [writer] lock throws(NomadError) in
      try writer.withLock { writer throws(NomadError) in try writer.hold(lock) }
    }.name
  }
}
