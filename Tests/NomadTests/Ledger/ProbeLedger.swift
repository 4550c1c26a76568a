import Nomad
import NomadFiles

/// A ledger that notes which of its requirements are used, and whose answers are those of no default.
final class ProbeLedger: Ledger {
  static let answer = "probe"
  static let records = [LedgerRecord(key: "once:probe", name: "Probe", module: "App")]
  static let allCalls: Set = [
    "history()", "immediateHistory()", "seal()", "snapshotsPath", "transactionKind", "mayPostpone(_:)",
    "reasonsToPostpone(_:in:)", "reasonToKeepTribes(above:in:)", "withExclusiveAccess(in:_:)",
    "withSharedAccess(in:_:)", "history() of the session", "append(_:)", "appendBeforeTransaction(_:)",
    "perform(_:recording:)", "secure()", "seal(by:)", "replaceRecords(with:)", "willRevert(to:)", "report(_:of:)",
    "suspend()",
  ]

  private let state = Locked<(calls: Set<String>, appVersion: String?)>(([], nil))

  var calls: Set<String> { state.value.calls }
  var appVersion: String? { state.value.appVersion }

  private func note(_ call: String) { state.withLock { _ = $0.calls.insert(call) } }

  let identity = answer

  var snapshotsPath: String? {
    note("snapshotsPath")
    return Self.answer
  }

  var transactionKind: String? {
    note("transactionKind")
    return Self.answer
  }

  func history() async throws -> LedgerHistory {
    note("history()")
    return LedgerHistory(Self.records)
  }

  func immediateHistory() throws -> LedgerHistory? {
    note("immediateHistory()")
    return LedgerHistory(Self.records)
  }

  func seal() throws -> LedgerHistory.Seal? {
    note("seal()")
    return .open
  }

  func mayPostpone(_ tribe: TribeRegistry.Entry) -> Bool {
    note("mayPostpone(_:)")
    return true
  }

  func reasonsToPostpone(
    _ tribes: [TribeRegistry.Entry],
    in context: LedgerContext
  ) async throws -> [LedgerKey: String] {
    note("reasonsToPostpone(_:in:)")
    return Dictionary(tribes.map { ($0.key, Self.answer) }) { $1 }
  }

  func reasonToKeepTribes(above version: TribeVersion, in context: LedgerContext) async throws -> String? {
    note("reasonToKeepTribes(above:in:)")
    return Self.answer
  }

  func withExclusiveAccess<Result: Sendable>(
    in context: LedgerContext,
    _ body: @Sendable (any LedgerSession) async throws -> Result
  ) async throws -> Result {
    note("withExclusiveAccess(in:_:)")
    state.withLock { $0.appVersion = context.appVersion }
    return try await body(Session(note: { [self] in note($0) }))
  }

  func withSharedAccess<Result: Sendable>(
    in context: LedgerContext,
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    note("withSharedAccess(in:_:)")
    return try await body()
  }

  private struct Session: LedgerSession {
    let note: @Sendable (String) -> Void

    func history() async throws -> LedgerHistory {
      note("history() of the session")
      return LedgerHistory(ProbeLedger.records)
    }

    func append(_ records: [LedgerRecord]) async throws { note("append(_:)") }

    func appendBeforeTransaction(_ records: [LedgerRecord]) async throws { note("appendBeforeTransaction(_:)") }

    func perform(
      _ work: @escaping @Sendable () async throws -> Void,
      recording records: @escaping @Sendable () throws -> [LedgerRecord]
    ) async throws {
      note("perform(_:recording:)")
      try await work()
      _ = try records()
    }

    func secure() async throws { note("secure()") }

    func replaceRecords(with records: [LedgerRecord]) async throws { note("replaceRecords(with:)") }

    func seal(by seal: @escaping @Sendable (LedgerHistory) -> LedgerHistory.Seal?) { note("seal(by:)") }

    func willRevert(to version: TribeVersion) { note("willRevert(to:)") }

    func report(_ completed: Int, of total: Int) { note("report(_:of:)") }

    func suspend() { note("suspend()") }
  }
}
