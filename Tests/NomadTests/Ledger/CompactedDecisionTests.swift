import NomadRepair
import NomadTesting
import Testing

@testable import Nomad
@testable import NomadReverting

/// Every decision is the same before and after a compaction, for random histories of real runs.
@Suite("Decisions after a compaction")
struct CompactedDecisionTests {
  /// What the tribes do, by their names.
  @TaskLocal fileprivate static var failing: Set<String> = []

  fileprivate protocol Moody: RevertibleTribe {}

  private struct One: Moody { static let target: TribeTarget = .literal("1.0.0") }
  /// The same tribe under another name.
  private struct Uno: Moody { static let target: TribeTarget = .literal("1.0.0") }
  private struct Two: Moody { static let target: TribeTarget = .literal("2.0.0") }
  private struct Three: Moody {
    static let target: TribeTarget = .literal("3.0.0")
    static let transactionKind: String? = ShelfLedger.kind
  }
  private struct Merging: Moody {
    static let target: TribeTarget = .literal("4.0.0")
    static let merges: [String] = ["2.0.0", "3.0.0"]
    static let transactionKind: String? = ShelfLedger.kind
  }
  private struct Tags: Moody { static let target: TribeTarget = .once("tags") }
  private struct Start: Moody { static let target: TribeTarget = .first }
  private struct Clean: Moody { static let target: TribeTarget = .always }

  private struct Release {
    let version: String?
    let oldest: TribeVersion?
    let tribes: [any ListedTribe.Type]
    var firstStart = MigrationPolicy.FirstStart.runEverything

    func migrator(_ ledger: any Ledger, _ change: (inout MigrationPolicy) -> Void = { _ in }) throws -> Nomad {
      var policy = MigrationPolicy(quarantine: .never)
      (policy.oldest, policy.firstStart) = (oldest, firstStart)
      change(&policy)
      let current: CurrentVersion = version.map { .exactly($0) } ?? .unlimited
      return Nomad(try TribeRegistry(tribes), ledger: ledger, currentVersion: current, policy: policy)
    }
  }

  private static let releases = [
    Release(version: "1.0.0", oldest: nil, tribes: [Start.self, One.self, Clean.self]),
    Release(
      version: "2.0.0",
      oldest: nil,
      tribes: [Start.self, One.self, Two.self, Tags.self],
      firstStart: .baselineAtCurrentVersion
    ),
    Release(version: "3.0.0", oldest: nil, tribes: [Uno.self, Two.self, Three.self, Tags.self, Clean.self]),
    Release(version: "3.5.0", oldest: "2.0.0", tribes: [Two.self, Three.self, Tags.self]),
    Release(version: "4.0.0", oldest: nil, tribes: [Start.self, One.self, Merging.self, Tags.self]),
    Release(version: "4.1.0", oldest: "2.0.0", tribes: [Merging.self, Tags.self, Clean.self]),
    Release(version: nil, oldest: nil, tribes: [Uno.self, Two.self, Three.self, Tags.self]),
  ]

  private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  /// Adds the records of something that a release or a person does to a ledger.
  private func step(_ ledger: InMemoryLedger, _ random: inout Seeded) async throws {
    let release = Self.releases.randomElement(using: &random) ?? Self.releases[0]
    let tribe = release.tribes.randomElement(using: &random) ?? One.self
    let key = try TribeRegistry([tribe]).entries[0].key
    let store: any Ledger = Bool.random(using: &random) ? ledger : ShelfLedger(ledger: ledger, shelf: Shelf())
    let targets: [TribeTarget] = [.literal("1.0.0"), .literal("2.0.0"), .literal("4.0.0"), .once("tags")]
    let target = targets.randomElement(using: &random) ?? .once("tags")
    let version = ["0.9.0", "1.0.0", "2.0.0", "3.0.0"].randomElement(using: &random) ?? "1.0.0"
    switch Int.random(in: 0..<10, using: &random) {
    case 0...1: _ = try? await release.migrator(store).migrate()
    case 2...3:
      // More attempts than a compaction keeps.
      for _ in 1...110 {
        await Self.$failing.withValue(["\(tribe)"]) { _ = try? await release.migrator(store).migrate() }
      }
    case 4:
      await Self.$failing.withValue(["\(tribe)"]) { _ = try? await release.migrator(store).migrate() }
    case 5:
      let isLate = Bool.random(using: &random)
      let dying = DyingLedger(
        store,
        after: { record in
          if case .checkpoint = record.kind { return isLate && record.key == key }
          return record.kind == .began && !isLate && record.key == key
        }
      )
      if Bool.random(using: &random) {
        _ = try? await release.migrator(dying).migrate()
      } else {
        _ = try? await release.migrator(dying).revert(to: version)
      }
    case 6: _ = try? await release.migrator(store).revert(to: version)
    case 7:
      await Self.$failing.withValue(["revert \(tribe)"]) {
        _ = try? await release.migrator(store).revert(to: version)
      }
    case 8: try await ledger.forget(target, appVersion: release.version)
    default: try await ledger.markAsDone(target)
    }
  }

  /// Returns all decisions about a ledger as text.
  private func decisions(_ history: LedgerHistory) async throws -> [String] {
    let ledger = InMemoryLedger(history.records)
    var all = [
      "floor \(history.floor?.text ?? "")", "first \(history.isFirstStart)",
      "decided \(history.decidedKeys.map(\.description).sorted())", "baseline \(history.baseline?.text ?? "")",
      "done \(Set(history.finished.map(\.key.description)).sorted())",
      "birth \(history.state.start?.birth?.text ?? "")",
      "readable \(history.readableSince.map { "\($0) \($1.kind)" }.sorted())",
    ]
    for key in Set(history.records.map(\.key)) { all.append("\(key) \(history.attempts(at: key))") }
    for version in ["0.9.0", "1.0.0", "2.0.0", "3.0.0"] as [TribeVersion] {
      all.append("above \(version) \(history.records(above: version).map { "\($0.key) \($0.isOfRevert)" })")
    }
    for (index, release) in Self.releases.enumerated() {
      for late in [MigrationPolicy.Late.run, .fail] {
        let nomad = try release.migrator(ledger) { $0.late = late }
        do {
          var plan = try await nomad.plan()
          // The two ledgers have different names.
          plan.ledger = nil
          let version = plan.dataVersion?.text ?? ""
          all.append("\(index) \(version) \(plan.isTooOld) \(plan.newerTribes) \(plan)")
        } catch {
          all.append("\(index) \(error)")
        }
        all.append("\(index) \((try? nomad.planner().undecided(after: history))?.map(\.name) ?? [])")
      }
      let nomad = try release.migrator(ledger)
      for version in ["0.9.0", "1.0.0", "2.0.0", "3.0.0"] {
        let plan = try? await nomad.plan(revertingTo: version)
        all.append("\(index) to \(version) \(plan?.description ?? "")")
      }
      for entry in nomad.registry.entries {
        for kind in [nil, ShelfLedger.kind] {
          let answer = entry.wasRolledBack(in: history, kind, by: release.version)
          all.append("\(index) \(entry.name) rolled back \(String(describing: answer))")
        }
      }
    }
    return all.sorted()
  }

  @Test("Plans, reverts, attempts and the version of the data are the same", arguments: 80..<90 as Range<UInt64>)
  func same(seed: UInt64) async throws {
    var random = Seeded(state: seed)
    let ledger = InMemoryLedger()
    for _ in 1...16 {
      try await step(ledger, &random)
      let history = ledger.history()
      let compacted = LedgerHistory(LedgerHistory.Compaction.latest(of: history.records))
      let (before, after) = (try await decisions(history), try await decisions(compacted))
      let changes = Set(before).symmetricDifference(after)
      #expect(changes.isEmpty, "seed \(seed)")
      if !changes.isEmpty { return }
      // A later compaction starts from what an earlier one has kept.
      if Bool.random(using: &random) {
        try await ledger.withExclusiveAccess { try await $0.replaceRecords(with: compacted.records) }
      }
    }
  }
}

extension CompactedDecisionTests.Moody {
  func migrate() async throws {
    try await save()
    if CompactedDecisionTests.failing.contains("\(Self.self)") { throw Failure(reason: "it failed") }
  }

  /// Saves a value that only some attempts change.
  private func save() async throws {
    guard let attempt = TribeAttempt.current else { return }
    try await attempt.save(attempt.number / 3, as: "step")
  }

  func revert() async throws {
    try await save()
    if CompactedDecisionTests.failing.contains("revert \(Self.self)") { throw Failure(reason: "it failed") }
  }
}
