#if PostgresNIO
  import Foundation

  /// A statement that can be cancelled without cancelling another one that runs in its place.
  final class Statement: @unchecked Sendable {
    private enum Phase {
      case waiting, running, over
      case cancelled(Task<Void, Never>)
    }

    private let lock = NSLock()
    private var phase = Phase.waiting

    /// Begins the statement.
    ///
    /// - Throws: `CancellationError` if it was cancelled.
    func begin() throws {
      try lock.withLock {
        guard case .waiting = phase else { throw CancellationError() }
        phase = .running
      }
    }

    /// Ends the statement, and returns the request to cancel it, if there is one.
    func end() -> Task<Void, Never>? {
      lock.withLock {
        defer { phase = .over }
        if case .cancelled(let request) = phase { return request }
        return nil
      }
    }

    /// Calls the request until the statement ends, if it runs.
    func cancel(_ request: @escaping @Sendable (_ isRunning: @Sendable () -> Bool) async -> Void) {
      lock.withLock {
        if case .running = phase {
          phase = .cancelled(Task { await request { !self.isOver } })
        } else if case .waiting = phase {
          phase = .over
        }
      }
    }

    private var isOver: Bool {
      lock.withLock {
        if case .over = phase { return true }
        return false
      }
    }
  }
#endif
