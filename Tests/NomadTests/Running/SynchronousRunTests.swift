import NomadFiles
import NomadTables
import Testing

@testable import Nomad

/// Runs without a task: they do the same as runs with one, in the same order.
@Suite("Synchronous runs")
struct SynchronousRunTests {
  /// Runs with a task or without one, and returns the events, each after the number of the records at that time.
  private func events(
    _ targets: [TribeTarget],
    on ledger: InMemoryLedger,
    _ policy: MigrationPolicy = .default,
    blocking: Bool
  ) async throws -> [String] {
    let (trace, run) = (Trace(), Trace())
    let work = { @Sendable (name: String) in
      run.note(name)
      if name == "fails" { throw Failure() }
    }
    let registry = try TribeRegistry(targets) { try work($0) }
    let nomad = Nomad(registry, ledger: ledger, currentVersion: .exactly("2.0.0"), policy: policy)
    let observer = { @Sendable (event: MigrationEvent) in
      if let text = Self.text(of: event) { trace.note("\(ledger.history().records.count) \(text)") }
    }
    do {
      if blocking {
        _ = try ledger.runSynchronously(nomad, observing: observer) { entry in { try work(entry.name) } }
      } else {
        try await nomad.migrate(observing: observer)
      }
    } catch {
      trace.note("threw after \(error.report?.migrated.map(\.name) ?? [])")
    }
    let began = trace.all.filter { $0.contains("began") }.map { String($0.split(separator: " ")[2]) }
    #expect(run.all == began)
    return trace.all
  }

  private static func text(of event: MigrationEvent) -> String? {
    switch event {
    case .planned: "planned"
    case .marked(let tribe): "marked \(tribe.name)"
    case .retrying(let tribe, let deaths): "retrying \(tribe.name) \(deaths)"
    case .began(let tribe, let index, let count): "began \(tribe.name) \(index) of \(count)"
    case .finished(let tribe, _): "finished \(tribe.name)"
    case .failed(let tribe, _): "failed \(tribe.name)"
    case .stopped: "stopped"
    case .completed: "completed"
    default: nil
    }
  }

  @Test("A first start marks the baseline, and then runs the others")
  func firstStart() async throws {
    let targets: [TribeTarget] = [.first, .literal("1.0.0"), .literal("2.0.0"), .once("a")]
    let (awaited, blocked) = (InMemoryLedger(), InMemoryLedger())
    let policy = MigrationPolicy(firstStart: .baseline(at: "1.0.0"))
    // Data that has a version counts as made by the `.first` tribes.
    let run = [
      "planned", "marked 1.0.0", "began 2.0.0 0 of 2", "finished 2.0.0", "began a 1 of 2", "finished a", "completed",
    ]
    for expected in [run, ["planned", "completed"]] {
      let events = try await events(targets, on: awaited, policy, blocking: false)
      #expect(try await self.events(targets, on: blocked, policy, blocking: true) == events)
      #expect(events.map { String($0.drop { $0 != " " }.dropFirst()) } == expected)
    }
    let records = [awaited, blocked].map { $0.history().records.map { "\($0.key) \($0.kind)" } }
    #expect(records[0] == records[1])
  }

  @Test("A tribe during which the process died runs again, and a failure stops the run", arguments: [false, true])
  func failure(blocking: Bool) async throws {
    let targets: [TribeTarget] = [.once("a"), .once("fails"), .once("z")]
    let start = LedgerRecord(.began, key: "once:a", name: "a", module: "App")
    let ledger = InMemoryLedger([.started(appVersion: nil), start])
    #expect(
      try await events(targets, on: ledger, blocking: blocking) == [
        "2 planned", "2 retrying a 1", "2 began a 0 of 3", "5 finished a", "5 began fails 1 of 3", "6 failed fails",
        "6 stopped", #"threw after ["a"]"#,
      ]
    )
    #expect(ledger.history().records.last?.kind == .failed(error: "Failure(reason: \"on purpose\")"))
  }

  @Test("If there can be no plan, and the ledger then fails too, the error tells both")
  func bothFail() throws {
    let ledger = FailingAtEnd(ledger: InMemoryLedger([LedgerRecord(key: "once:a", name: "A", module: "Other")]))
    let nomad = Nomad(try TribeRegistry([.once("a")]), ledger: ledger, currentVersion: .unlimited)
    let error = #expect(throws: NomadError.self) { try ledger.runSynchronously(nomad) { _ in {} } }
    #expect(error?.code == .recordedByOtherModule)
    #expect(error?.message.contains("Other") == true && error?.message.contains("on purpose") == true)
  }
}

/// A ledger that must be held to be read, and that fails when it is released after an error.
private struct FailingAtEnd: SynchronousLedger {
  let ledger: InMemoryLedger

  var identity: String { ledger.identity }

  func immediateHistory() -> LedgerHistory? { nil }

  func history() async throws -> LedgerHistory { ledger.history() }

  func withExclusiveAccess<Result: Sendable>(
    in context: LedgerContext,
    _ body: @Sendable (any LedgerSession) async throws -> Result
  ) async throws -> Result {
    try await ledger.withExclusiveAccess(in: context, body)
  }

  func blockForExclusiveAccess<Result>(
    in context: LedgerContext,
    _ body: (any SynchronousLedgerSession) throws -> Result
  ) throws -> Result {
    do { return try ledger.blockForExclusiveAccess(in: context, body) } catch { throw Failure() }
  }
}
