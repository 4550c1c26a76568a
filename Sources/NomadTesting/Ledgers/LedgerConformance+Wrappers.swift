public import Nomad

extension LedgerConformance {
  /// Checks that a ledger that wraps another one forwards every requirement, also those that have a default.
  ///
  /// ```swift
  /// try await LedgerConformance.verifyWrapper { FailingLedger($0) { _ in false } }
  /// ```
  ///
  /// The wrapper can have an identity of its own, and can do more than forward a call.
  ///
  /// - Parameter wrap: Wraps a ledger of the suite.
  /// - Throws: ``Failure`` that names the first requirement that is not forwarded, or an error of the wrapper.
  public static func verifyWrapper(_ wrap: (any Ledger) async throws -> any Ledger) async throws {
    let probe = ProbeLedger()
    let ledger = try await wrap(probe)
    let registry = LedgerRule.registry([("A", .once("a"))]) { _ in }
    let (context, version) = (LedgerContext(appVersion: "1.2.3"), TribeVersion([2]))
    func expect(_ call: String, _ isAnswered: Bool = true) throws {
      if isAnswered, probe.calls.contains(call) { return }
      throw Failure("a ledger that wraps another one forwards every requirement", "\(call) is not forwarded")
    }
    try expect("history()", try await ledger.history().records == ProbeLedger.records)
    try expect("immediateHistory()", try ledger.immediateHistory()?.records == ProbeLedger.records)
    try expect("seal()", try ledger.seal() == .open)
    try expect("snapshotsPath", ledger.snapshotsPath == ProbeLedger.answer)
    try expect("transactionKind", ledger.transactionKind == ProbeLedger.answer)
    for tribe in registry.entries { try expect("mayPostpone(_:)", ledger.mayPostpone(tribe)) }
    let reasons = try await ledger.reasonsToPostpone(registry.entries, in: context)
    try expect("reasonsToPostpone(_:in:)", reasons.values.contains(ProbeLedger.answer))
    let reason = try await ledger.reasonToKeepTribes(above: version, in: context)
    try expect("reasonToKeepTribes(above:in:)", reason == ProbeLedger.answer)
    try await ledger.withExclusiveAccess(in: context) { session in
      _ = try await session.history()
      try await session.append([])
      try await session.appendBeforeTransaction([])
      try await session.perform({}, recording: { [] })
      try await session.secure()
      session.seal { _ in nil }
      try await session.replaceRecords(with: [])
      session.willRevert(to: version)
      session.report(1, of: 2)
      session.suspend()
    }
    for call in ProbeLedger.sessionCalls { try expect(call) }
    try await ledger.withSharedAccess(in: context) {}
    try expect("withSharedAccess(in:_:)")
    try expect("the context of withExclusiveAccess(in:_:)", probe.appVersion == context.appVersion)
  }
}
