/// The time that the system grants a run.
///
/// When the time expires, the system may suspend the process. It kills a process that is suspended while it locks a
/// file in a shared container. So expiry waits until every lock is released.
package final class ExpiringActivity: Sendable {
  private struct State {
    var requests = 0
    /// The requests that the system granted and did not take back, each with the closure that gives its time back.
    var granted: [Int: @Sendable () -> Void] = [:]
    /// The requests whose time is over.
    ///
    /// The system can end a request before it has granted it.
    var over: Set<Int> = []
    var hasExpired = false
    var hasEnded = false
    var releases: [Int: @Sendable () -> Void] = [:]
  }

  private let system = ActivitySystem.current
  private let state = Locked(State())

  package init() {}

  /// Whether the time has ever expired, even if there is time again.
  package var hasExpired: Bool { state.withLock { $0.hasExpired } }

  /// Whether there is time.
  ///
  /// While there is, the system does not suspend the process without notice.
  package var isActive: Bool { state.withLock { !$0.granted.isEmpty } }

  /// Asks for time, unless there is some already, and returns whether there is.
  package func begin() async -> Bool {
    if isActive { return true }
    let request = state.withLock { state in
      state.requests += 1
      return state.requests
    }
    guard let end = await system.begin({ [self] in expire(request) }) else {
      expire(request)
      return false
    }
    let isKept = state.withLock { state in
      if state.over.contains(request) || state.hasEnded { return false }
      state.granted[request] = end
      return true
    }
    if !isKept { end() }
    return isKept
  }

  /// Gives the time back.
  package func end() {
    let ends = state.withLock { state in
      defer { (state.granted, state.hasEnded) = ([:], true) }
      return state.granted.values
    }
    for end in ends { end() }
  }

  /// Runs a body that takes a lock; returns nil if there is no time.
  ///
  /// Expiry waits for the body. The release of the lock must be registered with ``onExpiry(_:)``.
  package func whileActive<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    try state.withLock { state throws(Failure) in state.granted.isEmpty ? nil : try body() }
  }

  /// Registers a closure that releases a lock.
  ///
  /// It is called at each expiry, and at once if the time is over.
  package func onExpiry(_ release: @escaping @Sendable () -> Void) -> Int {
    let (registration, isActive) = state.withLock { state in
      state.requests += 1
      state.releases[state.requests] = release
      return (state.requests, !state.granted.isEmpty)
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
      state.over.insert(request)
      let end = state.granted.removeValue(forKey: request)
      if !state.hasEnded { state.hasExpired = true }
      return (state.granted.isEmpty ? Array(state.releases.values) : [], end)
    }
    for release in releases { release() }
    end?()
  }
}
