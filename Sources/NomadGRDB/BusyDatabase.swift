#if GRDB
  import GRDB
  import Nomad

  /// A database that others may be writing to: whoever finds it busy waits without blocking a thread.
  struct BusyDatabase: Sendable {
    let writer: any DatabaseWriter
    let waitLimit: Duration

    init(_ writer: any DatabaseWriter, waitingAtMost waitLimit: Duration = FileLedger.defaultWaitLimit) {
      (self.writer, self.waitLimit) = (writer, waitLimit)
    }

    /// Reads in a transaction.
    func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
      try await retrying { try await writer.read(body) }
    }

    /// Writes, even if the task is cancelled: a commit must not be taken for a failure.
    func write(in transaction: TribeTransaction, _ body: @escaping @Sendable (Database) throws -> Void) async throws {
      try await Task {
        let hasBegun = Locked(false)
        try await retrying(unless: { hasBegun.value }) {
          try await writer.barrierWriteWithoutTransaction { db in
            try db.perform(in: transaction) {
              hasBegun.value = true
              try body(db)
            }
          }
        }
      }.value
    }

    /// Tries again while the database is busy, up to the limit.
    private func retrying<Value: Sendable>(
      unless isOver: () -> Bool = { false },
      _ body: () async throws -> Value
    ) async throws -> Value {
      let start = ContinuousClock.now
      var backoff = Backoff(on: writer.path)
      while true {
        do {
          return try await body()
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
          guard !isOver(), start.duration(to: .now) < waitLimit else { throw error }
        }
        try await backoff.wait()
      }
    }
  }

  extension Database {
    /// Runs statements in a transaction of a kind, or in none.
    fileprivate func perform(in transaction: TribeTransaction, _ body: () throws -> Void) throws {
      if transaction == .none {
        try body()
        guard isInsideTransaction else { return }
        // GRDB would end the process for that.
        try rollback()
        throw TransactionMisuse(description: "it left a transaction open, which was rolled back")
      }
      let isEnforced = try Bool.fetchOne(self, sql: "PRAGMA foreign_keys") ?? false
      let isSuspended = isEnforced && transaction != .immediate
      // The pragma does nothing inside of a transaction: https://www.sqlite.org/pragma.html#pragma_foreign_keys
      if isSuspended { try execute(sql: "PRAGMA foreign_keys = OFF") }
      let outcome = Result {
        try inTransaction(.immediate) {
          try body()
          if isSuspended, transaction == .deferred { try checkForeignKeys() }
          return .commit
        }
      }
      let restored = Result { if isSuspended { try execute(sql: "PRAGMA foreign_keys = ON") } }
      try outcome.get()
      try restored.get()
    }
  }

  /// What a tribe must not do with transactions.
  struct TransactionMisuse: Error, CustomStringConvertible {
    let description: String
  }
#endif
