package import Nomad

/// The state of a ledger's fleet, for tools.
package struct FleetStatus: Sendable {
  /// The name of the ledger in messages.
  package let ledger: String
  /// The run that is in progress, for people; nil if there is none.
  package var holder: String?
  /// The live hosts.
  package var hosts: [FleetHost] = []
  /// For each contract tribe that has to wait, by its key, the reason; only tribes that a host has.
  ///
  /// If no host needs the old shape, the reason is the end of the tribe's last attempt.
  package var reasonsToWait: [LedgerKey: String] = [:]
  /// The keys of the contract tribes that some host has and that have not run.
  package var contracts: [LedgerKey] = []
  /// The keys of the contract tribes that have begun.
  package var begunContracts: Set<LedgerKey> = []
  package var history = LedgerHistory()
  /// Whether the ledger's tables exist.
  package var hasTables = false

  /// The unfinished work, in words; empty if every known host serves and no tribe is left.
  package var pending: [String] {
    var reasons = holder.map { ["a run is in progress: \($0)"] } ?? []
    if !hasTables { reasons.append("this schema has no ledger") }
    if hasTables, history.isEmpty { reasons.append("the ledger has no records") }
    reasons += history.unfinished.compactMap { record in
      if case .failed(let error) = record.kind {
        // The line of a contract tribe has its error.
        return reasonsToWait[record.key] == nil ? "\(record.name) failed: \(error)" : nil
      }
      let deaths = history.attempts(at: record.key).deaths
      guard holder == nil, deaths > 1 else { return "\(record.name) began and did not finish" }
      return
        "\(record.name) began and did not finish: its host died \(deaths) times in a row. The policy may keep it in "
        + "quarantine; `swift package nomad fleet retry \(record.key)` lets it run again"
    }
    reasons += hosts.filter { $0.ready == nil }.map { "\($0.name) does not serve yet" }
    return reasons
      + contracts.map { "the contract tribe \($0) waits" + (reasonsToWait[$0].map { ": \($0)" } ?? " for a run") }
  }
}

extension PostgresLedger {
  /// Reads the state of the ledger's fleet, and changes nothing.
  package func status() async throws -> FleetStatus {
    guard try await tables.exist() else { return FleetStatus(ledger: identity) }
    let lock = SessionLock(try tables, lease: PostgresLedger.defaultLease)
    let isHeld = try await server.send("SELECT (EXISTS (SELECT 1 FROM \(tables.schema.locks)))::text") == [["true"]]
    let (holder, hosts, history) = (
      isHeld ? try await lock.holder() : nil, try await tables.hosts(), try await history()
    )
    let keys = hosts.reduce(into: Set<LedgerKey>()) { $0.formUnion($1.contracts) }.filter { !history.isDone($0) }
      .sorted { $0.description < $1.description }
    let contracts = keys.map { key in
      let all = hosts.filter { $0.contracts.contains(key) }.map { FleetContract(key: key, version: $0.version ?? "") }
      return all.max { $0.isOlder(than: $1.version) } ?? FleetContract(key: key, version: "")
    }
    let attempts = keys.compactMap { key in
      history.unfinished.first { $0.key == key }.flatMap { record in
        if case .failed(let error) = record.kind { (key, "its last attempt ended: \(error)") } else { nil }
      }
    }
    let reasons = try await tables.reasonsToWait(for: contracts, .whenUnused, isMember: true)
    return FleetStatus(
      ledger: identity,
      holder: holder,
      hosts: hosts,
      reasonsToWait: Dictionary(attempts) { $1 }.merging(reasons) { $1 },
      contracts: keys,
      begunContracts: try await tables.begunContracts(),
      history: history,
      hasTables: true
    )
  }

  /// Lets a contract tribe run regardless of the hosts that are alive, or takes that permission back.
  ///
  /// - Parameters:
  ///   - key: The tribe's key, such as `version:3.0.0`.
  ///   - isApproved: Whether the tribe may run.
  /// - Throws: ``PostgresError``, or another error of the database.
  package func approve(_ key: LedgerKey, _ isApproved: Bool = true) async throws {
    try await tables.approve(key, isApproved)
  }

  /// Lets a quarantined tribe start again, with its checkpoints, by recording that its last attempt failed.
  ///
  /// - Parameter key: The tribe's key.
  /// - Returns: Whether the ledger has an unfinished tribe with that key.
  /// - Throws: ``NomadError`` or an error of the database; nothing is changed then.
  package func retry(_ key: LedgerKey) async throws -> Bool {
    try await withExclusiveAccess { session in
      guard let last = try await session.history().unfinished.first(where: { $0.key == key }) else { return false }
      let failure = LedgerRecord.Kind.failed(error: "a person lets it run again")
      try await session.append([
        LedgerRecord(failure, key: key, name: last.name, module: last.module, attempt: last.attempt)
      ])
      return true
    }
  }
}

extension LedgerHistory {
  /// The last record of each tribe that began and has not been finished, marked or forgotten since.
  package var unfinished: [LedgerRecord] {
    var last: [LedgerKey: LedgerRecord] = [:]
    for record in records {
      switch record.kind {
      // An interrupted attempt to revert a tribe in a transaction leaves it done.
      case .began, .failed: last[record.key] = record.isOfRevert && isDone(record.key) ? nil : record
      case .finished, .marked, .merged, .forgotten: last[record.key] = nil
      case .checkpoint, .fact: break
      @unknown default: break
      }
    }
    return last.values.sorted { $0.key.description < $1.key.description }
  }
}
