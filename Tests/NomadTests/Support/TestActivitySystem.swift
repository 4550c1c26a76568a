import NomadFiles

@testable import Nomad

/// An activity system that suspends the process when a test asks for it.
final class TestActivitySystem: Sendable {
  private struct State {
    var isActive: Bool
    var requests = 0
    var current: [Int: @Sendable () -> Void] = [:]
  }

  private let state: Locked<State>

  init(isActive: Bool = true) {
    state = Locked(State(isActive: isActive))
  }

  /// The number of requests for time.
  var requests: Int { state.value.requests }

  /// The number of activities that currently have time.
  var current: Int { state.value.current.count }

  /// Ends the time of all activities.
  ///
  /// When it returns, the process could be suspended.
  func expire() {
    let expiries = state.withLock { state in
      state.isActive = false
      return Array(state.current.values)
    }
    for expire in expiries { expire() }
  }

  /// Grants time to all later requests.
  func activate() {
    state.withLock { $0.isActive = true }
  }

  /// The system for a migrator.
  var system: ActivitySystem {
    ActivitySystem { [self] expire in
      state.withLock { state in
        state.requests += 1
        guard state.isActive else { return nil }
        let request = state.requests
        state.current[request] = expire
        return { self.state.withLock { $0.current[request] = nil } }
      }
    }
  }

  /// Returns a migrator whose runs get their time from this object.
  func granting(_ migrator: Nomad) -> Nomad {
    var migrator = migrator
    migrator.activitySystem = system
    return migrator
  }
}
