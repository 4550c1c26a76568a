import Testing

@testable import Nomad

@Suite("A ledger that is newer than the app")
struct NewerLedgerTests {
  private func newer(_ records: [LedgerRecord], at current: String?) throws -> [String] {
    let registry = try TribeRegistry([.literal("1.0.0"), .literal("2.0.0"), .once("a")])
    let version = current.map { CurrentVersion.exactly($0) } ?? .unlimited
    return try Nomad(registry, ledger: .inMemory, currentVersion: version).plan(after: LedgerHistory(records))
      .newerTribes
  }

  @Test("A recorded version is newer if it is above the app's version or, without one, the registry's newest")
  func versions() throws {
    let record = LedgerRecord(key: "version:3.0.0", name: "Three")
    #expect(try newer([record], at: "2.5") == ["Three"])
    #expect(try newer([record, record], at: nil) == ["Three"])
    // The tribe was removed from the app.
    #expect(try newer([record], at: "3.0").isEmpty)
    #expect(try newer([LedgerRecord(key: "version:1.5.0", name: "Gone")], at: nil).isEmpty)
    #expect(try newer([LedgerRecord(key: "version:2.0.0", name: "Renamed")], at: nil).isEmpty)
    #expect(try newer([LedgerRecord(.began, key: "version:3.0.0", name: "Three")], at: "2.5").isEmpty)
    // Without a current version, a sub-migration is above its version.
    let step = LedgerRecord(key: "version:2.0.0#1", name: "Step")
    #expect(try newer([step], at: nil) == ["Step"])
    #expect(try newer([step], at: "2.0").isEmpty)
  }

  @Test("A tribe below the app's version is newer if a newer app ran or marked it")
  func lateAdditions() throws {
    for key: LedgerKey in ["version:1.5.0", "version:2.0.0#1", "version:2.0.1"] {
      for kind: LedgerRecord.Kind in [.finished, .marked(reason: "baseline")] {
        let record = LedgerRecord(kind, key: key, name: "Late", module: "App", appVersion: "3.0.0")
        #expect(try newer([record], at: "2.9") == ["Late"])
        #expect(try newer([record], at: "3.0").isEmpty)
      }
      #expect(try newer([LedgerRecord(.began, key: key, name: "Late", appVersion: "3.0.0")], at: "2.9").isEmpty)
      #expect(try newer([LedgerRecord(key: key, name: "Late", appVersion: "2.9")], at: "2.9").isEmpty)
      // A person marked it, whatever version that person gave, or it was forgotten.
      for version in [nil, "3.0.0"] {
        let mark = LedgerRecord(.marked(reason: "by hand"), key: key, name: "Late", appVersion: version)
        #expect(try newer([mark], at: "2.9").isEmpty)
      }
      let forgotten = LedgerRecord(.forgotten, key: key, name: "Late")
      #expect(try newer([LedgerRecord(key: key, name: "Late", appVersion: "3.0.0"), forgotten], at: "2.9").isEmpty)
    }
  }

  @Test("An app whose version is a sub-migration can use its own data")
  func subMigrations() throws {
    #expect(try newer([LedgerRecord(key: "once:b", name: "B", appVersion: "2.5-1")], at: "2.5-1").isEmpty)
    #expect(try newer([LedgerRecord(key: "once:b", name: "B", appVersion: "2.5-2")], at: "2.5-1") == ["B"])
  }

  @Test("A tribe above the app's version is newer if a newer app ran or marked it, even in a sealed ledger")
  func waitingTribes() async throws {
    let two = LedgerRecord(key: "version:2.0.0", name: "Two", module: "App", appVersion: "2.0")
    #expect(try newer([two], at: "1.5") == ["Two"])
    #expect(try newer([two], at: "2.0").isEmpty)
    #expect(try newer([two], at: nil).isEmpty)
    // A fresh install of the newer app marked the tribe; this app and a person did not.
    func mark(_ version: String) -> LedgerRecord {
      LedgerRecord(.marked(reason: "r"), key: "version:2.0.0", name: "Two", module: "App", appVersion: version)
    }
    #expect(try newer([mark("2.0")], at: "1.5") == ["Two"])
    #expect(try newer([mark("1.5")], at: "1.5").isEmpty)
    #expect(try newer([mark("")], at: "1.5").isEmpty)

    let folder = try TemporaryFolder()
    let ledger = FileLedger(at: folder.ledgerURL)
    let registry = try TribeRegistry([.literal("1.0.0"), .literal("3.0.0")])
    try await Nomad(registry, ledger: ledger, currentVersion: .exactly("3.0.0")).migrate()
    #expect(try ledger.seal() != nil)
    let error = await #expect(throws: NomadError.self) {
      try await Nomad(registry, ledger: ledger, currentVersion: .exactly("2.2.1")).migrate()
    }
    #expect(error?.code == .ledgerNewerThanApp)
    #expect(error?.message.contains("3.0.0") == true)
    try await Nomad(registry, ledger: ledger, currentVersion: .exactly("3.0.1")).migrate()
  }

  @Test("An unknown tribe without a version is newer if a newer app ran it")
  func withoutVersion() throws {
    let record = LedgerRecord(key: "once:b", name: "B", appVersion: "2.6")
    #expect(try newer([record], at: "2.5") == ["B"])
    #expect(try newer([record], at: "2.6").isEmpty)
    #expect(try newer([record], at: nil).isEmpty)
    #expect(try newer([LedgerRecord(key: "once:b", name: "B")], at: "2.5").isEmpty)
    #expect(try newer([LedgerRecord(key: "once:b", name: "B", appVersion: "nonsense")], at: "2.5").isEmpty)
    #expect(try newer([LedgerRecord(key: "once:a", name: "A", appVersion: "9")], at: "2.5").isEmpty)
  }

  @Test("An app without a current version can use the data of a tribe that it has dropped")
  func dropped() throws {
    for key: LedgerKey in ["once:b", "version:1.5.0"] {
      func records(_ kind: LedgerRecord.Kind, _ version: String?) -> [LedgerRecord] {
        [
          LedgerRecord(.readable(key, since: "9.0.0"), name: "B", appVersion: version),
          LedgerRecord(kind, key: key, name: "B", appVersion: version),
        ]
      }
      for kind in [LedgerRecord.Kind.began, .finished] {
        #expect(try newer(records(kind, nil), at: nil).isEmpty)
        #expect(try newer(records(kind, "9.0.0"), at: nil) == ["B"])
        #expect(try newer(records(kind, nil), at: "2.0.0") == ["B"])
      }
    }
  }

  @Test("Only a tribe's last finished run counts, so compaction of the ledger changes nothing")
  func lastFinish() throws {
    let records = ["3.0", "2.0"].map { LedgerRecord(key: "always:App.Gone", name: "Gone", appVersion: $0) }
    #expect(try newer(records, at: "2.5").isEmpty)
    #expect(try newer(LedgerHistory.Compaction.latest(of: records), at: "2.5").isEmpty)
    #expect(try newer(records.reversed(), at: "2.5") == ["Gone"])
  }

  @Test("An older app runs after a newer app's fresh install unless that marked a tribe that the older app lacks")
  func rollback() async throws {
    let trace = Trace()
    func migrator(at version: String, _ targets: [TribeTarget], _ ledger: InMemoryLedger) throws -> Nomad {
      let policy = MigrationPolicy(firstStart: .baselineAtCurrentVersion)
      let registry = try TribeRegistry(targets, tracing: trace)
      return Nomad(registry, ledger: ledger, currentVersion: .exactly(version), policy: policy)
    }
    let (same, other) = (InMemoryLedger(), InMemoryLedger())
    try await migrator(at: "3.0.1", [.literal("1.0.0"), .literal("2.0.0")], same).migrate()
    let plan = try await migrator(at: "3.0.0", [.literal("1.0.0"), .literal("2.0.0")], same).migrate().plan
    #expect(plan.newerTribes.isEmpty && plan.dataVersion == TribeVersion([3, 0, 1]))
    try await migrator(at: "3.0.1", [.literal("1.0.0"), .literal("3.0.1")], other).migrate()
    let error = await #expect(throws: NomadError.self) {
      try await migrator(at: "3.0.0", [.literal("1.0.0")], other).migrate()
    }
    #expect(error?.code == .ledgerNewerThanApp)
    #expect(error?.message.contains("3.0.1") == true)
    #expect(trace.all.isEmpty)
  }

  @Test("A newer ledger is an error and no tribe runs, even if none is pending, unless the policy allows it")
  func policy() async throws {
    let trace = Trace()
    let registry = try TribeRegistry([.literal("1.0.0"), .literal("2.0.0"), .always], tracing: trace)
    let three = LedgerRecord(key: "version:3.0.0", name: "Three")
    for records in [[three], [1, 2].map { LedgerRecord(key: "version:\($0).0.0", name: "T") } + [three]] {
      let ledger = InMemoryLedger(records)
      let error = await #expect(throws: NomadError.self) { try await Nomad(registry, ledger: ledger).migrate() }
      #expect(error?.code == .ledgerNewerThanApp)
      #expect(error?.message.contains("Three") == true)
      #expect(ledger.history().records == records)
    }
    #expect(trace.all.isEmpty)
    let policy = MigrationPolicy(newerData: .run)
    try await Nomad(registry, ledger: InMemoryLedger([three]), policy: policy).migrate()
    #expect(trace.all == ["1.0.0", "2.0.0", "always"])
  }
}
