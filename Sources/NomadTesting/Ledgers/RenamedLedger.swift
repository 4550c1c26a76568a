import Nomad

/// A ledger that wraps another one and has a name of its own.
struct RenamedLedger: Ledger {
  let ledger: any Ledger

  var identity: String { "wrapped \(ledger.identity)" }
  var snapshotsPath: String? { ledger.snapshotsPath }
  var transactionKind: String? { ledger.transactionKind }

  func history() async throws -> LedgerHistory { try await ledger.history() }
  func immediateHistory() throws -> LedgerHistory? { try ledger.immediateHistory() }
  func seal() throws -> LedgerHistory.Seal? { try ledger.seal() }

  func mayPostpone(_ tribe: TribeRegistry.Entry) -> Bool { ledger.mayPostpone(tribe) }

  func reasonsToPostpone(
    _ tribes: [TribeRegistry.Entry],
    in context: LedgerContext
  ) async throws -> [LedgerKey: String] {
    try await ledger.reasonsToPostpone(tribes, in: context)
  }

  func reasonToKeepTribes(above version: TribeVersion, in context: LedgerContext) async throws -> String? {
    try await ledger.reasonToKeepTribes(above: version, in: context)
  }

  func withExclusiveAccess<Result: Sendable>(
    in context: LedgerContext,
    _ body: @Sendable (any LedgerSession) async throws -> Result
  ) async throws -> Result {
    try await ledger.withExclusiveAccess(in: context, body)
  }

  func withSharedAccess<Result: Sendable>(
    in context: LedgerContext,
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    try await ledger.withSharedAccess(in: context, body)
  }
}
