import Nomad
import NomadTables

extension PostgresSession {
  /// Records that a tribe failed, even if the session has lost the lock or is lost itself: the process has not died.
  func addFailure(_ records: [LedgerRecord]) async throws {
    do {
      return commit(try await add(failure: records, on: server))
    } catch let error as NomadError where error.code == .ledgerWriteFailed {
      // Another run took over.
      throw error
    } catch {
      guard let other = await server.another() else { throw error }
      defer { other.hangUp() }
      commit(try await add(failure: records, on: other))
    }
  }

  /// Adds the records of a failure in one transaction, which no other run can come between.
  ///
  /// It needs no lock, because the token and the last record show that no other run has begun.
  private func add(failure records: [LedgerRecord], on server: Server) async throws -> [LedgerRow.Draft] {
    try await server.transact(isolation: "READ COMMITTED") {
      let rows = try await add(records, in: nil, on: server, needsLock: false)
      if isRolledBack, let key = records.first?.key { try await withdrawContract(key, on: server) }
      return rows
    }
  }

  /// Lets hosts join that need the old shape of the data, unless an earlier run of a contract tribe removed it.
  func withdrawContract(_ key: LedgerKey, on server: Server) async throws {
    if !hadFinished(key) { try await server.send(schema.withdrawContract, [key.description]) }
  }
}

extension LedgerRecord {
  /// Returns the record that the same attempt failed.
  func failed(with error: any Error) -> LedgerRecord {
    LedgerRecord(
      .failed(error: NomadError.words(of: error)),
      key: key,
      name: name,
      module: module,
      duration: duration,
      attempt: attempt,
      appVersion: appVersion
    )
  }
}
