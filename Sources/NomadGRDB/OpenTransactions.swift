#if GRDB
  import Foundation
  import GRDB
  import Nomad
  internal import NomadFiles

  /// Tracks the open transactions of a session, and ends them before the system suspends the process.
  ///
  /// SQLite locks the database during a transaction.
  final class OpenTransactions: Sendable {
    /// An error for a transaction that would begin while the process is being suspended.
    struct Suspended: Error {}

    private let state = Locked((count: 0, tribes: 0, isSuspended: false, suspensions: 0))

    /// Runs a transaction.
    func during<Value>(_ body: () throws -> Value) throws -> Value {
      try state.withLock { state in
        if state.isSuspended { throw Suspended() }
        state.count += 1
      }
      defer { state.withLock { $0.count -= 1 } }
      return try body()
    }

    /// Throws an error if the process is being suspended.
    func check() throws { if state.value.isSuspended { throw Suspended() } }

    /// Runs a tribe's statements in a transaction that a suspension interrupts.
    func duringTribe<Value>(_ body: () throws -> Value) throws -> Value {
      state.withLock { $0.tribes += 1 }
      defer { state.withLock { $0.tribes -= 1 } }
      let value = try body()
      // The tribe may have taken an interrupted statement for an empty result.
      try check()
      return value
    }

    /// Lets no transaction begin, releases a lock, interrupts the statements of tribes, and waits up to one second until
    /// no transaction is open.
    func suspend(_ writer: any DatabaseWriter, releasing release: () -> Void) {
      mark()
      release()
      // The session may have taken the lock for held in between.
      mark()
      for _ in 0..<1_000 where state.value.count > 0 {
        // Repeated, because it stops only a running statement, and a tribe may be between two. Records are written to
        // the end.
        if state.value.tribes > 0 { writer.interrupt() }
        Thread.sleep(forTimeInterval: 0.001)
      }
    }

    private func mark() { state.withLock { ($0.isSuspended, $0.suspensions) = (true, $0.suspensions + 1) } }

    /// Takes a lock, and records that the process may run again.
    func resume(taking lock: () throws -> Void) throws {
      while true {
        let count = state.value.suspensions
        try lock()
        // A suspension in the meantime has released the lock again.
        let isHeld = state.withLock { state in
          if state.suspensions == count { state.isSuspended = false }
          return state.suspensions == count
        }
        if isHeld { return }
      }
    }

    /// Returns ``Suspended`` for the error of a write that a suspension interrupted, and any other error as it is.
    ///
    /// A tribe has to stop, as at a checkpoint, and gets a `CancellationError`.
    func interruption(_ error: any Error, _ isOfTribe: Bool) -> any Error {
      let isInterrupted = (error as? DatabaseError)?.resultCode == .SQLITE_INTERRUPT && state.value.isSuspended
      guard isInterrupted || error is Suspended else { return error }
      return isOfTribe ? CancellationError() : Suspended()
    }
  }
#endif
