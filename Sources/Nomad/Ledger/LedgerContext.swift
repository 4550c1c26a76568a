internal import NomadFiles

/// The settings of a run that its ledger needs: the limits of a wait, the app's version, and the app's dependencies.
///
/// A ledger that other runs may hold waits with ``waitForTurn(on:atMost:pausingAtMost:holder:_:)``, which keeps the
/// rules of every wait. A ledger that wraps another one passes the context on. See <doc:CustomLedgers>.
public struct LedgerContext: Sendable {
  /// The app's version, as records contain it; nil if it has none.
  public let appVersion: String?

  /// The values that the app gives to its tribes.
  public let dependencies: TribeDependencies

  /// The limits at which a wait ends early.
  package let limit: RunLimit

  private let observer: @Sendable (_ holder: String) -> Void
  /// The runs that the caller is a part of: a tribe can start another run.
  package var runs = RunContext.current.runs
  /// The names of the ledgers and locks that were held with this context.
  private let noted = Locked<[String]>([])

  /// Creates a context for a call that no run makes.
  ///
  /// - Parameters:
  ///   - deadline: The instant at which a wait ends with an error; nil for none.
  ///   - appVersion: The app's version; nil if it has none.
  ///   - dependencies: The values that the app gives to its tribes.
  ///   - observer: The closure that is called with the holder of the ledger when a wait begins, and when the holder
  ///     changes.
  public init(
    until deadline: ContinuousClock.Instant? = nil,
    appVersion: String? = nil,
    dependencies: TribeDependencies = TribeDependencies(),
    whenWaiting observer: @escaping @Sendable (_ holder: String) -> Void = { _ in }
  ) {
    self.init(RunLimit(deadline: deadline), appVersion, dependencies, observer)
  }

  package init(
    _ limit: RunLimit,
    _ appVersion: String? = nil,
    _ dependencies: TribeDependencies = TribeDependencies(),
    _ observer: @escaping @Sendable (_ holder: String) -> Void = { _ in }
  ) {
    (self.limit, self.appVersion, self.dependencies, self.observer) = (limit, appVersion, dependencies, observer)
  }

  /// The instant at which a wait ends with an error; nil for none.
  public var deadline: ContinuousClock.Instant? { limit.deadline }

  /// The names of the ledgers on which a run inside of this one would wait for this one.
  var names: [String] { noted.value }

  /// Runs `body` in a task of its own, which is cancelled at the deadline, but not in its first second.
  ///
  /// So a run whose deadline has passed still finds that nothing is pending.
  func cancellingAtDeadline(
    _ body: @escaping @Sendable () async throws -> LedgerHistory
  ) async throws -> LedgerHistory {
    guard let deadline = deadline.map({ max($0, .now + .seconds(1)) }) else { return try await body() }
    let work = Task { try await body() }
    let alarm = Task {
      // A clock cannot sleep until an instant in the distant future.
      while deadline > .now {
        try await Task.sleep(for: min(ContinuousClock.now.duration(to: deadline), .seconds(3_600)))
      }
      work.cancel()
    }
    defer { alarm.cancel() }
    return try await withTaskCancellationHandler {
      try await work.value
    } onCancel: {
      work.cancel()
    }
  }

  /// Notes another name of the ledger.
  package func note(_ name: String) { noted.withLock { if !$0.contains(name) { $0.append(name) } } }
}

extension LedgerContext {
  /// Tries until `attempt` returns a value: at once, and then after pauses that grow from 1 ms.
  ///
  /// No thread is blocked. If the first two attempts fail, the run reports ``MigrationEvent/waiting(holder:)``.
  ///
  /// - Parameters:
  ///   - ledger: The name of the ledger or of its lock, for messages, such as the ledger's identity.
  ///   - limit: How long to wait; zero or less means to try once. Nil for no limit.
  ///   - maximum: The longest pause; at least 1 ms.
  ///   - holder: Returns a description of the holder, for people; nil if it is not known.
  ///   - attempt: Tries to hold the ledger; returns nil if another run holds it.
  /// - Returns: The result of `attempt`.
  /// - Throws: The errors of `attempt` and `holder`; `CancellationError` if the task is cancelled during a pause; or
  ///   ``NomadError`` with the code `ledgerBusy` after `limit`, `deadlinePassed` at the deadline, `suspended` if the
  ///   system suspends the process, or `reentrant` if the wait would be for a run that the task is a part of.
  @discardableResult
  public func waitForTurn<Value>(
    on ledger: String,
    atMost limit: Duration? = nil,
    pausingAtMost maximum: Duration = .milliseconds(50),
    holder: () async throws -> String? = { nil },
    _ attempt: () async throws -> Value?
  ) async throws -> Value {
    var wait = Wait(on: ledger, atMost: limit, pausingAtMost: maximum)
    while true {
      if let value = try await attempt() {
        note(ledger)
        return value
      }
      let holder = wait.needsHolder ? try await holder() : nil
      try await Task.sleep(until: next(&wait, holder), clock: .continuous)
    }
  }

  /// The state of a wait between two attempts.
  package struct Wait {
    fileprivate let ledger: String
    fileprivate let maximum: Duration
    /// The instant at which the wait ends; nil for none.
    fileprivate let end: ContinuousClock.Instant?
    fileprivate var pause = Duration.milliseconds(1)
    fileprivate var isFirst = true
    fileprivate var reported: String?

    package init(on ledger: String, atMost limit: Duration?, pausingAtMost maximum: Duration) {
      (self.ledger, self.maximum, end) = (ledger, maximum, limit.map { .now + $0 })
    }

    /// Whether the next pause tells the holder's name.
    package var needsHolder: Bool { !isFirst || end.map { $0 <= .now } ?? false }
  }

  /// Returns the instant of the next attempt; throws an error if there must be none.
  package func next(_ wait: inout Wait, _ holder: String?) throws -> ContinuousClock.Instant {
    // A tribe may reach the ledger through a wrapper, which hides that it is the ledger of its own run.
    if runs.contains(where: { $0.uses(wait.ledger) }) { throw NomadError.reentrant(wait.ledger) }
    if let end = wait.end, end <= .now { throw NomadError.busy(wait.ledger, holder) }
    if let reason = limit.reached { throw NomadError.stopped(by: reason, waitingFor: wait.ledger) }
    // A run that has just begun may not have written its name yet.
    if !wait.isFirst, let holder, holder != wait.reported {
      wait.reported = holder
      observer(holder)
    }
    wait.isFirst = false
    var next = ContinuousClock.now + wait.pause
    for end in [wait.end, deadline] { if let end { next = min(next, end) } }
    wait.pause = max(min(wait.pause * 2, wait.maximum), .milliseconds(1))
    return next
  }
}
