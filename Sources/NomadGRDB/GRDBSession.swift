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

    private var database: BusyDatabase { state.database }

    func history() async throws -> LedgerHistory {
      try await resume()
      let (history, last) = try await database.read(state.read)
      state.note(history, last: last)
      return history
    }

    func append(_ records: [LedgerRecord]) async throws {
      // Synced, because the next step may change more than the database.
      try await append(records, isSynced: true)
    }

    func appendBeforeTransaction(_ records: [LedgerRecord]) async throws {
      // Not synced: a loss of power that takes them also takes the transaction of the tribe, which comes after them.
      try await append(records, isSynced: false)
    }

    private func append(_ records: [LedgerRecord], isSynced: Bool) async throws {
      if records.isEmpty { return }
      let isCompacting = state.count(records)
      try await write(isSynced: isSynced) { try state.append(records, isCompacting: isCompacting, $0) }
    }

    /// Seals the records of this session, if it has added any.
    func seal() async {
      guard state.isChanged else { return }
      // Best effort, and not synced: without a seal, the next start reads all records.
      try? await database.withoutWaiting.write(checking: .immediate, state.writeSeal)
    }

    func suspend() {
      lock.suspend()
      database.transactions.suspend(database.writer)
    }

    /// Waits until the process may run, if the lock was released.
    ///
    /// The fence then detects records of another run.
    private func resume() async throws {
      try await lock.secure()
      database.transactions.resume()
    }

    /// Writes records while the process may run and holds the lock.
    ///
    /// Retries if a suspension came before the write began.
    private func write(
      isSynced: Bool,
      _ body: @escaping @Sendable (Database) throws -> SessionState.Written
    ) async throws {
      try await whileActive {
        _ = try await database.write(checking: .immediate, isSynced: isSynced, committed: state.committed, body)
      }
    }

    private func whileActive(_ body: () async throws -> Void) async throws {
      while true {
        try await resume()
        do { return try await body() } catch is OpenTransactions.Suspended {}
      }
    }

    func secure() async throws {
      try await whileActive { try await database.write(checking: .immediate, isSynced: true, state.table.touch) }
    }

    func replaceRecords(with records: [LedgerRecord]) async throws {
      try await write(isSynced: true) { try state.replace(with: records, $0) }
    }

    var transactionKind: String? { TribeWork.transactionKind }

    func perform(
      _ work: @escaping @Sendable () async throws -> Void,
      recording records: @escaping @Sendable () throws -> [LedgerRecord]
    ) async throws {
      let current = TribeWork(database: database, fence: state.fence, records: records)
      try await TribeWork.$current.withValue(current) { try await work() }
      if !state.count(recordsOf: current) { try await append(records()) }
    }
  }

  /// Exclusive access to a ``GRDBLedger`` for a thread, which blocks where a task would wait.
  struct BlockingGRDBSession: SynchronousLedgerSession {
    let state: SessionState
    /// The session of the lock.
    let lock: any SynchronousLedgerSession

    private var database: BusyDatabase { state.database }

    func history() throws -> LedgerHistory {
      try resume()
      let (history, last) = try database.retryingBlocking { try database.writer.read(state.read) }
      state.note(history, last: last)
      return history
    }

    func append(_ records: [LedgerRecord]) throws { try append(records, isSynced: true) }

    func appendBeforeTransaction(_ records: [LedgerRecord]) throws { try append(records, isSynced: false) }

    private func append(_ records: [LedgerRecord], isSynced: Bool) throws {
      if records.isEmpty { return }
      let isCompacting = state.count(records)
      try write(isSynced: isSynced) { try state.append(records, isCompacting: isCompacting, $0) }
    }

    func seal() {
      guard state.isChanged else { return }
      // Best effort, and not synced: without a seal, the next start reads all records.
      try? database.withoutWaiting.writeBlocking(checking: .immediate, state.writeSeal)
    }

    func suspend() {
      lock.suspend()
      database.transactions.suspend(database.writer)
    }

    private func resume() throws {
      try lock.secure()
      database.transactions.resume()
    }

    private func write(isSynced: Bool, _ body: (Database) throws -> SessionState.Written) throws {
      try whileActive {
        _ = try database.writeBlocking(checking: .immediate, isSynced: isSynced, committed: state.committed, body)
      }
    }

    private func whileActive(_ body: () throws -> Void) throws {
      while true {
        try resume()
        do { return try body() } catch is OpenTransactions.Suspended {}
      }
    }

    func secure() throws {
      try whileActive { try database.writeBlocking(checking: .immediate, isSynced: true, state.table.touch) }
    }

    func replaceRecords(with records: [LedgerRecord]) throws {
      try write(isSynced: true) { try state.replace(with: records, $0) }
    }

    var transactionKind: String? { TribeWork.transactionKind }

    func perform(
      _ work: () throws -> Void,
      recording records: @escaping @Sendable () throws -> [LedgerRecord]
    ) throws {
      let current = TribeWork(database: database, fence: state.fence, records: records)
      try TribeWork.$current.withValue(current) { try work() }
      if !state.count(recordsOf: current) { try append(records()) }
    }
  }
#endif
