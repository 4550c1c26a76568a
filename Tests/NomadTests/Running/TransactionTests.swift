import NomadTesting
import Testing

@testable import Nomad

@Suite("Data and record in one transaction")
struct TransactionTests {
  /// Keeps data and records in one place: either both a tribe's work and its record are in it, or neither is.
  private final class Store: Ledger {
    struct State {
      var rows: [String] = []
      var records: [LedgerRecord] = []
    }

    private let ledger = InMemoryLedger()
    let state = Locked(State())

    var rows: [String] { state.value.rows }
    var identity: String { ledger.identity }

    func history() async throws -> LedgerHistory { LedgerHistory(state.value.records) }

    func withExclusiveAccess<Result: Sendable>(
      _ body: @Sendable (any LedgerSession) async throws -> Result
    ) async throws -> Result {
      try await ledger.withExclusiveAccess { _ in try await body(Session(store: self)) }
    }

    struct Session: LedgerSession {
      let store: Store

      func history() async throws -> LedgerHistory { try await store.history() }

      func append(_ records: [LedgerRecord]) { store.state.withLock { $0.records += records } }

      func perform(
        _ work: @escaping @Sendable () async throws -> Void,
        recording record: @escaping @Sendable () throws -> LedgerRecord
      ) async throws {
        let before = store.state.value
        do {
          try await work()
          append([try record()])
        } catch {
          store.state.value = before
          throw error
        }
      }
    }
  }

  private let store = Store()
  private let trace = Trace()

  private func migrator(_ ledger: some Ledger, failing: Bool = false) throws -> Nomad {
    let registry = try TribeRegistry([.once("a"), .once("b")], tracing: trace) { [store] name in
      store.state.withLock { $0.rows.append(name) }
      if failing, name == "b" { throw Failure() }
    }
    return Nomad(registry, ledger: ledger)
  }

  @Test("What a tribe did that failed is rolled back, and the failure recorded")
  func failed() async throws {
    await #expect(throws: NomadError.self) { try await migrator(store, failing: true).migrate() }
    #expect(store.rows == ["a"])
    #expect(try await store.history().attempts(at: "once:b").error == "\(Failure())")
    #expect(try await store.history().attempts(at: "once:b").deaths == 0)
    try await migrator(store).migrate()
    #expect(store.rows == ["a", "b"])
    #expect(trace.all == ["a", "b", "b"])
  }

  @Test("A process that dies leaves both or none, also through ledgers around it", arguments: [false, true])
  func died(isAfter: Bool) async throws {
    let dies = { @Sendable (record: LedgerRecord) in record.kind == .finished && record.key == "once:b" }
    let inner = FailingLedger(store) { _ in false }
    let dying = isAfter ? DyingLedger(inner, after: dies) : DyingLedger(inner, before: dies)
    await #expect(throws: NomadError.self) { try await migrator(dying).migrate() }
    #expect(store.rows == (isAfter ? ["a", "b"] : ["a"]))
    #expect(try await store.history().attempts(at: "once:b").deaths == (isAfter ? 0 : 1))
    try await migrator(store).migrate()
    #expect(store.rows == ["a", "b"])
    #expect(trace.all == (isAfter ? ["a", "b"] : ["a", "b", "b"]))
  }

  @Test("Without a record there is no data either, also through a ledger around it")
  func unrecorded() async throws {
    let failing = FailingLedger(store) { $0.kind == .finished && $0.key == "once:b" }
    let error = await #expect(throws: NomadError.self) { try await migrator(failing).migrate() }
    #expect(error?.code == .ledgerWriteFailed)
    #expect(error?.report?.migrated.map(\.name) == ["a"])
    #expect(store.rows == ["a"])
    try await migrator(store).migrate()
    #expect(store.rows == ["a", "b"])
  }

  /// A ledger whose session performs a tribe's work any number of times.
  private struct Careless: Ledger {
    let ledger = InMemoryLedger()
    let times: Int
    var identity: String { ledger.identity }

    func history() async -> LedgerHistory { ledger.history() }

    func withExclusiveAccess<Result: Sendable>(
      _ body: @Sendable (any LedgerSession) async throws -> Result
    ) async throws -> Result {
      try await ledger.withExclusiveAccess { try await body(Session(session: $0, times: times)) }
    }

    struct Session: LedgerSession {
      let session: any LedgerSession
      let times: Int

      func history() async throws -> LedgerHistory { try await session.history() }
      func append(_ records: [LedgerRecord]) async throws { try await session.append(records) }

      func perform(
        _ work: @escaping @Sendable () async throws -> Void,
        recording record: @escaping @Sendable () throws -> LedgerRecord
      ) async throws {
        if times < 0 { try? await work() }
        for _ in 0..<max(0, times) { try await work() }
        if times != 0 { try await append([record()]) }
      }
    }
  }

  @Test("A ledger that hides what a tribe threw cannot make it count as one that ran")
  func hiding() async throws {
    let ledger = Careless(times: -1)
    let registry = try TribeRegistry([.once("a")], tracing: trace) { _ in throw Failure() }
    let error = await #expect(throws: NomadError.self) { try await Nomad(registry, ledger: ledger).migrate() }
    #expect(error?.underlying is Failure)
    let history = await ledger.history()
    #expect(history.finished.isEmpty)
    #expect(history.attempts(at: "once:a").error != nil)
  }

  @Test("A ledger that does not run a tribe cannot make it count as one that ran, nor run it twice", arguments: [0, 2])
  func careless(times: Int) async throws {
    let ledger = Careless(times: times)
    let error = await #expect(throws: NomadError.self) { try await migrator(ledger).migrate() }
    #expect(error?.message.contains(times == 0 ? "the ledger did not run it" : "the ledger ran it again") == true)
    #expect(error?.report?.migrated.isEmpty == true)
    #expect(trace.all == (times == 0 ? [] : ["a"]))
    let history = await ledger.history()
    #expect(history.finished.isEmpty)
    // The process did not die.
    #expect(history.attempts(at: "once:a").deaths == (times == 0 ? 0 : 1))
  }
}
