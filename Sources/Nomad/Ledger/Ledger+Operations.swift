extension Ledger {
  /// Marks a tribe as one that ran to its end, without running it.
  ///
  /// It waits for a run in progress on the ledger, so no run sees half of it.
  ///
  /// - Parameters:
  ///   - target: The tribe's target: a version or a once-id. Whether there is such a tribe does not matter.
  ///   - reason: Why, for people who read the ledger: at most ``LedgerRecord/textLimit`` bytes are kept.
  ///   - appVersion: The app's version, for people who read the ledger; empty for none.
  /// - Throws: ``NomadError`` if the target is illegal or is neither a version nor a once-id, if a tribe calls this
  ///   during a run on this very ledger, or if the ledger cannot be read or written; `CancellationError` if the task is
  ///   cancelled while it waits. If it throws, the ledger is not known to be changed.
  public func markAsDone(_ target: TribeTarget, reason: String = "by hand", appVersion: String = "") async throws {
    let key = try Self.key(of: target)
    try await change(appVersion) { _ in
      [LedgerRecord(.marked(reason: reason), key: key, name: "\(target)", appVersion: appVersion)]
    }
  }

  /// Forgets that a tribe ran, and every attempt at it and checkpoint of it, so that it runs again.
  ///
  /// Below a newer version it is late then: see ``MigrationPolicy/late``. If nothing is recorded of it, nothing is
  /// done.
  ///
  /// - Parameters:
  ///   - target: The tribe's target: a version or a once-id.
  ///   - appVersion: The app's version, for people who read the ledger; empty for none.
  /// - Throws: What ``markAsDone(_:reason:appVersion:)`` throws.
  public func forget(_ target: TribeTarget, appVersion: String = "") async throws {
    let key = try Self.key(of: target)
    try await change(appVersion) { history in
      LedgerRecord.forgetting(
        history.records.filter {
          [key, LedgerKey.readablePrefix + key].map(LedgerKey.init).contains(LedgerKey($0.key))
        },
        appVersion
      )
    }
  }

  /// Forgets everything that ran, so that every tribe runs again.
  ///
  /// It is no first start then: ``MigrationPolicy/firstStart`` has no say in what runs.
  ///
  /// - Parameter appVersion: The app's version, for people who read the ledger; empty for none.
  /// - Throws: What ``markAsDone(_:reason:appVersion:)`` throws.
  public func forgetAll(appVersion: String = "") async throws {
    try await change(appVersion, endsFirstStart: true) { history in LedgerRecord.forgetting(history.records, appVersion)
    }
  }

  private func change(
    _ appVersion: String,
    endsFirstStart: Bool = false,
    _ records: @escaping @Sendable (LedgerHistory) -> [LedgerRecord]
  ) async throws {
    if try ActiveRun.holds(identity) { throw NomadError.reentrant(identity) }
    try await withExclusiveAccess { session in
      let history = try await session.history()
      var records = records(history)
      // What shows that the first start is over may be left out of the ledger after this.
      if !history.hasStart, endsFirstStart || !records.isEmpty && !history.isFirstStart {
        records.append(.start(reason: "the first start is over", appVersion: appVersion))
      }
      try await session.append(records)
    }
  }

  private static func key(of target: TribeTarget) throws(NomadError) -> String {
    let order: TribeOrder
    do { order = try target.order() } catch { throw .illegalTarget(of: "the tribe", error) }
    guard let key = LedgerKey.key(of: order) else { throw .notRemembered(target) }
    return key
  }
}

extension LedgerRecord {
  /// The records that forget all tribes of other records, once each, and the version of a baseline.
  static func forgetting(_ records: [LedgerRecord], _ appVersion: String) -> [LedgerRecord] {
    var last: [LedgerKey: Int] = [:]
    for (index, record) in records.enumerated() {
      let key = LedgerKey(record.key)
      // With its version, every tribe below that would be late. That it was the first start stays known.
      if !key.isStart || key.baseline != nil { last[key] = index }
    }
    return records.compactMap { record in
      guard let index = last.updateValue(-1, forKey: LedgerKey(record.key)), index >= 0 else { return nil }
      let last = records[index]
      guard last.kind != .forgotten else { return nil }
      return LedgerRecord(.forgotten, key: last.key, name: last.name, module: last.module, appVersion: appVersion)
    }
  }
}
