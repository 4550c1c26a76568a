import Nomad
import NomadTables
import NomadTesting
import Testing

@Suite("LedgerWrapper")
struct LedgerWrapperTests {
  private struct Wrapper: LedgerWrapper {
    let wrapped: any Ledger

    func session(around session: any LedgerSession) -> any LedgerSession { Session(wrapped: session) }

    struct Session: LedgerSessionWrapper {
      let wrapped: any LedgerSession
    }
  }

  @Test(
    "A ledger around another one forwards every requirement, also those that have a default",
    arguments: [
      { Wrapper(wrapped: $0) }, { FailingLedger($0) { _ in false } }, { DyingLedger($0, before: { _ in false }) },
    ] as [@Sendable (ProbeLedger) -> any Ledger]
  )
  func forwards(wrap: @Sendable (ProbeLedger) -> any Ledger) async throws {
    let probe = ProbeLedger()
    let ledger = wrap(probe)
    let tribe = try #require(try TribeRegistry([.once("a")]).entries.first)
    let (context, version) = (LedgerContext(appVersion: "1.2.3"), TribeVersion([2]))
    #expect(ledger.identity == ProbeLedger.answer)
    #expect(try await ledger.history().records == ProbeLedger.records)
    #expect(try ledger.immediateHistory()?.records == ProbeLedger.records)
    #expect(try ledger.seal() == .open)
    #expect(ledger.snapshotsPath == ProbeLedger.answer)
    #expect(ledger.transactionKind == ProbeLedger.answer)
    #expect(ledger.mayPostpone(tribe))
    #expect(try await ledger.reasonsToPostpone([tribe], in: context) == [tribe.key: ProbeLedger.answer])
    #expect(try await ledger.reasonToKeepTribes(above: version, in: context) == ProbeLedger.answer)
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
    try await ledger.withSharedAccess(in: context) {}
    #expect(probe.calls == ProbeLedger.allCalls)
    #expect(probe.appVersion == context.appVersion)
  }
}
