extension LedgerSession {
  /// Forgets the tribes in the ledger, and adds the records of the snapshot.
  ///
  /// - Parameter records: The records of the snapshot.
  /// - Throws: The errors of ``history()`` and ``append(_:)-([LedgerRecord])``.
  public func replaceRecords(with records: [LedgerRecord]) async throws {
    try await append(LedgerRecord.forgetting(try await history().records, nil) + records)
  }
}
