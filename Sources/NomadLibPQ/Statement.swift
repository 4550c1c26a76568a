#if LibPQ
  import Foundation

  /// A statement that can be cancelled, and no other in its place.
  final class Statement: @unchecked Sendable {
    private enum Phase {
      case waiting, running, over
    }

    private let lock = NSLock()
    private var phase = Phase.waiting

    /// - Throws: `CancellationError` if it was cancelled.
    func begin() throws {
      try lock.withLock {
        guard phase == .waiting else { throw CancellationError() }
        phase = .running
      }
    }

    /// Waits until the server knows of a cancellation that was asked for.
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
