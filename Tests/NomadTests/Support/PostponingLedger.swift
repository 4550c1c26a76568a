import NomadFiles

@testable import Nomad

/// A tribe that a `PostponingLedger` may postpone.
protocol PostponableTribe: Tribe, SendableMetatype {}

/// A ledger that postpones tribes while there is a reason, and a tribe once when it begins.
struct PostponingLedger: Ledger {
  let ledger: InMemoryLedger
  /// The reason why tribes have to wait; nil for none.
  let reason: Locked<String?>
  /// The name of a tribe that cannot begin the first time.
  let refused: Locked<String?>

  init(_ ledger: InMemoryLedger = InMemoryLedger(), reason: String? = nil, refusing refused: String? = nil) {
    (self.ledger, self.reason, self.refused) = (ledger, Locked(reason), Locked(refused))
  }

  var identity: String { ledger.identity }

  func history() -> LedgerHistory { ledger.history() }

  func immediateHistory() -> LedgerHistory? { ledger.history() }

  func mayPostpone(_ tribe: TribeRegistry.Entry) -> Bool { tribe.type is any PostponableTribe.Type }

  func reasonsToPostpone(_ tribes: [TribeRegistry.Entry], in context: LedgerContext) -> [LedgerKey: String] {
    reason.value.map { reason in Dictionary(uniqueKeysWithValues: tribes.map { ($0.key, reason) }) } ?? [:]
  }

  func withExclusiveAccess<Result: Sendable>(
    in context: LedgerContext,
    _ body: @Sendable (any LedgerSession) async throws -> Result
  ) async throws -> Result {
    try await ledger.withExclusiveAccess(in: context) { try await body(Session(session: $0, refused: refused)) }
  }

  private struct Session: LedgerSession {
    let session: any LedgerSession
    let refused: Locked<String?>

    func history() async throws -> LedgerHistory { try await session.history() }

    func append(_ records: [LedgerRecord]) async throws {
      if let refused = refused.value, records.contains(where: { $0.kind == .began && $0.name == refused }) {
        self.refused.value = nil
        throw NomadError(.postponed, "A host needs the old shape.", advice: "Wait.")
      }
      try await session.append(records)
    }
  }
}
