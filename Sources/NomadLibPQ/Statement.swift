#if LibPQ
  import Foundation

  /// A statement that can be cancelled without cancelling another one that runs in its place.
  final class Statement: @unchecked Sendable {
    private enum Phase {
      case waiting, running, over
    }

    private let condition = NSCondition()
    private var phase = Phase.waiting

    /// Begins the statement.
    ///
    /// - Throws: `CancellationError` if it was cancelled.
    func begin() throws {
      try condition.withLock {
        guard phase == .waiting else { throw CancellationError() }
        phase = .running
      }
    }

    /// Ends the statement, after a requested cancellation has reached the server.
    func end() {
      condition.withLock {
        phase = .over
        condition.signal()
      }
    }

    /// Requests the cancellation until the statement has ended.
    func cancel(_ request: () -> Void) {
      condition.withLock {
        guard phase == .running else { return phase = .over }
        var pause = 0.2
        repeat {
          request()
          // The server ignores a request that arrives before the statement.
          _ = condition.wait(until: Date(timeIntervalSinceNow: pause))
          pause = min(2 * pause, 10)
        } while phase == .running
      }
    }
  }
#endif
