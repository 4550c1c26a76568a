/// What a ledger says: what happened to which tribes, in order.
public struct LedgerHistory: Sendable {
  /// The records, oldest first.
  ///
  /// Some that no longer matter may have been left out: what led to a tribe's end, and all but the last time that a
  /// tribe finished.
  public let records: [LedgerRecord]

  /// How many bytes of a record that was not finished follow the last whole one, as the death of a process or a loss of
  /// power leaves them; 0 for none.
  ///
  /// Nobody was told that it is recorded. They count for nothing, and the next record cuts them off.
  public let tornBytes: Int

  /// Whether what was read is known to be durable.
  ///
  /// What was written by a run that was killed need not be, though it can be read.
  let isDurable: Bool

  /// The keys of the tribes that finished.
  private let keys: Set<LedgerKey>

  /// How many different versions finished.
  let versionCount: Int

  /// Makes a history of records.
  ///
  /// - Parameters:
  ///   - records: The records, oldest first.
  ///   - tornBytes: How many bytes of a record that was not finished follow them.
  public init(_ records: [LedgerRecord] = [], tornBytes: Int = 0) {
    self.init(records, tornBytes: tornBytes, isDurable: true)
  }

  init(_ records: [LedgerRecord], tornBytes: Int, isDurable: Bool) {
    self.records = records
    self.tornBytes = tornBytes
    self.isDurable = isDurable
    var keys = Set<LedgerKey>(minimumCapacity: records.count)
    var versionCount = 0
    for record in records where record.kind == .finished {
      let key = LedgerKey(record.key)
      if keys.insert(key).inserted, key.isVersion { versionCount += 1 }
    }
    self.keys = keys
    self.versionCount = versionCount
  }

  /// Whether nothing was ever recorded.
  public var isEmpty: Bool { records.isEmpty }

  /// The records of tribes that finished, oldest first.
  public var finished: [LedgerRecord] { records.filter { $0.kind == .finished } }

  /// Whether a tribe ran to its end.
  ///
  /// - Parameter key: What the ledger knows the tribe by: see ``TribeRegistry/Entry/key``.
  /// - Returns: Whether there is a record that says so.
  public func contains(_ key: String) -> Bool {
    keys.contains(LedgerKey(key))
  }

  /// The keys of the tribes that finished, in no particular order.
  var finishedKeys: [String] { keys.map(\.text) }

  /// How many different tribes finished.
  var finishedCount: Int { keys.count }

  /// The versions that finished, in no particular order.
  var versions: [TribeVersion] {
    keys.compactMap(\.version)
  }
}
