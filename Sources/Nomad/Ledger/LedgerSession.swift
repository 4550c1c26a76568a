/// A ledger while it is held exclusively.
///
/// A session that wraps another one forwards every requirement: see <doc:CustomLedgers>.
public protocol LedgerSession: Sendable {
  /// Reads what ran.
  ///
  /// - Returns: What ran; empty only if nothing was ever recorded.
  /// - Throws: An error if there is a record that cannot be read.
  func history() async throws -> LedgerHistory

  /// Adds records, all or none of them. When this returns, they survive a crash of the process and a loss of power.
  ///
  /// Cancelling the task has no effect on it.
  ///
  /// - Parameter records: The records to add.
  /// - Throws: An error if they are not known to be durable. The session then adds nothing more, unless it had not
  ///   written anything, as where there was no room.
  func append(_ records: [LedgerRecord]) async throws

  /// Does a tribe's work, and then adds the record that it finished.
  ///
  /// The default takes two steps: if the process dies between them, the next run does the work again. A ledger in the
  /// database that holds the data can commit both in one transaction.
  ///
  /// ``append(_:)-([LedgerRecord])`` can be called meanwhile: a tribe saves checkpoints so, and finds them after it failed.
  ///
  /// - Parameters:
  ///   - work: The work of the tribe, to be called once.
  ///   - record: Returns the record, to be called after the work. If it throws, a transaction is rolled back. It does
  ///     not use the ledger, so it can be called within a transaction.
  /// - Throws: What `work` or `record` throws, with nothing recorded, or an error if the record is not known to be
  ///   durable.
  func perform(
    _ work: @escaping @Sendable () async throws -> Void,
    recording record: @escaping @Sendable () throws -> LedgerRecord
  ) async throws

  /// Makes the records of a killed run durable, if the ledger can be written.
  ///
  /// The default does nothing: it assumes that every record that can be read is durable.
  ///
  /// - Throws: An error if it is not known to be durable.
  func secure() async throws

  /// Replaces all records by those of a snapshot, all or nothing, durably.
  ///
  /// The default adds records that forget the tribes in the ledger, and then the records of the snapshot. The same tribes
  /// have run then, but a ledger that was empty is no first start any more.
  ///
  /// - Parameter records: The records of the snapshot; none for an empty ledger.
  /// - Throws: An error if they are not known to be durable.
  func replaceRecords(with records: [LedgerRecord]) async throws

  /// Takes note of how far a tribe is, for others who wait for the run.
  ///
  /// It must not wait for anything. The default does nothing.
  ///
  /// - Parameters:
  ///   - completed: How many units of work are done.
  ///   - total: How many there are.
  func report(_ completed: Int, of total: Int)

  /// Gives every lock free before it returns, because the system may then suspend the process at any instant.
  ///
  /// It is called on any thread at any time, also while the session writes, and must be quick: it waits for at most the
  /// write that is in progress. A call that writes afterwards waits until the process has time again, takes the locks,
  /// and throws an error without a write if another run has used the ledger meanwhile.
  ///
  /// The default does nothing: it assumes that the session locks no file.
  func suspend()

  /// Ends the session as the death of the process would: it writes nothing more, not even that the run is over.
  ///
  /// Tests call it. The default does nothing: it assumes that the end of a session writes nothing.
  func abandon() async
}

extension LedgerSession {
  /// Adds a record; when this returns, it survives a crash of the process and a loss of power.
  ///
  /// - Parameter record: The record to add.
  /// - Throws: An error if it is not known to be durable. The session then adds nothing more.
  public func append(_ record: LedgerRecord) async throws {
    try await append([record])
  }

  /// Does a tribe's work, and then adds the record that it finished, in two steps.
  ///
  /// - Parameters:
  ///   - work: The work of the tribe.
  ///   - record: Makes the record, when the work is done.
  /// - Throws: What `work`, `record` or ``append(_:)-([LedgerRecord])`` throws.
  public func perform(
    _ work: @escaping @Sendable () async throws -> Void,
    recording record: @escaping @Sendable () throws -> LedgerRecord
  ) async throws {
    try await work()
    try await append([record()])
  }

  /// Does nothing: every record that can be read is durable.
  public func secure() async throws {}

  /// Forgets the tribes in the ledger, and adds the records of the snapshot.
  ///
  /// - Parameter records: The records of the snapshot.
  /// - Throws: What ``history()`` or ``append(_:)-([LedgerRecord])`` throws.
  public func replaceRecords(with records: [LedgerRecord]) async throws {
    try await append(LedgerRecord.forgetting(try await history().records, "") + records)
  }

  /// Does nothing: nobody is told.
  ///
  /// - Parameters:
  ///   - completed: How many units of work are done.
  ///   - total: How many there are.
  public func report(_ completed: Int, of total: Int) {}

  /// Does nothing: no file is locked.
  public func suspend() {}

  /// Does nothing: the end of a session writes nothing.
  public func abandon() async {}
}
