import Foundation
import NomadFiles
import Testing

@testable import Nomad

@Suite("Nomad.migrate")
struct MigrateTests {
  private let targets: [TribeTarget] = [.first, .literal("1.0.0"), .literal("2.0.0"), .once("a"), .always]

  @Test("Tribes run in order and only once, except those that run at every start")
  func repeats() async throws {
    let trace = Trace()
    let migrator = Nomad(try TribeRegistry(targets, tracing: trace), ledger: .inMemory)
    let report = try await migrator.migrate()
    #expect(trace.all == ["first", "1.0.0", "2.0.0", "a", "always"])
    #expect(report.migrated.map(\.name) == trace.all)
    #expect(report.migrated.map(\.target) == targets)

    let second = try await migrator.migrate()
    #expect(second.migrated.map(\.name) == ["always"])
  }

  @Test("A run stops at the first error, and the next run starts with the tribe that failed")
  func halts() async throws {
    let (trace, ledger, works) = (Trace(), InMemoryLedger(), Locked(false))
    let registry = try TribeRegistry(targets, tracing: trace) { name in
      if name == "2.0.0", !works.value { throw Failure() }
    }
    let migrator = Nomad(registry, ledger: ledger)
    let error = try #require(await #expect(throws: NomadError.self) { try await migrator.migrate() })
    #expect(error.code == .tribeFailed)
    #expect(error.underlying as? Failure == Failure())
    #expect(error.message.contains("2.0.0"))
    #expect(error.report?.migrated.map(\.name) == ["first", "1.0.0"])
    #expect(ledger.history().finished.map(\.key) == ["first:App.first", "version:1.0.0"])

    works.value = true
    #expect(try await migrator.migrate().migrated.map(\.name) == ["2.0.0", "a", "always"])
    #expect(trace.all == ["first", "1.0.0", "2.0.0", "2.0.0", "a", "always"])
  }

  @Test("A tribe is recorded before the next begins")
  func recordedAfterEach() async throws {
    let (ledger, seen) = (InMemoryLedger(), Locked<[Int]>([]))
    let registry = try TribeRegistry(targets) { _ in
      let count = ledger.history().finished.count
      seen.withLock { $0.append(count) }
    }
    try await Nomad(registry, ledger: ledger).migrate()
    #expect(seen.value == [0, 1, 2, 3, 4])
  }

  @Test("Planning runs nothing and records nothing")
  func planIsPure() async throws {
    let (trace, ledger) = (Trace(), InMemoryLedger())
    let plan = try await Nomad(try TribeRegistry(targets, tracing: trace), ledger: ledger).plan()
    #expect(plan.pending.count == 5)
    #expect(trace.all.isEmpty)
    #expect(ledger.history().isEmpty)
  }

  @Test("A late tribe runs, and the report and the events name it")
  func late() async throws {
    let ledger = InMemoryLedger([LedgerRecord(key: "version:2.0.0", name: "T")])
    let events = Trace()
    let report = try await Nomad(try TribeRegistry([.literal("1.0.0"), .literal("2.0.0")]), ledger: ledger)
      .migrate { if case .late(let entry) = $0 { events.note(entry.name) } }
    #expect(report.late.map(\.name) == ["1.0.0"])
    #expect(report.migrated.map(\.isLate) == [true])
    #expect(events.all == ["1.0.0"])
  }

  @Test("If the migration policy refuses late tribes, a late tribe keeps all tribes from running")
  func lateRefused() async throws {
    let ledger = InMemoryLedger([LedgerRecord(key: "version:2.0.0", name: "T")])
    let trace = Trace()
    let registry = try TribeRegistry([.literal("1.0.0"), .literal("3.0.0"), .always], tracing: trace)
    let migrator = Nomad(registry, ledger: ledger, policy: MigrationPolicy(late: .fail))
    let error = await #expect(throws: NomadError.self) { try await migrator.migrate() }
    #expect(error?.code == .lateTribe)
    #expect(error?.message.contains("1.0.0") == true)
    #expect(error?.report?.plan.isEmpty == true)
    #expect(trace.all.isEmpty)
    #expect(ledger.history().finished.count == 1)
  }

  @Test("A tribe above the app's version waits until the app has that version")
  func ceiling() async throws {
    let ledger = InMemoryLedger()
    var migrator = Nomad(try TribeRegistry(targets), ledger: ledger, currentVersion: .exactly("1.5"))
    #expect(try await migrator.migrate().migrated.map(\.name) == ["first", "1.0.0", "a", "always"])
    migrator.currentVersion = .exactly("2")
    #expect(try await migrator.migrate().migrated.map(\.name) == ["2.0.0", "always"])
    #expect(ledger.history().finished.map(\.appVersion) == ["1.5", "1.5", "1.5", "2", "2"])
  }

  @Test("An error provides its message and advice as localized texts")
  func localized() async throws {
    let migrator = Nomad(try TribeRegistry([.always]) { _ in throw Failure() }, ledger: .inMemory)
    let error = try #require(await #expect(throws: NomadError.self) { try await migrator.migrate() })
    #expect((error as any Error).localizedDescription == error.message)
    #expect(error.recoverySuggestion == error.advice)
  }
}
