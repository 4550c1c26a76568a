#if PostgresNIO
  import Foundation

  /// A statement that can be cancelled without cancelling another one that runs in its place.
  final class Statement: @unchecked Sendable {
    private enum Phase {
      case running, over
      case cancelled(Task<Void, Never>)
    }

    private let lock = NSLock()
    private var phase = Phase.running

    /// Ends the statement, after a requested cancellation has reached the server.
    func end() async {
      let last = lock.withLock { () -> Phase in
        defer { phase = .over }
        return phase
      }
      if case .cancelled(let request) = last { await request.value }
    }

    func cancel(_ request: @escaping @Sendable () async -> Void) {
      lock.withLock {
        if case .running = phase { phase = .cancelled(Task(operation: request)) }
      }
    }
  }
#endif
