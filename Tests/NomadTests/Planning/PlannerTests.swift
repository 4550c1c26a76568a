import Testing

@testable import Nomad

@Suite("Planner")
struct PlannerTests {
  private func decisions(
    _ targets: [TribeTarget],
    after keys: [LedgerKey] = [],
    at current: String? = nil,
    late: MigrationPolicy.Late = .run
  ) throws -> [MigrationPlan.Decision] {
    let planner = Planner(
      registry: try TribeRegistry(targets),
      currentVersion: try current.map { try TribeVersion(dotted: $0) },
      appVersion: current,
      policy: MigrationPolicy(late: late)
    )
    let history = LedgerHistory(keys.map { LedgerRecord(key: $0, name: "Somebody") })
    return try planner.plan(after: history).steps.map(\.decision)
  }

  private let two = TribeVersion([2])

  @Test("Every tribe runs if the ledger is empty")
  func fresh() throws {
    #expect(
      try decisions([.first, .literal("1.0.0"), .once("a"), .always])
        == [.run(.untilFirstVersion), .run(.notFinished), .run(.notFinished), .run(.always)]
    )
  }

  @Test("A recorded tribe does not run again unless its target is .always")
  func recorded() throws {
    #expect(
      try decisions(
        [.literal("2.0.0"), .once("a"), .always],
        after: ["version:2.0.0", "once:a", "always:always"]
      )
        == [.skip(.done), .skip(.done), .run(.always)]
    )
  }

  @Test("A .first tribe runs until a version is recorded, not until it is recorded itself")
  func first() throws {
    #expect(try decisions([.first], after: ["first:first", "once:a"]) == [.run(.untilFirstVersion)])
    #expect(try decisions([.first], after: ["version:2.0.0"]) == [.skip(.supersededByVersion(two))])
  }

  @Test("A version above the current one waits, and so do its sub-migrations")
  func ceiling() throws {
    #expect(
      try decisions([.dotted("1.1"), .dotted("1.1-1"), .dotted("1.1.1"), .dotted("1.1.1-1")], at: "1.1")
        == [
          .run(.notFinished), .run(.notFinished),
          .skip(.aboveCurrentVersion(.init([1, 1]))), .skip(.aboveCurrentVersion(.init([1, 1]))),
        ]
    )
    #expect(try decisions([.literal("2.0.0-beta.1"), .literal("2.0.0")], at: "2.0").allSatisfy(\.isRun))
  }

  @Test("A version that never ran is late if a newer one is recorded, and the policy decides whether it runs")
  func late() throws {
    let targets: [TribeTarget] = [.literal("1.0.0"), .literal("1.5.0"), .literal("2.0.0"), .literal("3.0.0")]
    let keys: [LedgerKey] = ["version:1.0.0", "version:2.0.0"]
    let rest: [MigrationPlan.Decision] = [.skip(.done), .run(.notFinished)]
    #expect(try decisions(targets, after: keys) == [.skip(.done), .run(.late)] + rest)
    #expect(
      try decisions(targets, after: keys, late: .skip) == [.skip(.done), .skip(.lateSkipped)] + rest
    )
    #expect(
      try decisions(targets, after: keys, late: .fail)
        == [.skip(.done), .skip(.lateRefused), .skip(.done), .skip(.heldByLateTribe)]
    )
  }

  @Test("A refused late tribe holds back every tribe that would run, and the plan reports this")
  func held() throws {
    let registry = try TribeRegistry([.literal("1.0.0"), .literal("3.0.0"), .once("a"), .always])
    let planner = Planner(
      registry: registry,
      currentVersion: nil,
      appVersion: nil,
      policy: MigrationPolicy(late: .fail)
    )
    let plan = try planner.plan(after: LedgerHistory([LedgerRecord(key: "version:2.0.0", name: "T")]))
    #expect(plan.pending.isEmpty)
    #expect(plan.isEmpty)
    #expect(plan.late.map(\.name) == ["1.0.0"])
    #expect(
      plan.description == """
          1.0.0   .literal("1.0.0")  late, refused
          3.0.0   .literal("3.0.0")  held back by a late tribe
          a       .once("a")         held back by a late tribe
          always  .always            held back by a late tribe
        """
    )
    let without = try Planner(
      registry: registry,
      currentVersion: nil,
      appVersion: nil,
      policy: MigrationPolicy(late: .fail)
    )
    .plan(after: LedgerHistory())
    #expect(without.pending.count == 4)
  }

  @Test("A recorded version still counts for .first and late tribes after its tribe was removed")
  func gone() throws {
    #expect(
      try decisions([.first, .literal("1.0.0"), .dotted("2.0-1")], after: ["version:2.0.0"])
        == [.skip(.supersededByVersion(two)), .run(.late), .run(.notFinished)]
    )
  }

  @Test("Once-ids are compared by their bytes")
  func canonicallyEquivalentIDs() throws {
    #expect(
      try decisions([.once("e\u{301}"), .once("\u{E9}")], after: ["once:\u{E9}"])
        == [.run(.notFinished), .skip(.done)]
    )
  }

  @Test("The plan's properties and description agree with its steps")
  func conveniences() throws {
    let registry = try TribeRegistry([.literal("1.0.0"), .literal("2.0.0"), .literal("3.0.0")])
    let planner = Planner(registry: registry, currentVersion: two, appVersion: nil, policy: .default)
    let plan = try planner.plan(after: LedgerHistory([LedgerRecord(key: "version:2.0.0", name: "T")]))
    #expect(plan.pending.map(\.name) == ["1.0.0"])
    #expect(plan.late.map(\.name) == ["1.0.0"])
    #expect(plan.dataVersion == two)
    #expect(!plan.isEmpty)
    #expect(
      plan.description == """
        → 1.0.0  .literal("1.0.0")  runs, late
          2.0.0  .literal("2.0.0")  already ran
          3.0.0  .literal("3.0.0")  waits for its version; the app is at 2.0.0
        """
    )
    #expect(
      try Planner(registry: TribeRegistry(combining: []), currentVersion: nil, appVersion: nil, policy: .default)
        .plan(after: LedgerHistory()).isEmpty
    )
  }
}
