#if GRDB
  import Foundation
  import GRDB
  import Nomad

  /// The transactions of a session, which end before the system suspends the process: SQLite locks the database in them.
  final class OpenTransactions: Sendable {
    private let state = Locked((count: 0, isSuspended: false))

    func begin() { state.withLock { $0.count += 1 } }

    func end() { state.withLock { $0.count -= 1 } }

    /// Interrupts statements until no transaction is open, for a second at most.
    func suspend(_ writer: any DatabaseWriter) {
      state.withLock { $0.isSuspended = true }
      for _ in 0..<1_000 where state.value.count > 0 {
        // It reaches the statement that runs now, and a tribe may be between two of them.
        writer.interrupt()
        Thread.sleep(forTimeInterval: 0.001)
      }
    }

    /// Notes that the process has time again.
    func resume() { state.withLock { $0.isSuspended = false } }

    /// Runs something, and throws `CancellationError` if it was interrupted because of a suspension.
    func cancelling<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
      do {
        return try await body()
      } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT && state.value.isSuspended {
        throw CancellationError()
      }
    }
  }
#endif
