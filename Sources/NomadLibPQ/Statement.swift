#if LibPQ
  import Foundation

  /// A statement that can be cancelled without cancelling another one that runs in its place.
  final class Statement: @unchecked Sendable {
    private enum Phase {
      case waiting, running, over
    }

    private let lock = NSLock()
    private var phase = Phase.waiting

    /// Begins the statement.
    ///
    /// - Throws: `CancellationError` if it was cancelled.
    func begin() throws {
      try lock.withLock {
        guard phase == .waiting else { throw CancellationError() }
        phase = .running
      }
    }

    /// Ends the statement, after a requested cancellation has reached the server.
    func end() {
      lock.withLock { phase = .over }
    }

    func cancel(_ request: () -> Void) {
      lock.withLock {
        if phase == .running { request() }
        phase = .over
      }
    }
  }
#endif
