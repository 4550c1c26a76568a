internal import NomadFiles

#if canImport(Darwin) && !os(macOS)
  internal import Dispatch
  internal import Foundation
#endif

/// The limits that stop a run before its tribes are done, as if its task were cancelled.
package final class RunLimit: Sendable {
  /// The reason why a run stops.
  package enum Reason: Sendable {
    /// The deadline has passed.
    case deadline
    /// The system suspends the process, or may do so at any moment.
    case suspension
  }

  /// The instant at which the run has to stop; nil for none.
  package let deadline: ContinuousClock.Instant?

  /// The time that the system grants the run; nil if it does not limit the time.
  package let activity: ExpiringActivity?

  package init(deadline: ContinuousClock.Instant? = nil, activity: ExpiringActivity? = nil) {
    (self.deadline, self.activity) = (deadline, activity)
  }

  /// The reason why the run has to stop now; nil if it may continue.
  package var reached: Reason? {
    if activity?.hasExpired == true { return .suspension }
    guard let deadline, deadline <= .now else { return nil }
    return .deadline
  }
}

/// The time that the system grants a run.
///
/// When the time expires, the system may suspend the process. It kills a process that is suspended while it locks a
/// file in a shared container. So expiry waits until every lock is released.
package final class ExpiringActivity: Sendable {
  private enum Request {
    case asked
    /// The system granted the time; the closure gives it back.
    case granted(@Sendable () -> Void)
    /// The time is over. The system can end a request before it has granted it.
    case over
  }

  private struct State {
    var requests: [Request] = []
    var hasExpired = false
    var hasEnded = false
    /// The closures that release locks; nil for those that were removed.
    var releases: [(@Sendable () -> Void)?] = []

    /// Whether a request is granted.
    var isActive: Bool {
      requests.contains { if case .granted = $0 { true } else { false } }
    }

    /// Ends a request, and returns the closure that gives its time back, if it was granted.
    mutating func end(_ request: Int) -> (@Sendable () -> Void)? {
      defer { requests[request] = .over }
      return if case .granted(let end) = requests[request] { end } else { nil }
    }
  }

  private let system: ActivitySystem
  private let state = Locked(State())

  package init(of system: ActivitySystem) {
    self.system = system
  }

  /// Whether the time has ever expired, even if there is time again.
  package var hasExpired: Bool { state.withLock { $0.hasExpired } }

  /// Whether there is time.
  ///
  /// While there is, the system does not suspend the process without notice.
  package var isActive: Bool { state.withLock { $0.isActive } }

  /// Asks for time, unless there is some already, and returns whether there is.
  package func begin() async -> Bool {
    if isActive { return true }
    let request = ask()
    return begin(request, await system.begin { [self] in expire(request) })
  }

  /// Asks for time, and blocks the thread until the system has answered.
  package func beginBlocking() -> Bool {
    if isActive { return true }
    let request = ask()
    return begin(request, system.beginBlocking { [self] in expire(request) })
  }

  private func ask() -> Int {
    state.withLock { state in
      state.requests.append(.asked)
      return state.requests.count - 1
    }
  }

  /// Takes the time of a request, if the system granted some.
  private func begin(_ request: Int, _ end: (@Sendable () -> Void)?) -> Bool {
    guard let end else {
      expire(request)
      return false
    }
    let isKept = state.withLock { state in
      if state.hasEnded { return false }
      if case .over = state.requests[request] { return false }
      state.requests[request] = .granted(end)
      return true
    }
    if !isKept { end() }
    return isKept
  }

  /// Gives the time back.
  package func end() {
    let ends = state.withLock { state in
      state.hasEnded = true
      return state.requests.indices.compactMap { state.end($0) }
    }
    for end in ends { end() }
  }

  /// Runs a body that takes a lock; returns nil, without running it, if the system grants no time.
  ///
  /// Expiry waits for the body. The release of the lock must be registered with ``onExpiry(_:)``.
  package func whileActive<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    try state.withLock { state throws(Failure) in state.isActive ? try body() : nil }
  }

  /// Registers a closure that releases a lock.
  ///
  /// It is called at each expiry, and at once if the time is over.
  package func onExpiry(_ release: @escaping @Sendable () -> Void) -> Int {
    let (registration, isActive) = state.withLock { state in
      state.releases.append(release)
      return (state.releases.count - 1, state.isActive)
    }
    if !isActive { release() }
    return registration
  }

  /// Removes a registration that ``onExpiry(_:)`` returned.
  package func forget(_ registration: Int) {
    state.withLock { $0.releases[registration] = nil }
  }

  private func expire(_ request: Int) {
    let (releases, end) = state.withLock { state in
      let end = state.end(request)
      if !state.hasEnded { state.hasExpired = true }
      return (state.isActive ? [] : state.releases.compactMap(\.self), end)
    }
    for release in releases { release() }
    end?()
  }
}

/// The system service that grants a run time before it suspends the process; tests replace it.
package struct ActivitySystem: Sendable {
  /// Asks for time.
  ///
  /// It calls `expire` when the time is over; the process may be suspended once `expire` returns.
  ///
  /// Returns a closure that gives the time back; nil if the system grants none.
  package typealias Begin = @Sendable (_ expire: @escaping @Sendable () -> Void) async -> (@Sendable () -> Void)?

  /// Asks for time in the same way, and blocks the thread meanwhile.
  package typealias BeginBlocking = @Sendable (_ expire: @escaping @Sendable () -> Void) -> (@Sendable () -> Void)?

  let begin: Begin
  let beginBlocking: BeginBlocking

  package init(_ begin: @escaping Begin, blocking beginBlocking: @escaping BeginBlocking = { _ in {} }) {
    (self.begin, self.beginBlocking) = (begin, beginBlocking)
  }

  #if canImport(Darwin) && !os(macOS)
    package static let own = Self { expire in
      await withCheckedContinuation { continuation in ask(expire) { continuation.resume(returning: $0) } }
    } blocking: { expire in
      let (answered, answer) = (DispatchSemaphore(value: 0), Locked<(@Sendable () -> Void)?>(nil))
      // The system answers on a thread of its own.
      ask(expire) {
        answer.value = $0
        answered.signal()
      }
      answered.wait()
      return answer.value
    }

    private static func ask(
      _ expire: @escaping @Sendable () -> Void,
      _ answer: @escaping @Sendable ((@Sendable () -> Void)?) -> Void
    ) {
      let end = DispatchSemaphore(value: 0)
      let answer = Locked<(@Sendable ((@Sendable () -> Void)?) -> Void)?>(answer)
      // The call with `false` grants time, which lasts until that call returns. The call with `true` means expiry. It
      // comes on another thread, and is the only call if the system grants no time.
      ProcessInfo.processInfo.performExpiringActivity(withReason: "Migrating data") { isExpired in
        if isExpired { expire() }
        let waiting = answer.exchange(nil)
        waiting?(isExpired ? nil : { end.signal() })
        if !isExpired, waiting != nil { end.wait() }
      }
    }
  #else
    package static let own = Self { _ in {} }
  #endif
}
