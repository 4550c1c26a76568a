import NomadFiles
import NomadTables
import NomadTesting
import Testing

@testable import Nomad

@Suite("Data and records in one transaction")
struct TransactionTests {
  /// A ledger that keeps data and records in one place.
  ///
  /// It contains either both a tribe's work and its record, or neither.
  private final class Store: Ledger {
    struct State {
      var rows: [String] = []
      var records: [LedgerRecord] = []
    }

    private let ledger = InMemoryLedger()
    let state = Locked(State())
    /// The key of a tribe whose begin cannot be added; nil for none.
    let refused = Locked<LedgerKey?>(nil)

    var rows: [String] { state.value.rows }
    var identity: String { ledger.identity }
    var transactionKind: String? { "Store" }

    func history() async throws -> LedgerHistory { LedgerHistory(state.value.records) }

    func withExclusiveAccess<Result: Sendable>(
      in context: LedgerContext,
      _ body: @Sendable (any LedgerSession) async throws -> Result
    ) async throws -> Result {
      try await ledger.withExclusiveAccess(in: context) { _ in try await body(Session(store: self)) }
    }

    struct Session: LedgerSession {
      let store: Store

      func history() async throws -> LedgerHistory { try await store.history() }

      func append(_ records: [LedgerRecord]) throws {
        let refused = store.refused.value
        if records.contains(where: { $0.kind == .began && $0.key == refused }) { throw Failure() }
        store.state.withLock { $0.records += records }
      }

      func perform(
        _ work: @escaping @Sendable () async throws -> Void,
        recording records: @escaping @Sendable () throws -> [LedgerRecord]
      ) async throws {
        let before = store.state.value
        do {
          try await work()
          try append(records())
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

  @Test("The work of a failed tribe is rolled back, and the failure is recorded")
  func failed() async throws {
    await #expect(throws: NomadError.self) { try await migrator(store, failing: true).migrate() }
    #expect(store.rows == ["a"])
    #expect(try await store.history().attempts(at: "once:b").error == "\(Failure())")
    #expect(try await store.history().attempts(at: "once:b").deaths == 0)
    try await migrator(store).migrate()
    #expect(store.rows == ["a", "b"])
    #expect(trace.all == ["a", "b", "b"])
  }

  @Test(
    "Through wrapping ledgers, a process that dies leaves both a tribe's data and its record, or neither",
    arguments: [false, true]
  )
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

  @Test("Through a wrapping ledger, a tribe's data is rolled back if its record cannot be written")
  func unrecorded() async throws {
    let failing = FailingLedger(store) { $0.kind == .finished && $0.key == "once:b" }
    let error = await #expect(throws: NomadError.self) { try await migrator(failing).migrate() }
    #expect(error?.code == .ledgerWriteFailed)
    #expect(error?.report?.migrated.map(\.name) == ["a"])
    #expect(store.rows == ["a"])
    try await migrator(store).migrate()
    #expect(store.rows == ["a", "b"])
  }

  @Test("If the begin of the next tribe cannot be written, no tribe counts as finished whose data was rolled back")
  func nextUnrecorded() async throws {
    store.refused.value = "once:b"
    let error = await #expect(throws: NomadError.self) { try await migrator(store).migrate() }
    #expect(error?.code == .ledgerWriteFailed)
    #expect(try await store.history().finished.isEmpty && store.rows.isEmpty)
    // On a full disk, the records of a tribe alone can be added.
    store.refused.value = nil
    let failing = FailingLedger(store) { $0.kind == .began && $0.key == "once:b" }
    await #expect(throws: NomadError.self) { try await migrator(failing).migrate() }
    #expect(try await store.history().finished.map(\.name) == ["a"] && store.rows == ["a"])
    try await migrator(store).migrate()
    #expect(store.rows == ["a", "b"])
  }

  @TaskLocal private static var fails = false

  private struct Atomic: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    static let readableSince: TribeVersion? = "2.0.0"
    static let transactionKind: String? = "Store"
    func migrate() throws { if TransactionTests.fails { throw Failure() } }
  }

  private struct Plain: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    static let readableSince: TribeVersion? = "2.0.0"
    func migrate() throws { if TransactionTests.fails { throw Failure() } }
  }

  private struct Foreign: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    static let readableSince: TribeVersion? = "2.0.0"
    static let transactionKind: String? = "Another"
    func migrate() throws { if TransactionTests.fails { throw Failure() } }
  }

  private func readers(_ tribe: any ListedTribe.Type, _ ledger: any Ledger, fails: Bool) async throws -> [String] {
    var newer = Nomad(try TribeRegistry([tribe]), ledger: .inMemory, currentVersion: .exactly("2.0.0"))
    newer.ledger = ledger
    let nomad = newer
    await Self.$fails.withValue(fails) { _ = try? await nomad.migrate() }
    // The app that finds what is kept.
    let kept = LedgerHistory(ledger is InMemoryLedger ? try await ledger.history().records : store.state.value.records)
    return try ["1.9.0", "2.0.0"].filter { version in
      let registry = TribeRegistry(_module: "NomadTests") { _ in }
      let older = Nomad(registry, ledger: .inMemory, currentVersion: .exactly(version))
      return try older.plan(after: kept).newerTribes.isEmpty
    }
  }

  @Test("A tribe in one transaction leaves no trace for older apps if it throws, and none if its process dies")
  func rolledBack() async throws {
    #expect(try await readers(Atomic.self, store, fails: true) == ["1.9.0", "2.0.0"])
    let dying = DyingLedger(FailingLedger(store) { _ in false }, before: { $0.kind == .finished })
    #expect(try await readers(Atomic.self, dying, fails: false) == ["1.9.0", "2.0.0"])
    #expect(dying.death != nil)
    #expect(try await readers(Atomic.self, store, fails: false) == ["2.0.0"])
  }

  @Test("If a tribe or its ledger has no transaction, the oldest app that can read the result is recorded first")
  func notRolledBack() async throws {
    #expect(try await readers(Plain.self, store, fails: true) == ["2.0.0"])
    #expect(try await readers(Foreign.self, Store(), fails: true) == ["2.0.0"])
    #expect(try await readers(Atomic.self, InMemoryLedger(), fails: true) == ["2.0.0"])
  }

  private struct Derived: Tribe {
    static let target: TribeTarget = .whenChanged("index")
    static let transactionKind: String? = "Store"
    func migrate() throws { if TransactionTests.fails { throw Failure() } }
  }

  @Test("A tribe in one transaction forgets its other sources when it commits, and keeps them if it is rolled back")
  func otherSources() async throws {
    func migrator(_ source: String, _ ledger: any Ledger) -> Nomad {
      let registry = TribeRegistry(_module: "App") { tribes in
        tribes.add("Index", Derived.self, target: Derived.target, position: .whenChanged("index")) {
          try Derived().migrate()
        }
        tribes.source(source)
      }
      var migrator = Nomad(registry, ledger: .inMemory)
      migrator.ledger = ledger
      return migrator
    }
    let (one, two) = ("0000000000000001", "0000000000000002")
    try await migrator(one, store).migrate()
    let failing = migrator(two, store)
    await Self.$fails.withValue(true) { _ = await #expect(throws: NomadError.self) { try await failing.migrate() } }
    #expect(try await migrator(one, store).plan().isEmpty)
    #expect(try await migrator(two, store).plan().steps.map(\.decision) == [.run(.changed)])
    let dying = migrator(two, DyingLedger(FailingLedger(store) { _ in false }, before: { $0.kind == .finished }))
    await #expect(throws: NomadError.self) { try await dying.migrate() }
    #expect(try await migrator(one, store).plan().isEmpty)
    try await migrator(two, store).migrate()
    #expect(try await migrator(two, store).plan().isEmpty)
    #expect(try await migrator(one, store).plan().steps.map(\.decision) == [.run(.changed)])
    #expect(try await store.history().finished.map(\.key) == [LedgerKey("changed:index@\(two)")])
  }

  @Test("A generated registry knows which of its tribes are in one transaction")
  func generated() throws {
    let registry = TribeRegistry(_module: "App") { tribes in
      for type: Any.Type? in [Atomic.self, Plain.self, nil] {
        tribes.add("T", type, target: .literal("2.0.0"), position: .version(TribeVersion([2]))) {}
      }
    }
    #expect(registry.entries.map(\.transactionKind) == ["Store", nil, nil])
  }

  /// A ledger whose session performs a tribe's work a given number of times.
  ///
  /// If the number is negative, the session performs the work once and hides its error.
  private struct Careless: LedgerWrapper {
    let wrapped: any Ledger = InMemoryLedger()
    let times: Int

    func session(around session: any LedgerSession) -> any LedgerSession { Session(wrapped: session, times: times) }

    struct Session: LedgerSessionWrapper {
      let wrapped: any LedgerSession
      let times: Int

      func perform(
        _ work: @escaping @Sendable () async throws -> Void,
        recording records: @escaping @Sendable () throws -> [LedgerRecord]
      ) async throws {
        if times < 0 { try? await work() }
        for _ in 0..<max(0, times) { try await work() }
        if times != 0 { try await append(records()) }
      }
    }
  }

  @Test("A tribe that throws an error counts as failed even if the ledger hides the error")
  func hiding() async throws {
    let ledger = Careless(times: -1)
    let registry = try TribeRegistry([.once("a")], tracing: trace) { _ in throw Failure() }
    let error = await #expect(throws: NomadError.self) { try await Nomad(registry, ledger: ledger).migrate() }
    #expect(error?.underlying is Failure)
    let history = try await ledger.history()
    #expect(history.finished.isEmpty)
    #expect(history.attempts(at: "once:a").error != nil)
  }

  @Test(
    "If a ledger skips or repeats a tribe's work, the run fails, and the tribe never runs twice or counts as finished",
    arguments: [0, 2]
  )
  func careless(times: Int) async throws {
    let ledger = Careless(times: times)
    let error = await #expect(throws: NomadError.self) { try await migrator(ledger).migrate() }
    #expect(error?.message.contains(times == 0 ? "the ledger did not run it" : "the ledger ran it again") == true)
    #expect(error?.report?.migrated.isEmpty == true)
    #expect(trace.all == (times == 0 ? [] : ["a"]))
    let history = try await ledger.history()
    #expect(history.finished.isEmpty)
    // The run records the failure of a skipped tribe, and no end of a repeated one, as if the process had died.
    #expect(history.attempts(at: "once:a").deaths == (times == 0 ? 0 : 1))
  }
}
