/// The exclusive access to a ledger that a run has: it reads the records and adds new ones.
///
/// A session around another one is a `LedgerSessionWrapper` of `NomadTables`.
public protocol LedgerSession: Sendable {
  /// Reads the records.
  ///
  /// - Returns: The history; empty only if the ledger has no records.
  /// - Throws: An error if there is a record that cannot be read.
  func history() async throws -> LedgerHistory

  /// Adds records, all or none of them. After it returns, they survive a crash of the process and a loss of power.
  ///
  /// Cancelling the task has no effect on it.
  ///
  /// - Parameter records: The records to add.
  /// - Throws: An error if the records are not known to be durable. The session then adds no further records, unless it
  ///   failed before it wrote anything, for example because the disk was full.
  func append(_ records: [LedgerRecord]) async throws

  /// Adds the record that a tribe begins, if a transaction of the ledger's ``Ledger/transactionKind`` contains all of
  /// its changes.
  ///
  /// It is not called if ``perform(_:recording:)`` has added that record behind the end of another tribe. After it
  /// returns, the records survive a crash of the process. They survive a loss of power if that transaction or any later
  /// record does: until it is committed, nothing has changed. By default, this is ``append(_:)-([LedgerRecord])``.
  ///
  /// - Parameter records: The records to add.
  /// - Throws: The errors of ``append(_:)-([LedgerRecord])``.
  func appendBeforeTransaction(_ records: [LedgerRecord]) async throws

  /// Does a tribe's work, and then adds the records of it: that it finished, and often that the next tribe begins.
  ///
  /// The default takes two steps: if the process dies between them, the next run does the work again. If the records
  /// cannot be added, it tries to add those of this tribe alone. A ledger in the same database as the data can commit
  /// work and records in one transaction.
  ///
  /// ``append(_:)-([LedgerRecord])`` may be called meanwhile: it saves a tribe's checkpoints, which must survive if the
  /// tribe fails.
  ///
  /// - Parameters:
  ///   - work: The work of the tribe, to be called once, in the current task: if a run is cancelled, its tribe has to
  ///     notice that. ``TribeAttempt/current`` is the attempt that started the run; nil if no tribe did.
  ///   - records: Returns the records, to be called after the work. All or none of them are added. If it throws, a
  ///     transaction is rolled back. It does not use the ledger, so it can be called within a transaction. When it is
  ///     called again, such as for another try, it does not return the begin of the next tribe.
  /// - Throws: The error of `work` or `records`, with nothing recorded, or an error if the records are not known to be
  ///   durable.
  func perform(
    _ work: @escaping @Sendable () async throws -> Void,
    recording records: @escaping @Sendable () throws -> [LedgerRecord]
  ) async throws

  /// Makes all records durable, if the ledger can be written.
  ///
  /// It is called if nothing is pending and ``LedgerHistory/isDurable`` is false, or if nothing is pending after a wait
  /// for another run, which may have been killed. The default does nothing, because it assumes that every readable record
  /// is durable.
  ///
  /// - Throws: An error if the records are not known to be durable.
  func secure() async throws

  /// Tells the session how to seal the ledger when the access to it ends.
  ///
  /// A ledger with seals then makes the seal for the history that it has at that time, and stores it. It returns the seal
  /// from ``Ledger/seal()`` until the records change in any way. For nil, it stores none. The default does nothing.
  ///
  /// - Parameter seal: Returns the seal for a history; nil if something is left to do after it.
  func seal(by seal: @escaping @Sendable (LedgerHistory) -> LedgerHistory.Seal?)

  /// Replaces all records with the records of a snapshot, atomically and durably.
  ///
  /// The default adds records that forget the tribes in the ledger and the version of its data, and then the records of
  /// the snapshot. The same tribes count as finished then, but a ledger that was empty no longer counts as a first start.
  ///
  /// - Parameter records: The records of the snapshot; none for an empty ledger.
  /// - Throws: An error if the records are not known to be durable.
  func replaceRecords(with records: [LedgerRecord]) async throws

  /// Tells the session that the run reverts the tribes above a version.
  ///
  /// It is called before the first of them is reverted, with the version of ``Ledger/reasonToKeepTribes(above:in:)``. A
  /// ledger of several hosts can then look for such a reason once more with each tribe. The default does nothing.
  ///
  /// - Parameter version: The version to go back to.
  func willRevert(to version: TribeVersion)

  /// Stores a tribe's progress, for other processes that wait for the run.
  ///
  /// It must not wait for anything. The default does nothing.
  ///
  /// - Parameters:
  ///   - completed: The number of completed units of work.
  ///   - total: The total number of units.
  func report(_ completed: Int, of total: Int)

  /// Releases every lock before it returns, because the system may then suspend the process at any instant.
  ///
  /// It may be called on any thread at any time, even while the session writes. It must be quick: it waits at most for
  /// the write in progress. A later call that writes waits until the process may run again, and takes the locks. If
  /// another run has used the ledger meanwhile, that call throws an error and writes nothing.
  ///
  /// The default does nothing, because it assumes that the session locks no file.
  func suspend()
}

extension LedgerSession {
  /// Adds a record.
  ///
  /// After it returns, the record survives a crash of the process and a loss of power.
  public func append(_ record: LedgerRecord) async throws {
    try await append([record])
  }

  /// Adds the records, which also survive a loss of power.
  public func appendBeforeTransaction(_ records: [LedgerRecord]) async throws { try await append(records) }

  /// Does a tribe's work, and then adds the records of it, in two steps.
  public func perform(
    _ work: @escaping @Sendable () async throws -> Void,
    recording records: @escaping @Sendable () throws -> [LedgerRecord]
  ) async throws {
    try await work()
    let added = try records()
    do {
      try await append(added)
    } catch {
      guard let alone = try? records(), alone.count < added.count else { throw error }
      do { try await append(alone) } catch _ { throw error }
    }
  }

  /// Does nothing, because every readable record is assumed to be durable.
  public func secure() async throws {}

  /// Does nothing, because there are no seals.
  public func seal(by seal: @escaping @Sendable (LedgerHistory) -> LedgerHistory.Seal?) {}

  /// Forgets the tribes in the ledger, and adds the records of the snapshot.
  public func replaceRecords(with records: [LedgerRecord]) async throws {
    let present = try await history()
    // New data that is as it was before the first start is still new.
    let isNew = present.state.start?.birth != nil && LedgerHistory(records).isFirstStart
    let start = present.floor == nil || isNew ? [] : [LedgerRecord.started(appVersion: nil)]
    try await append(LedgerRecord.forgetting(present.records, nil) + start + records)
  }

  /// Does nothing: the ledger has looked for a reason to keep tribes before.
  public func willRevert(to version: TribeVersion) {}

  /// Does nothing: the progress is not shared with other processes.
  public func report(_ completed: Int, of total: Int) {}

  /// Does nothing, because no file is locked.
  public func suspend() {}
}

extension LedgerRecord {
  /// Returns records that forget every tribe and every fact of other records, once each.
  ///
  /// That the first start is over stays recorded.
  package static func forgetting(_ records: [LedgerRecord], _ appVersion: String?) -> [LedgerRecord] {
    var last: [Subject: LedgerRecord] = [:]
    for record in records { last[record.subject] = record }
    return records.compactMap { last.removeValue(forKey: $0.subject)?.forgotten(appVersion) }
  }

  /// Returns the record that forgets what this one says; nil if it says nothing that can be forgotten.
  private func forgotten(_ appVersion: String?) -> LedgerRecord? {
    if let fact { return fact.forgotten.map { LedgerRecord($0, name: name, module: module, appVersion: appVersion) } }
    if kind == .forgotten { return nil }
    return LedgerRecord(
      .forgotten,
      key: key,
      name: name,
      module: module,
      appVersion: appVersion,
      isOfRevert: isOfRevert
    )
  }
}
