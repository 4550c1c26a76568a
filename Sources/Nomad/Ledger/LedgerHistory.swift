/// What a ledger says: which tribes ran, in the order in which they did.
public struct LedgerHistory: Sendable {
  /// The records, oldest first.
  ///
  /// A tribe that ran more than once may have more than one.
  public let records: [LedgerRecord]

  private let keys: Set<LedgerKey>

  /// How many different versions are recorded.
  let versionCount: Int

  /// Makes a history of records.
  ///
  /// - Parameter records: The records, oldest first.
  public init(_ records: [LedgerRecord] = []) {
    self.records = records
    var keys = Set<LedgerKey>(minimumCapacity: records.count)
    var versionCount = 0
    for record in records {
      let key = LedgerKey(record.key)
      if keys.insert(key).inserted, key.isVersion { versionCount += 1 }
    }
    self.keys = keys
    self.versionCount = versionCount
  }

  /// Whether nothing was ever recorded.
  public var isEmpty: Bool { records.isEmpty }

  /// Whether a tribe ran.
  ///
  /// - Parameter key: What the ledger knows the tribe by: see ``TribeRegistry/Entry/key``.
  /// - Returns: Whether there is a record for it.
  public func contains(_ key: String) -> Bool {
    keys.contains(LedgerKey(key))
  }

  /// The versions that are recorded, in no particular order.
  var versions: [TribeVersion] {
    keys.compactMap(\.version)
  }
}
