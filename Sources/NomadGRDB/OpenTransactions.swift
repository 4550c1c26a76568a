#if GRDB
  import Foundation
  import GRDB
  import Nomad

  /// The transactions of a session, which end before the system suspends the process: SQLite locks the database in them.
  final class OpenTransactions: Sendable {
    /// The process has no time, so no transaction may begin.
    struct Suspended: Error {}

    private let state = Locked((count: 0, tribes: 0, isSuspended: false))

    /// Runs a transaction.
    func during<Value>(_ body: () throws -> Value) throws -> Value {
      try state.withLock { state in
        if state.isSuspended { throw Suspended() }
        state.count += 1
      }
      defer { state.withLock { $0.count -= 1 } }
      return try body()
    }

    /// Runs the statements of a tribe in a transaction, which a suspension interrupts.
    func duringTribe<Value>(_ body: () throws -> Value) throws -> Value {
      state.withLock { $0.tribes += 1 }
      defer { state.withLock { $0.tribes -= 1 } }
      let value = try body()
      // It may have taken an interruption for an empty result.
      if state.value.isSuspended { throw Suspended() }
      return value
    }

    /// Interrupts the statements of tribes, and waits until no transaction is open, for a second at most.
    func suspend(_ writer: any DatabaseWriter) {
      state.withLock { $0.isSuspended = true }
      for _ in 0..<1_000 where state.value.count > 0 {
        // It reaches the statement that runs now, and a tribe may be between two of them. A record is written to its end.
        if state.value.tribes > 0 { writer.interrupt() }
        Thread.sleep(forTimeInterval: 0.001)
      }
    }

    /// Notes that the process has time again.
    func resume() { state.withLock { $0.isSuspended = false } }

    /// Runs something, and throws ``Suspended`` if it was interrupted because of a suspension.
    func noticingSuspension<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
      do {
        return try await body()
      } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT && state.value.isSuspended {
        throw Suspended()
      }
    }
  }
#endif
