#if GRDB
  import GRDB
  import Nomad
  import NomadTables

  /// Exclusive access to a ``GRDBLedger``.
  struct GRDBSession: LedgerSession {
    let state: SessionState
    /// The session of the lock.
    ///
    /// It records nothing.
    let lock: any LedgerSession

    func history() async throws -> LedgerHistory {
      try await resume()
      let (history, last) = try await state.database.read(state.read)
      state.note(history, last: last)
      return history
    }

    func append(_ records: [LedgerRecord]) async throws { try await write(state.append(records)) }

    func appendBeforeTransaction(_ records: [LedgerRecord]) async throws {
      try await write(state.append(records, isSynced: false))
    }

    func replaceRecords(with records: [LedgerRecord]) async throws { try await write(state.replace(with: records)) }

    func secure() async throws { try await write(state.secure) }

    func seal(by seal: @escaping @Sendable (LedgerHistory) -> LedgerHistory.Seal?) { state.seal(by: seal) }

    /// Seals the records of this session, unless the database is busy.
    func seal() async {
      if let seal = state.seal { try? await state.database.withoutWaiting.write(seal) }
    }

    func suspend() {
      lock.suspend()
      state.database.transactions.suspend(state.database.writer)
    }

    /// Waits until the process may run, and takes the lock again if it was released.
    ///
    /// The fence then detects records of another run.
    private func resume() async throws {
      // The lock has no records to secure. But any call that writes first takes a released lock again, and this one then
      // only looks for the file of a ledger that is never there.
      try await lock.secure()
      state.database.transactions.resume()
    }

    /// Writes while the process may run and holds the lock.
    ///
    /// Retries if a suspension came before the write began.
    private func write(_ write: BusyDatabase.Write?) async throws {
      guard let write else { return }
      while true {
        try await resume()
        do { return try await state.database.write(write) } catch is OpenTransactions.Suspended {}
      }
    }

    func perform(
      _ work: @escaping @Sendable () async throws -> Void,
      recording records: @escaping @Sendable () throws -> [LedgerRecord]
    ) async throws {
      let current = state.work(recording: records)
      try await TribeWork.$current.withValue(current) { try await work() }
      if !state.count(recordsOf: current) { try await append(records()) }
    }
  }

  /// Exclusive access to a ``GRDBLedger`` for a thread, which blocks where a task would wait.
  struct BlockingGRDBSession: SynchronousLedgerSession {
    let state: SessionState
    /// The session of the lock.
    let lock: any SynchronousLedgerSession

    func history() throws -> LedgerHistory {
      try resume()
      let (history, last) = try state.database.retryingBlocking { try state.database.writer.read(state.read) }
      state.note(history, last: last)
      return history
    }

    func append(_ records: [LedgerRecord]) throws { try write(state.append(records)) }

    func appendBeforeTransaction(_ records: [LedgerRecord]) throws { try write(state.append(records, isSynced: false)) }

    func replaceRecords(with records: [LedgerRecord]) throws { try write(state.replace(with: records)) }

    func secure() throws { try write(state.secure) }

    func seal(by seal: @escaping @Sendable (LedgerHistory) -> LedgerHistory.Seal?) { state.seal(by: seal) }

    func seal() {
      if let seal = state.seal { try? state.database.withoutWaiting.writeBlocking(seal) }
    }

    func suspend() {
      lock.suspend()
      state.database.transactions.suspend(state.database.writer)
    }

    private func resume() throws {
      // As for a task.
      try lock.secure()
      state.database.transactions.resume()
    }

    private func write(_ write: BusyDatabase.Write?) throws {
      guard let write else { return }
      while true {
        try resume()
        do { return try state.database.writeBlocking(write) } catch is OpenTransactions.Suspended {}
      }
    }

    func perform(
      _ work: () throws -> Void,
      recording records: @escaping @Sendable () throws -> [LedgerRecord]
    ) throws {
      let current = state.work(recording: records)
      try TribeWork.$current.withValue(current) { try work() }
      if !state.count(recordsOf: current) { try append(records()) }
    }
  }
#endif
