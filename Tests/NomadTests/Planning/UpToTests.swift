import Nomad
import Testing

@Suite("Runs up to a target")
struct UpToTests {
  private let trace = Trace()
  private let ledger = InMemoryLedger()

  private func nomad(_ targets: [TribeTarget], at version: CurrentVersion = .unlimited) throws -> Nomad {
    Nomad(try TribeRegistry(targets, tracing: trace), ledger: ledger, currentVersion: version)
  }

  private let all: [TribeTarget] = [
    .first, .literal("1.0.0"), .literal("2.0.0"), .dotted("2.0.0-1"), .once("a"), .once("b"), .always,
  ]

  @Test("The tribes after the target are skipped for a reason of their own")
  func plan() async throws {
    let nomad = try nomad(all)
    let plan = try await nomad.plan(upTo: .literal("2.0.0"))
    #expect(plan.pending.map(\.name) == ["first", "1.0.0", "2.0.0"])
    #expect(plan.steps.suffix(4).map(\.decision) == Array(repeating: .skip(.afterEnd), count: 4))
    #expect(plan.description.contains("comes after the last tribe of this run"))
    #expect(ledger.history().isEmpty)
  }

  @Test("The next run continues after the target", arguments: [TribeTarget.dotted("2.0"), .once("a")])
  func rest(target: TribeTarget) async throws {
    let nomad = try nomad(all)
    let first = try await nomad.migrate(upTo: target).migrated.map(\.name)
    #expect(
      first == (target == .once("a") ? ["first", "1.0.0", "2.0.0", "2.0.0-1", "a"] : ["first", "1.0.0", "2.0.0"])
    )
    #expect(try await nomad.migrate(upTo: target).migrated.isEmpty)
    let second = try await nomad.migrate().migrated.map(\.name)
    #expect(first + second == ["first", "1.0.0", "2.0.0", "2.0.0-1", "a", "b", "always"])
  }

  @Test("A late tribe before the target runs, and one after it stays pending")
  func late() async throws {
    try await nomad([.literal("2.0.0")]).migrate()
    let nomad = try nomad([.literal("1.0.0"), .literal("2.0.0"), .literal("3.0.0")])
    #expect(try await nomad.migrate(upTo: .literal("2.0.0")).migrated.map(\.name) == ["1.0.0"])
    #expect(try await nomad.plan().pending.map(\.name) == ["3.0.0"])
  }

  @Test("Data beyond the target is an error, also if its tribe was removed and if everything has run")
  func beyond() async throws {
    let nomad = try nomad([.literal("1.0.0"), .literal("2.0.0"), .once("a")])
    try await nomad.migrate()
    for (nomad, target) in [
      (nomad, TribeTarget.literal("1.0.0")), (nomad, .literal("2.0.0")),
      (try self.nomad([.literal("1.0.0")]), .literal("1.0.0")),
    ] {
      let error = await #expect(throws: NomadError.self) { try await nomad.migrate(upTo: target) }
      #expect(error?.code == .beyondTarget)
      await #expect(throws: NomadError.self) { try await nomad.plan(upTo: target) }
    }
    #expect(try await nomad.migrate(upTo: .once("a")).migrated.isEmpty)
  }

  @Test("A first start that would mark tribes after the target is an error, and marks nothing")
  func baseline() async throws {
    var nomad = try nomad(all, at: .exactly("2.0.0"))
    nomad.policy.firstStart = .baselineAtCurrentVersion
    let migrator = nomad
    let error = await #expect(throws: NomadError.self) { try await migrator.migrate(upTo: .literal("1.0.0")) }
    #expect(error?.code == .beyondTarget)
    #expect(
      error?.message == #"The data is already beyond 1.0.0 .literal("1.0.0"): 2.0.0 .literal("2.0.0") counts as done."#
    )
    #expect(ledger.history().isEmpty)
    #expect(try await migrator.migrate(upTo: .dotted("2.0.0-1")).migrated.map(\.name) == ["first"])
  }

  @Test("A newer version of another module, which shares the ledger, does not put the data beyond the target")
  func shared() async throws {
    let ledger = InMemoryLedger([LedgerRecord(key: "version:5.0.0", name: "Other", module: "Other")])
    let nomad = Nomad(
      try TribeRegistry([.literal("5.5.0"), .literal("6.0.0"), .once("a")], tracing: trace),
      ledger: ledger,
      policy: MigrationPolicy(firstStart: .runEverything)
    )
    #expect(try await nomad.migrate(upTo: .literal("5.5.0")).migrated.map(\.name) == ["5.5.0"])
    let other = LedgerRecord(key: "version:5.7.0", name: "Other", module: "Other")
    try await ledger.withExclusiveAccess { try await $0.append(other) }
    #expect(try await nomad.migrate(upTo: .literal("5.5.0")).migrated.isEmpty)
  }

  @Test(
    "A target without a tribe is an error, and nothing runs",
    arguments: [
      (TribeTarget.literal("1.5.0"), NomadError.Code.unknownTarget), (.once("c"), .unknownTarget),
      (.literal("two"), .illegalTarget), (.always, .illegalTarget),
    ]
  )
  func unknown(target: TribeTarget, code: NomadError.Code) async throws {
    let nomad = try nomad([.literal("1.0.0"), .once("a")])
    let error = await #expect(throws: NomadError.self) { try await nomad.migrate(upTo: target) }
    #expect(error?.code == code)
    #expect(trace.all.isEmpty)
  }
}
