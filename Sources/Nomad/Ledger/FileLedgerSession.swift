/// A file ledger while it is held exclusively, but for the time in which the process may be suspended.
final class FileLedgerSession: LedgerSession {
  private let ledger: FileLedger
  private let file: LedgerFile
  private let activity: ExpiringActivity?
  private let writer: Locked<LedgerWriter>
  /// The one that takes the lock again, for all that want to write.
  private let resuming = Locked<Task<Void, any Error>?>(nil)

  init(of ledger: FileLedger, _ file: LedgerFile, during activity: ExpiringActivity?) {
    (self.ledger, self.file, self.activity) = (ledger, file, activity)
    writer = Locked(LedgerWriter(of: file))
  }

  /// Waits for the lock, does something while it is held, and gives it free; `body` gets its name.
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

  /// Writes, with the lock: it is taken again if it was released meanwhile.
  private func whileHeld(_ body: (inout LedgerWriter) throws(NomadError) -> Void) async throws {
    while true {
      // Expiry may wait for a write, and must not wait for the next one, too.
      if activity?.isActive == false { suspend() }
      let isDone = try writer.withLock { writer throws(NomadError) in
        if writer.isReleased { return false }
        try body(&writer)
        return true
      }
      if isDone { return }
      // What ran has to be recorded, even by a task that is cancelled.
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

  /// Waits until the process has time again, and takes the lock.
  private func resume() async throws {
    var (waited, delay) = (Duration.zero, Duration.milliseconds(10))
    // A process that is suspended does not wait, so this is the time in which it is awake.
    while let activity, await !activity.begin() {
      guard waited < ledger.waitLimit else { throw NomadError.stopped(by: .suspension, waitingFor: file.path) }
      try await Task.sleep(for: delay)
      (waited, delay) = (waited + delay, min(delay * 2, .seconds(1)))
    }
    do {
      _ = try await take(isResuming: true)
    } catch let error as NomadError where error.code == .suspended {
      // It was suspended once more, or another run wrote meanwhile, which the writer says.
    }
  }

  private func take(isResuming: Bool) async throws -> String {
    try await ledger.hold(file, during: activity, isResuming: isResuming) { [writer] lock throws(NomadError) in
      try writer.withLock { writer throws(NomadError) in try writer.hold(lock) }
      return lock.name
    }
  }
}
