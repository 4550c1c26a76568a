import Foundation
import NomadFiles
import NomadTesting
import Testing

@testable import Nomad
@testable import NomadAdoption

/// The takeover of the data of each of the three peers.
@Suite("Taking over a peer's data")
final class ImporterTests {
  /// The data that a peer stored, and the expected result.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let key: String
    let value: @Sendable () -> Any
    let predecessor: @Sendable (_ suite: String) -> Predecessor
    let targets: [TribeTarget]
    let marked: [String]
    let ran: [String]

    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "Nomad 0.9",
      key: "nomad:current_target",
      value: { "2.0.0" },
      predecessor: { .nomad09(suite: $0) },
      targets: [.literal("1.0.0"), .literal("2.0.0"), .literal("2.5.0"), .literal("3.0.0"), .once("a"), .always],
      marked: ["1.0.0", "2.0.0"],
      ran: ["2.5.0", "3.0.0", "a", "always"]
    ),
    Case(
      name: "Collector",
      key: "MFMigrationManagerLastVersionKey",
      value: { "1.1" },
      predecessor: { .collector(suite: $0) },
      targets: [.dotted("1.0"), .dotted("1.1"), .dotted("1.1-1"), .dotted("1.2.5"), .dotted("1.4")],
      marked: ["1.0", "1.1"],
      ran: ["1.1-1", "1.2.5", "1.4"]
    ),
    Case(
      name: "Monarch",
      key: "com.migrations.Monarch.completed",
      value: { ["a", "c", "unlisted"] },
      predecessor: { .monarch(suite: $0) },
      targets: [.first, .once("a"), .once("b"), .once("c"), .once("d")],
      marked: ["a", "c"],
      ran: ["first", "b", "d"]
    ),
  ]

  let suite = "nomad-tests-\(UUID().uuidString)"
  private let trace = Trace()

  deinit { UserDefaults.standard.removePersistentDomain(forName: suite) }

  func keep(_ item: Case) throws {
    let defaults = try #require(UserDefaults(suiteName: suite))
    defaults.set(item.value(), forKey: item.key)
    try #require(defaults.synchronize())
  }

  private var kept: NSDictionary? {
    UserDefaults.standard.persistentDomain(forName: suite).map { $0 as NSDictionary }
  }

  private func migrator(_ item: Case, _ ledger: any Ledger) throws -> Nomad {
    var migrator = Nomad(try TribeRegistry(item.targets, tracing: trace))
    migrator.ledger = ledger
    migrator.predecessors = [item.predecessor(suite)]
    return migrator
  }

  @Test("The plan lists in advance what a run takes over, and the report lists it afterwards", arguments: cases)
  func reports(item: Case) async throws {
    try keep(item)
    let ledger = InMemoryLedger()
    let plan = try await migrator(item, ledger).plan()
    #expect(plan.marked.map(\.name) == item.marked)
    #expect(plan.pending.map(\.name) == item.ran)
    #expect(plan.baseline?.predecessor == item.name)
    #expect(plan.steps.filter(\.decision.isMark).allSatisfy { "\($0.decision)".contains("from \(item.name)") })
    #expect(ledger.history().isEmpty)
    let events = Trace()
    let report = try await migrator(item, ledger).migrate {
      if case .marked(let tribe) = $0 { events.note(tribe.name) }
    }
    #expect(report.plan.marked.map(\.name) == item.marked)
    #expect(report.plan.baseline == plan.baseline)
    #expect(report.migrated.map(\.name) == item.ran)
    #expect(events.all == item.marked)
    // The origin of the records is also known later.
    let marks = ledger.history().records.filter { if case .marked = $0.kind { true } else { false } }
    #expect(marks.allSatisfy { $0.kind.reason?.hasSuffix("from \(item.name)") == true })
    #expect(marks.count >= item.marked.count)
    let baselines = ledger.history().records.compactMap { record -> [String]? in
      if case .baseline(_, let predecessors, _) = record.fact { predecessors } else { nil }
    }
    #expect(baselines == (plan.baseline?.version == nil ? [] : [[item.name]]))
  }

  @Test("A peer's data is read only at the first start, and never changed", arguments: cases)
  func readsOnce(item: Case) async throws {
    try keep(item)
    let before = try #require(kept)
    let (ledger, reads) = (InMemoryLedger(), Locked(0))
    let real = item.predecessor(suite)
    let read = try #require({ if case .immediate(let read) = real.reading { read } else { nil } }())
    var migrator = try migrator(item, ledger)
    migrator.predecessors = [
      Predecessor(real.name) {
        reads.withLock { $0 += 1 }
        return try read().first
      }
    ]
    try await migrator.migrate()
    #expect(reads.value > 0)
    #expect(kept == before)
    reads.value = 0
    try await migrator.migrate()
    _ = try await migrator.plan()
    #expect(reads.value == 0)
    // Later changes of the peer's data do not matter either.
    try #require(UserDefaults(suiteName: suite)).removeObject(forKey: item.key)
    #expect(try await migrator.migrate().plan.baseline == nil)
    let repeated = ["first", "always"]
    #expect(trace.all.filter { !repeated.contains($0) } == item.ran.filter { !repeated.contains($0) })
  }

  /// Returns the number of writes in an upgrade.
  private func writes(_ item: Case) async throws -> Int {
    let count = Locked(0)
    let counting = FailingLedger(InMemoryLedger()) { _ in
      count.withLock { $0 += 1 }
      return false
    }
    try await migrator(item, counting).migrate()
    return count.value
  }

  /// Checks that either all of the peer's data was recorded, or nothing.
  func expectAllOrNothing(_ item: Case, _ history: LedgerHistory, _ comment: Comment) {
    let marked = history.records.filter { $0.kind.reason != nil && $0.name != "start" }.map(\.name)
    #expect(marked.isEmpty || marked.starts(with: item.marked), comment)
    #expect(marked.isEmpty == history.isFirstStart, comment)
  }

  @Test(
    "A kill at any record leaves all of the data taken over or none, and the next start does the rest",
    arguments: cases
  )
  func killed(item: Case) async throws {
    try keep(item)
    for number in 1...(try await writes(item)) {
      for isBefore in [true, false] {
        let (ledger, count) = (InMemoryLedger(), Locked(0))
        let isNumber: @Sendable (LedgerRecord) -> Bool = { _ in
          count.withLock {
            $0 += 1
            return $0 == number
          }
        }
        let dying = isBefore ? DyingLedger(ledger, before: isNumber) : DyingLedger(ledger, after: isNumber)
        await #expect(throws: NomadError.self) { try await migrator(item, dying).migrate() }
        let comment: Comment = "record \(number), \(isBefore ? "before" : "after") it"
        expectAllOrNothing(item, ledger.history(), comment)
        let before = trace.all.count
        try await migrator(item, ledger).migrate()
        #expect(trace.all.dropFirst(before).allSatisfy(item.ran.contains), comment)
        #expect(ledger.history().finished.count >= item.targets.count - 1, comment)
      }
    }
    #expect(!trace.all.contains(where: item.marked.contains))
  }

  @Test(
    "A failure to write any record leaves all of the data taken over or none, and the next run does the rest",
    arguments: cases
  )
  func failing(item: Case) async throws {
    try keep(item)
    for number in 1...(try await writes(item)) {
      let (ledger, count) = (InMemoryLedger(), Locked(0))
      let failing = FailingLedger(ledger) { _ in
        count.withLock {
          $0 += 1
          return $0 == number
        }
      }
      await #expect(throws: NomadError.self) { try await migrator(item, failing).migrate() }
      expectAllOrNothing(item, ledger.history(), "record \(number)")
      try await migrator(item, ledger).migrate()
    }
    #expect(!trace.all.contains(where: item.marked.contains))
  }
}

extension LedgerRecord.Kind {
  fileprivate var reason: String? {
    if case .marked(let reason) = self { reason } else { nil }
  }
}
