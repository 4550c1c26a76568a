import Nomad
internal import NomadFiles
internal import NomadTables

/// A session that lets a test act on records before and after they are added.
struct InterceptedSession: LedgerSessionWrapper {
  let wrapped: any LedgerSession

  /// Called before records are added.
  ///
  /// If it throws, they are not added. If it returns an error, the session throws that once they are added. The flag is
  /// true if they are added in the transaction of a tribe's own work.
  let intercept: @Sendable (_ records: [LedgerRecord], _ isInTransaction: Bool) throws -> (any Error)?

  /// Called before every other use; throws if the session cannot be used.
  var check: @Sendable () throws -> Void = {}

  func history() async throws -> LedgerHistory {
    try check()
    return try await wrapped.history()
  }

  func secure() async throws {
    try check()
    try await wrapped.secure()
  }

  func append(_ records: [LedgerRecord]) async throws {
    try await add(records) { try await wrapped.append(records) }
  }

  func appendBeforeTransaction(_ records: [LedgerRecord]) async throws {
    try await add(records) { try await wrapped.appendBeforeTransaction(records) }
  }

  func replaceRecords(with records: [LedgerRecord]) async throws {
    try await add(records) { try await wrapped.replaceRecords(with: records) }
  }

  private func add(_ records: [LedgerRecord], _ add: () async throws -> Void) async throws {
    let error = try intercept(records, false)
    try await add()
    if let error { throw error }
  }

  func perform(
    _ work: @escaping @Sendable () async throws -> Void,
    recording records: @escaping @Sendable () throws -> [LedgerRecord]
  ) async throws {
    let (error, isWorking) = (Locked<(any Error)?>(nil), Locked(false))
    try await wrapped.perform {
      isWorking.value = true
      defer { isWorking.value = false }
      // A checkpoint in the tribe's own transaction. A later use of the ledger throws the error that follows it.
      try await RunContext.with { $0.willSave = { _ = try intercept([$0], true) } }.perform(work)
    } recording: {
      let added = try records()
      do {
        error.value = try intercept(added, isWorking.value)
        return added
      } catch let failure {
        // On a full disk, there can be room for the records of the tribe alone.
        let alone = try records()
        guard alone.count < added.count else { throw failure }
        error.value = try intercept(alone, isWorking.value)
        return alone
      }
    }
    if let error = error.value { throw error }
  }
}
