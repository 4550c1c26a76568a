internal import NomadFiles

/// The ledger lock that a shared access to a file ledger holds.
///
/// It is released while the process may be suspended. The access does not take it again.
final class SharedLock: Sendable {
  private enum State {
    case free
    case taken(LedgerLock)
    /// It was released for a suspension, under this name.
    case suspended(String)
    case closed
  }

  private let state = Locked(State.free)

  /// Takes over a lock.
  func take(_ lock: LedgerLock) { state.value = .taken(lock) }

  /// Releases the lock before a suspension, and keeps runs of this process from beginning until ``close()``.
  func suspend() {
    state.withLock { state in
      guard case .taken(let lock) = state else { return }
      SuspendedLocks.insert(lock.name)
      lock.release()
      state = .suspended(lock.name)
    }
  }

  /// Releases the lock at the end of the access.
  func close() {
    switch state.exchange(.closed) {
    case .taken(let lock): lock.release()
    case .suspended(let name): SuspendedLocks.remove(name)
    case .free, .closed: break
    }
  }
}
