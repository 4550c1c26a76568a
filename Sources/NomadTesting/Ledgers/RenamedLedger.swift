import Nomad

/// A ledger that wraps another one and has a name of its own.
struct RenamedLedger: Ledger {
  let ledger: any Ledger

  var identity: String { "wrapped \(ledger.identity)" }
  var snapshotsPath: String? { ledger.snapshotsPath }

  func history() async throws -> LedgerHistory { try await ledger.history() }
  func immediateHistory() throws -> LedgerHistory? { try ledger.immediateHistory() }
  func seal() throws -> LedgerHistory.Seal? { try ledger.seal() }

  func reasonsToWait(for tribes: [TribeRegistry.Entry], appVersion: String?) async throws -> [LedgerKey: String] {
    try await ledger.reasonsToWait(for: tribes, appVersion: appVersion)
  }

  func withExclusiveAccess<Result: Sendable>(
    in context: LedgerContext,
    _ body: @Sendable (any LedgerSession) async throws -> Result
  ) async throws -> Result {
    try await ledger.withExclusiveAccess(in: context, body)
  }
}
