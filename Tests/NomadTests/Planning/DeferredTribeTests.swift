import Testing

@testable import Nomad
@testable import NomadUI

@Suite("Deferred and required tribes")
struct DeferredTribeTests {
  private struct Fill: Tribe {
    static let target: TribeTarget = .literal("1.5.0")
    static let urgency: TribeUrgency = .deferred
    func migrate() { DeferredTribeTests.ran("Fill") }
  }

  private struct Tidy: Tribe {
    static let target: TribeTarget = .once("tidy")
    static let urgency: TribeUrgency = .deferred
    func migrate() { DeferredTribeTests.ran("Tidy") }
  }

  private struct Two: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate() { DeferredTribeTests.ran("Two") }
  }

  /// Requires a deferred tribe that comes after it in the order.
  private struct Three: Tribe {
    static let target: TribeTarget = .literal("3.0.0")
    static let requires: [Any.Type] = [Tidy.self]
    func migrate() { DeferredTribeTests.ran("Three") }
  }

  private struct Cycle: Tribe {
    static let target: TribeTarget = .once("cycle")
    static let urgency: TribeUrgency = .deferred
    static let requires: [Any.Type] = [Cycle.self]
    func migrate() {}
  }

  @TaskLocal private static var trace = Trace()

  private static func ran(_ name: String) { trace.note(name) }

  private func names(
    _ tribes: [any ListedTribe.Type],
    _ ledger: some Ledger,
    deferred: Bool = false,
    at version: String? = nil,
    policy: MigrationPolicy = .default
  ) async throws -> [String] {
    let nomad = Nomad(
      try TribeRegistry(tribes),
      ledger: ledger,
      currentVersion: version.map(CurrentVersion.exactly) ?? .unlimited,
      policy: policy
    )
    let trace = Trace()
    return try await Self.$trace.withValue(trace) {
      let report = try await nomad.migrate(includingDeferred: deferred)
      #expect(report.migrated.map { $0.name.split(separator: ".").last.map(String.init) } == trace.all)
      return trace.all
    }
  }

  @Test("migrate() skips deferred tribes, migrate(includingDeferred: true) runs them once, and they are never late")
  func lanes() async throws {
    let ledger = InMemoryLedger()
    let policy = MigrationPolicy(late: .fail)
    let tribes: [any ListedTribe.Type] = [Fill.self, Two.self, Tidy.self]
    #expect(try await names(tribes, ledger, policy: policy) == ["Two"])
    #expect(try await names(tribes, ledger, policy: policy).isEmpty)
    let nomad = Nomad(try TribeRegistry(tribes), ledger: ledger, currentVersion: .unlimited, policy: policy)
    #expect(try await nomad.plan().steps.map(\.decision) == [.skip(.deferred), .skip(.done), .skip(.deferred)])
    #expect(try await nomad.plan(includingDeferred: true).pending.map(\.target) == [.literal("1.5.0"), .once("tidy")])
    #expect(try await names(tribes, ledger, deferred: true, policy: policy) == ["Fill", "Tidy"])
    #expect(try await names(tribes, ledger, deferred: true, policy: policy).isEmpty)
  }

  @Test("A start does nothing, and a reader does not wait, if only deferred tribes are left")
  func atOnce() async throws {
    let folder = try TemporaryFolder()
    let nomad = Nomad(
      try TribeRegistry([Two.self, Tidy.self]),
      ledger: FileLedger(at: folder.ledgerURL),
      currentVersion: .unlimited
    )
    try await nomad.migrate()
    guard case .finished = try nomad.firstPhase().phase else {
      Issue.record("a start would do something")
      return
    }
    try await nomad.waitUntilMigrated()
    guard case .finished = try nomad.firstPhase(readOnly: true).phase else {
      Issue.record("a reader would wait")
      return
    }
  }

  @Test("A deferred tribe runs before a tribe that requires it, even if it comes later in the order")
  func required() async throws {
    let ledger = InMemoryLedger()
    let tribes: [any ListedTribe.Type] = [Fill.self, Two.self, Three.self, Tidy.self]
    #expect(try await names(tribes, ledger, at: "2.0.0") == ["Two"])
    #expect(try await names(tribes, ledger, at: "3.0.0") == ["Tidy", "Three"])
    #expect(try await names(tribes, ledger, deferred: true, at: "3.0.0") == ["Fill"])
    // A deferred tribe that has run does not run again.
    let other = InMemoryLedger()
    #expect(try await names(tribes, other, deferred: true, at: "2.0.0") == ["Fill", "Two", "Tidy"])
    #expect(try await names(tribes, other, at: "3.0.0") == ["Three"])
  }

  @Test("A deferred tribe on hold blocks the tribes that require it, and the run throws an error")
  func blocked() async throws {
    let policy = MigrationPolicy(hold: ["once:tidy"])
    let nomad = Nomad(
      try TribeRegistry([Two.self, Three.self, Tidy.self]),
      ledger: .inMemory,
      currentVersion: .unlimited,
      policy: policy
    )
    let error = await #expect(throws: NomadError.self) { try await nomad.migrate() }
    #expect(error?.code == .onHold)
    #expect(error?.report?.migrated.map(\.target) == [.literal("2.0.0")])
  }

  @Test("A tribe that waits for its version blocks the tribes that require it, and the run throws an error")
  func waiting() async throws {
    struct Early: Tribe {
      static let target: TribeTarget = .once("early")
      static let requires: [Any.Type] = [Three.self]
      func migrate() {}
    }
    let nomad = Nomad(
      try TribeRegistry([Two.self, Three.self, Tidy.self, Early.self]),
      ledger: .inMemory,
      currentVersion: .exactly("2.5.0")
    )
    let error = await #expect(throws: NomadError.self) { try await nomad.migrate() }
    #expect(error?.code == .requiredTribe)
    #expect(error?.message.contains("Three") == true)
    #expect(error?.report?.migrated.map(\.target) == [.literal("2.0.0")])
    let plan = try await nomad.plan()
    #expect(plan.steps.last?.decision.isRun == false)
  }

  @Test("A cycle of required tribes or a required tribe outside the registry is an error before any tribe runs")
  func impossible() async throws {
    for tribes in [[Two.self, Cycle.self], [Two.self, Three.self]] as [[any ListedTribe.Type]] {
      let ledger = InMemoryLedger()
      let nomad = Nomad(try TribeRegistry(tribes), ledger: ledger, currentVersion: .unlimited)
      let error = await #expect(throws: NomadError.self) { try await nomad.migrate(includingDeferred: true) }
      #expect(error?.code == .requiredTribe)
      #expect(ledger.history().isEmpty)
    }
    // A tribe that does not run requires nothing.
    #expect(try await names([Two.self, Cycle.self], InMemoryLedger()) == ["Two"])
  }

  @Test("A fresh install marks deferred tribes like all other tribes")
  func baseline() async throws {
    let ledger = InMemoryLedger()
    let policy = MigrationPolicy(firstStart: .baselineAtCurrentVersion)
    #expect(try await names([Fill.self, Two.self], ledger, at: "2.0.0", policy: policy).isEmpty)
    #expect(try await names([Fill.self, Two.self], ledger, deferred: true, at: "2.0.0", policy: policy).isEmpty)
  }

  private struct Drop: PostponableTribe {
    static let target: TribeTarget = .once("drop")
    static let requires: [Any.Type] = [Fill.self]
    func migrate() { DeferredTribeTests.ran("Drop") }
  }

  @Test("A postponable tribe that requires a tribe on hold delays no other tribe, and readers do not wait for it")
  func postponable() async throws {
    let ledger = PostponingLedger()
    let policy = MigrationPolicy(hold: ["version:1.5.0"])
    struct Late: PostponableTribe {
      static let target: TribeTarget = .once("late")
      static let requires: [Any.Type] = [Drop.self]
      func migrate() {}
    }
    #expect(try await names([Two.self], ledger) == ["Two"])
    let registry = try TribeRegistry([Two.self, Fill.self, Drop.self])
    try await Nomad(registry, ledger: ledger, currentVersion: .unlimited).waitUntilMigrated()
    let held = MigrationPolicy(hold: ["once:drop"])
    #expect(try await names([Two.self, Drop.self, Fill.self, Late.self], ledger, policy: held) == ["Fill"])
    #expect(try await names([Two.self, Drop.self, Fill.self], ledger, policy: policy) == ["Drop"])
  }

  @Test("migrate() runs a deferred .first tribe, because it could not run after a version")
  func first() async throws {
    struct First: Tribe {
      static let target: TribeTarget = .first
      static let urgency: TribeUrgency = .deferred
      func migrate() { DeferredTribeTests.ran("First") }
    }
    #expect(try await names([First.self, Two.self], InMemoryLedger()) == ["First", "Two"])
  }

  @Test("A requirement that lets a later tribe run first, so that another one might never run, is an error")
  func later() async throws {
    struct First: Tribe {
      static let target: TribeTarget = .first
      static let requires: [Any.Type] = [Two.self]
      func migrate() {}
    }
    struct One: Tribe {
      static let target: TribeTarget = .literal("1.0.0")
      static let requires: [Any.Type] = [Early.self]
      func migrate() {}
    }
    struct Early: Tribe {
      static let target: TribeTarget = .once("early")
      static let urgency: TribeUrgency = .deferred
      static let requires: [Any.Type] = [Two.self]
      func migrate() { DeferredTribeTests.ran("Early") }
    }
    // This one is never late itself, but lets Three run before Two.
    struct Half: Tribe {
      static let target: TribeTarget = .literal("0.5.0")
      static let urgency: TribeUrgency = .deferred
      static let requires: [Any.Type] = [Three.self]
      func migrate() { DeferredTribeTests.ran("Half") }
    }
    // A merge records later versions, too.
    struct Merging: Tribe {
      static let target: TribeTarget = .once("merging")
      static let merges: [String] = ["1.5.0", "4.0.0"]
      func migrate() {}
    }
    struct Needy: Tribe {
      static let target: TribeTarget = .literal("2.5.0")
      static let requires: [Any.Type] = [Merging.self]
      func migrate() {}
    }
    let cases: [([any ListedTribe.Type], overtaken: String)] = [
      ([Needy.self, Merging.self], "Needy"),
      ([First.self, Two.self], "First"), ([One.self, Two.self, Early.self], "One"),
      ([Half.self, Two.self, Three.self, Tidy.self], "Two"),
    ]
    let policy = MigrationPolicy(late: .skip)
    for (tribes, overtaken) in cases {
      let ledger = InMemoryLedger()
      let error = await #expect(throws: NomadError.self) {
        try await names(tribes, ledger, deferred: true, policy: policy)
      }
      #expect(error?.code == .requiredTribe)
      #expect(error?.message.contains("\(overtaken) might never run") == true, "\(error?.message ?? "")")
      #expect(ledger.history().isEmpty)
    }
    // Late tribes run by default.
    #expect(try await names(cases[3].0, InMemoryLedger(), deferred: true) == ["Tidy", "Three", "Half", "Two"])
    // After the other tribes, the order is the same.
    let ledger = InMemoryLedger()
    #expect(try await names([Two.self], ledger) == ["Two"])
    #expect(try await names([Two.self, Three.self, Tidy.self], ledger) == ["Tidy", "Three"])
    let half: [any ListedTribe.Type] = [Half.self, Two.self, Three.self, Tidy.self]
    #expect(try await names(half, ledger, deferred: true, policy: policy) == ["Half"])
    let alone: [any ListedTribe.Type] = [Half.self, Three.self, Tidy.self]
    #expect(try await names(alone, InMemoryLedger(), deferred: true, policy: policy).last == "Half")
  }
}
