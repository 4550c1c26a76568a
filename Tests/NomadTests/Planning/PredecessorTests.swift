import Foundation
import NomadAdoption
import NomadFiles
import NomadRepair
import Testing

@testable import Nomad

/// Data that other libraries stored, in real `UserDefaults`.
@Suite("Upgrades from another library")
final class PredecessorTests {
  private let suite = "nomad-tests-\(UUID().uuidString)"

  deinit {
    UserDefaults.standard.removePersistentDomain(forName: suite)
  }

  private func keep(_ value: Any, under key: String) throws {
    try #require(UserDefaults(suiteName: suite)).set(value, forKey: key)
  }

  private func kept(under key: String) -> Any? {
    UserDefaults(suiteName: suite)?.object(forKey: key)
  }

  private func migrate(
    _ targets: [TribeTarget],
    _ ledger: InMemoryLedger,
    after predecessors: [Predecessor],
    at version: String? = nil,
    _ policy: MigrationPolicy = .default
  ) async throws -> [String] {
    let trace = Trace()
    var migrator = Nomad(
      try TribeRegistry(targets, tracing: trace),
      ledger: ledger,
      currentVersion: version.map { .exactly($0) } ?? .unlimited,
      policy: policy
    )
    migrator.predecessors = predecessors
    try await migrator.migrate()
    return trace.all
  }

  @Test("Nomad 0.9: the first start after 1.0.0 runs 2.0.0, 2.5.0 and 3.0.0, and later starts ignore its data")
  func nomad09() async throws {
    try keep("1.0.0", under: "nomad:current_target")
    let targets: [TribeTarget] = [.first, .literal("1.0.0"), .literal("2.0.0"), .literal("2.5.0"), .literal("3.0.0")]
    let ledger = InMemoryLedger()
    let ran = try await migrate(targets, ledger, after: [.nomad09(suite: suite)])
    // A version is known, so `.first` tribes no longer run.
    #expect(ran == ["2.0.0", "2.5.0", "3.0.0"])
    #expect(ledger.history().records.contains { $0.kind == .marked(reason: "baseline at 1.0.0, from Nomad 0.9") })
    #expect(kept(under: "nomad:current_target") as? String == "1.0.0")
    // The predecessor is read only once, so later changes of its data have no effect.
    try keep("0.0.1", under: "nomad:current_target")
    #expect(try await migrate(targets, ledger, after: [.nomad09(suite: suite)]) == [])
  }

  @Test(
    "The static pack(with:) takes over what .nomad09() takes over, and throws the same errors",
    arguments: ["1.0.0", "1.2.3-01", "2.0", "9.0.0", "spring", "", nil],
    [true, false]
  )
  func packed(value: String?, isFirstStart: Bool) async throws {
    if let value { try keep(value, under: "nomad:current_target") }
    func outcome(_ adopt: (inout Nomad) -> Void) async throws -> [String] {
      let ledger = InMemoryLedger()
      if !isFirstStart { try await Nomad(try TribeRegistry([.once("a")]), ledger: ledger).migrate() }
      let targets: [TribeTarget] = [
        .first, .literal("1.0.0"), .literal("1.2.3-1"), .literal("2.0.0"), .literal("3.0.0"),
      ]
      var migrator = Nomad(try TribeRegistry(targets), ledger: ledger, currentVersion: .unlimited)
      adopt(&migrator)
      do throws(NomadError) {
        try await migrator.migrate()
      } catch {
        return [error.code.rawValue, error.description]
      }
      return ledger.history().records.map { "\($0.kind) \($0.key) \($0.appVersion ?? "-")" }
    }
    let suite = suite
    let old = try await outcome { $0.predecessors = [.nomad09(suite: suite)] }
    let packed = try await outcome { $0.adoption = Nomad09(suite: suite) }
    #expect(old == packed)
    guard value == "1.0.0" else { return }
    let text = isFirstStart ? "baseline at 1.0.0, from Nomad 0.9" : "Nomad 0.9 reached version 1.0.0."
    #expect(old.contains { $0.contains(text) })
  }

  @Test("The static pack(with:) reads nothing while protected data is unavailable")
  func packedProtected() async throws {
    try keep("spring", under: "nomad:current_target")
    var migrator = Nomad(try TribeRegistry([.literal("1.0.0")]), ledger: .inMemory)
    migrator.adoption = Nomad09(suite: suite)
    let locked = migrator
    await ProtectedData.$isAvailableInTest.withValue(false) {
      let error = await #expect(throws: NomadError.self) { try await locked.migrate() }
      #expect(error?.code == .notReady)
    }
    let error = await #expect(throws: NomadError.self) { try await locked.migrate() }
    #expect(error?.code == .predecessorUnreadable)
    #expect(error?.message == #"The records of Nomad 0.9 could not be read: nomad:current_target holds "spring"."#)
  }

  @Test("Collector: an upgrade from 1.1 runs 1.1-1, 1.2.5 and 1.4, and a named manager has its own version")
  func collector() async throws {
    try keep("1.1", under: "MFMigrationManagerLastVersionKey")
    try keep("9.9", under: "MFMigrationManagerLastVersionKey-other")
    let targets: [TribeTarget] = [.dotted("1.0"), .dotted("1.1"), .dotted("1.1-1"), .dotted("1.2.5"), .dotted("1.4")]
    let ran = try await migrate(targets, InMemoryLedger(), after: [.collector(suite: suite)], at: "1.4")
    #expect(ran == ["1.1-1", "1.2.5", "1.4"])
    let named = try await migrate(targets, InMemoryLedger(), after: [.collector(named: "other", suite: suite)])
    #expect(named == [])
  }

  @Test("Collector: 1.1.0-1 is read as a sub-migration, not as a pre-release")
  func collectorSteps() async throws {
    try keep("1.1.0-1", under: "MFMigrationManagerLastVersionKey")
    let targets: [TribeTarget] = [.dotted("1.1.0"), .dotted("1.1.0-1"), .dotted("1.1.0-2"), .dotted("1.2.0")]
    let ran = try await migrate(targets, InMemoryLedger(), after: [.collector(suite: suite)])
    #expect(ran == ["1.1.0-2", "1.2.0"])
  }

  @Test("Collector: the data of a user who installed 2.0 and never migrated is at 2.0")
  func collectorInitial() async throws {
    try keep("2.0", under: "MFMigrationManagerInitialVersionKey")
    let targets: [TribeTarget] = [.dotted("1.1"), .dotted("2.1")]
    #expect(try await migrate(targets, InMemoryLedger(), after: [.collector(suite: suite)]) == ["2.1"])
  }

  @Test("An older app with the same tribes still runs after an upgrade from another library")
  func downgrade() async throws {
    try keep("1.0", under: "MFMigrationManagerLastVersionKey")
    let ledger = InMemoryLedger()
    _ = try await migrate([.dotted("1.0")], ledger, after: [.collector(suite: suite)], at: "3.0.1")
    #expect(try await migrate([.dotted("1.0")], ledger, after: [.collector(suite: suite)], at: "3.0.0") == [])
  }

  @Test("Monarch: completed ids are marked as done, and the others run")
  func monarch() async throws {
    try keep(["a", "b", "gone"], under: "com.migrations.Monarch.completed")
    let ledger = InMemoryLedger()
    let targets: [TribeTarget] = [.once("a"), .once("b"), .once("c"), .literal("1.0.0")]
    #expect(try await migrate(targets, ledger, after: [.monarch(suite: suite)]) == ["1.0.0", "c"])
    try await ledger.forget(.once("a"))
    #expect(try await migrate(targets, ledger, after: [.monarch(suite: suite)]) == ["a"])
  }

  @Test("Monarch: a completed id stays done even if its tribe is added at a later start")
  func listedLater() async throws {
    try keep(["a", "pro", "", "two\nlines"], under: "com.migrations.Monarch.completed")
    let ledger = InMemoryLedger()
    #expect(try await migrate([.once("a"), .once("b")], ledger, after: [.monarch(suite: suite)], at: "2.0") == ["b"])
    #expect(ledger.history().finished.map(\.key) == ["once:a", "once:pro", "once:b"])
    let all: [TribeTarget] = [.once("a"), .once("b"), .once("pro")]
    #expect(try await migrate(all, ledger, after: [], at: "2.0") == [])
    // The record is not a sign of a newer app either.
    #expect(try await migrate([.once("a"), .once("b")], ledger, after: [], at: "1.0") == [])
    try await ledger.forget(.once("pro"))
    #expect(try await migrate(all, ledger, after: [.monarch(suite: suite)], at: "2.0") == ["pro"])
  }

  @Test("Monarch: renamed ids run in the order of their new names, and completed ones stay done")
  func monarchRenaming() async throws {
    try keep(["move-token", "other", "swap", "pro"], under: "com.migrations.Monarch.completed")
    let ledger = InMemoryLedger()
    let monarch = Predecessor.monarch(
      suite: suite,
      renaming: [
        "move-token": "0001-move-token", "drop-cache": "0002-drop-cache", "add-tags": "0003-add-tags",
        "other": "swap", "swap": "other", "pro": "0004-pro",
      ]
    )
    let targets = ["0003-add-tags", "0001-move-token", "0002-drop-cache", "other", "swap"].map { TribeTarget.once($0) }
    #expect(try await migrate(targets, ledger, after: [monarch]) == ["0002-drop-cache", "0003-add-tags"])
    // A tribe that is listed later is also known by its new id.
    #expect(try await migrate(targets + [.once("0004-pro")], ledger, after: [monarch]) == [])
  }

  @Test(
    "If a predecessor has done a version above the app's that the app lacks, nothing runs, not even at the first start"
  )
  func aboveApp() async throws {
    let ledger = InMemoryLedger()
    let old = Predecessor("Old") { Predecessor.State(targets: [.literal("3.0.0"), .once("pro")]) }
    let targets: [TribeTarget] = [.literal("1.0.0"), .once("a")]
    for _ in 1...2 {
      let error = await #expect(throws: NomadError.self) {
        try await self.migrate(targets, ledger, after: [old], at: "2.0.0")
      }
      #expect(error?.code == .ledgerNewerThanApp)
      #expect(error?.message.contains("3.0.0") == true)
      #expect(ledger.history().isEmpty)
    }
    // In an app that has the tribe, the mark says nothing new.
    let known = targets + [.literal("3.0.0")]
    #expect(try await migrate(known, InMemoryLedger(), after: [old], at: "2.0.0") == ["1.0.0", "a"])
    let policy = MigrationPolicy(newerData: .run)
    #expect(try await migrate(targets, ledger, after: [old], at: "2.0.0", policy) == ["1.0.0", "a"])
    #expect(try await migrate(known, ledger, after: [old], at: "3.0.0") == [])
  }

  @Test("Several predecessors together decide which tribes are done")
  func together() async throws {
    try keep("1.1", under: "MFMigrationManagerLastVersionKey")
    try keep("2.0.0", under: "nomad:current_target")
    try keep(["a"], under: "com.migrations.Monarch.completed")
    let targets: [TribeTarget] = [.dotted("1.1"), .literal("2.0.0"), .literal("3.0.0"), .once("a"), .once("b")]
    let all: [Predecessor] = [.collector(suite: suite), .nomad09(suite: suite), .monarch(suite: suite)]
    #expect(try await migrate(targets, InMemoryLedger(), after: all) == ["3.0.0", "b"])
  }

  @Test("The policy decides about the first start if the predecessors stored nothing")
  func nothingKept() async throws {
    let all: [Predecessor] = [.collector(suite: suite), .nomad09(suite: suite), .monarch(suite: suite)]
    #expect(try await migrate([.literal("1.0.0")], InMemoryLedger(), after: all) == ["1.0.0"])
    let policy = MigrationPolicy(firstStart: .baselineAtCurrentVersion)
    #expect(try await migrate([.literal("1.0.0")], InMemoryLedger(), after: all, at: "1.0.0", policy) == [])
  }

  @Test("Stored data that cannot be read is an error that names its key, and nothing is recorded")
  func unreadable() async throws {
    for (key, value) in [
      ("nomad:current_target", "corrupt" as Any), ("nomad:current_target", 7), ("nomad:current_target", Data([1])),
      ("MFMigrationManagerLastVersionKey", ["1.1"]), ("MFMigrationManagerInitialVersionKey", "v2.0"),
      ("com.migrations.Monarch.completed", [1, 2]),
      ("com.migrations.Monarch.completed", "a"),
    ] {
      try keep(value, under: key)
      let all: [Predecessor] = [.collector(suite: suite), .nomad09(suite: suite), .monarch(suite: suite)]
      let ledger = InMemoryLedger()
      let error = await #expect(throws: NomadError.self) {
        _ = try await migrate([.literal("1.0.0")], ledger, after: all)
      }
      #expect(error?.code == .predecessorUnreadable)
      #expect(error?.message.contains(key) == true)
      #expect(ledger.history().isEmpty)
      UserDefaults(suiteName: suite)?.removeObject(forKey: key)
    }
  }

  @Test(
    "A custom predecessor whose version is .always or illegal is an error",
    arguments: [
      TribeTarget.always, .literal("2.0"),
    ]
  )
  func noVersion(target: TribeTarget) async throws {
    let own = Predecessor("Own") { Predecessor.State(version: target) }
    let error = await #expect(throws: NomadError.self) {
      _ = try await migrate([.literal("1.0.0")], InMemoryLedger(), after: [own])
    }
    #expect(error?.code == .predecessorUnreadable)
    #expect(error?.message.contains("Own") == true)
  }

  @Test("A predecessor can report single versions: those between them run, and those without a tribe are marked")
  func forThemselves() async throws {
    let own = Predecessor("Own") {
      Predecessor.State(targets: [.literal("1.0.0"), .literal("1.2.0"), .literal("1.3.0"), .once("a")])
    }
    let targets: [TribeTarget] = [.first, .literal("1.0.0"), .dotted("1.1"), .literal("1.2.0"), .once("a"), .once("b")]
    let ledger = InMemoryLedger()
    #expect(try await migrate(targets, ledger, after: [own]) == ["1.1", "b"])
    let marks = ledger.history().records.filter { $0.kind.word == "marked" }
    #expect(marks.last?.name == "1.3.0")
    #expect(Set(marks.map(\.key)) == ["version:1.0.0", "version:1.2.0", "version:1.3.0", "once:a"])
    #expect(try await migrate(targets + [.literal("1.3.0"), .literal("1.4.0")], ledger, after: [own]) == ["1.4.0"])
  }

  @Test(
    "A custom predecessor with a target that is .first, .always or illegal is an error",
    arguments: [TribeTarget.first, .always, .literal("2.0"), .once("")]
  )
  func noPlace(target: TribeTarget) async throws {
    let own = Predecessor("Own") { Predecessor.State(targets: [target]) }
    let error = await #expect(throws: NomadError.self) {
      _ = try await migrate([.literal("1.0.0")], InMemoryLedger(), after: [own])
    }
    #expect(error?.code == .predecessorUnreadable)
  }

  @Test("After tribes have run, a predecessor's single targets are still marked, and none of them runs again")
  func sideBySide() async throws {
    try keep(["a", "gone"], under: "com.migrations.Monarch.completed")
    let own = Predecessor("Own") { Predecessor.State(targets: [.literal("1.0.0"), .dotted("1.1-1")]) }
    let predecessors: [Predecessor] = [.monarch(suite: suite), own]
    let ledger = InMemoryLedger()
    #expect(try await migrate([.literal("3.0.0")], ledger, after: []) == ["3.0.0"])
    let targets: [TribeTarget] = [.literal("1.0.0"), .dotted("1.1-1"), .literal("3.0.0"), .once("a"), .once("b")]
    #expect(try await migrate(targets, ledger, after: predecessors) == ["b"])
    let marks = ledger.history().records.filter { $0.kind == .marked(reason: "baseline, from Monarch and Own") }
    #expect(Set(marks.map(\.key)) == ["version:1.0.0", "version:1.1.0#1", "once:a", "once:gone"])
    // A tribe that is forgotten on purpose runs again.
    try await ledger.forget(.literal("1.0.0"))
    #expect(try await migrate(targets, ledger, after: predecessors) == ["1.0.0"])
  }

  @Test("A late tribe that a predecessor finished is marked, even if the policy refuses late tribes")
  func lateSideBySide() async throws {
    let own = Predecessor("Own") { Predecessor.State(targets: [.literal("1.0.0")]) }
    let (ledger, policy) = (InMemoryLedger(), MigrationPolicy(late: .fail))
    _ = try await migrate([.literal("3.0.0")], ledger, after: [])
    let targets: [TribeTarget] = [.literal("1.0.0"), .literal("3.0.0"), .literal("4.0.0")]
    #expect(try await migrate(targets, ledger, after: [own], policy) == ["4.0.0"])
  }

  @Test("After tribes have run, a predecessor's version is an error if it covers a tribe without a record")
  func versionSideBySide() async throws {
    try keep("2.0.0", under: "nomad:current_target")
    try keep("2.0.0", under: "MFMigrationManagerLastVersionKey")
    let custom = Predecessor("Own") { Predecessor.State(version: .literal("2.0.0")) }
    for predecessor in [Predecessor.nomad09(suite: suite), .collector(suite: suite), custom] {
      let ledger = InMemoryLedger()
      _ = try await migrate([.literal("3.0.0")], ledger, after: [])
      let before = ledger.history().records
      let targets: [TribeTarget] = [.literal("1.0.0"), .literal("2.5.0"), .literal("3.0.0")]
      let error = await #expect(throws: NomadError.self) {
        _ = try await migrate(targets, ledger, after: [predecessor])
      }
      #expect(error?.code == .predecessorUnreadable)
      #expect(error?.message.contains("2.0.0") == true && error?.message.contains("1.0.0") == true)
      #expect(error?.message.contains("2.5.0") == false)
      #expect(ledger.history().records == before)
      try await ledger.markAsDone(.literal("1.0.0"))
      #expect(try await migrate(targets, ledger, after: [predecessor]) == ["2.5.0"])
    }
  }

  @Test("A version that the first start took over covers no tribe that is added later")
  func adoptedBefore() async throws {
    try keep("2.0.0", under: "nomad:current_target")
    let (ledger, predecessors) = (InMemoryLedger(), [Predecessor.nomad09(suite: suite)])
    _ = try await migrate([.literal("1.0.0"), .literal("3.0.0")], ledger, after: predecessors)
    let added: [TribeTarget] = [.literal("1.0.0"), .literal("1.5.0"), .literal("3.0.0")]
    #expect(try await migrate(added, ledger, after: predecessors) == ["1.5.0"])
    // An older release of the app ran once more.
    try keep("2.7.0", under: "nomad:current_target")
    let error = await #expect(throws: NomadError.self) {
      _ = try await migrate(added + [.literal("2.6.0")], ledger, after: predecessors)
    }
    #expect(error?.code == .predecessorUnreadable)
    // All tribes are meant to run again.
    try keep("2.0.0", under: "nomad:current_target")
    try await ledger.forgetAll()
    #expect(try await migrate(added + [.literal("1.6.0")], ledger, after: predecessors).count == 4)
  }

  @Test("A failed attempt of a tribe says nothing about what a predecessor did")
  func failedBefore() async throws {
    func attempts(_ key: LedgerKey) -> [LedgerRecord] {
      [
        LedgerRecord(.began, key: key, name: "T", module: "App"),
        LedgerRecord(.failed(error: "duplicate column"), key: key, name: "T", module: "App"),
      ]
    }
    let single = Predecessor("Own") { Predecessor.State(targets: [.literal("1.0.0"), .once("a")]) }
    let ledger = InMemoryLedger(attempts("version:1.0.0") + attempts("once:a"))
    #expect(try await migrate([.literal("1.0.0"), .once("a"), .once("b")], ledger, after: [single]) == ["b"])
    let version = Predecessor("Own") { Predecessor.State(version: .literal("2.0.0")) }
    let error = await #expect(throws: NomadError.self) {
      _ = try await migrate([.literal("1.0.0")], InMemoryLedger(attempts("version:1.0.0")), after: [version])
    }
    #expect(error?.code == .predecessorUnreadable)
  }

  @Test("What a predecessor did is not the work of the app that takes it over, so older apps can use it")
  func takenOverByNewerApp() async throws {
    let own = Predecessor("Own") { Predecessor.State(targets: [.literal("1.5.0")]) }
    let ledger = InMemoryLedger()
    _ = try await migrate([.literal("2.0.0")], ledger, after: [], at: "2.0.0")
    let targets: [TribeTarget] = [.literal("1.5.0"), .literal("2.0.0")]
    #expect(try await migrate(targets, ledger, after: [own], at: "3.0.0") == [])
    #expect(try await migrate([.literal("2.0.0")], ledger, after: [], at: "2.0.0") == [])
  }

  @Test("A start without a due tribe, or whose due tribes were forgotten, does not read a predecessor")
  func notRead() async throws {
    let reads = Locked(0)
    let own = Predecessor("Own") {
      reads.withLock { $0 += 1 }
      return Predecessor.State(targets: [.literal("1.0.0")])
    }
    let ledger = InMemoryLedger([
      LedgerRecord(key: "version:1.0.0", name: "1.0.0", module: "App"),
      LedgerRecord(.forgotten, key: "version:2.0.0", name: "2.0.0", module: "App"),
    ])
    let targets: [TribeTarget] = [.literal("1.0.0"), .literal("2.0.0"), .always]
    #expect(try await migrate(targets, ledger, after: [own]) == ["2.0.0", "always"])
    #expect(try await migrate(targets + [.literal("9.0.0")], ledger, after: [own], at: "2.0.0") == ["always"])
    #expect(reads.value == 0)
    #expect(try await migrate(targets + [.literal("9.0.0")], ledger, after: [own], at: "9.0.0") == ["9.0.0", "always"])
    #expect(reads.value > 0)
  }

  @Test("Nomad 0.9: the stored version 2.0, which made it trap at every launch, is read as 2.0.0")
  func lone() async throws {
    try keep("2.0", under: "nomad:current_target")
    let ran = try await migrate(
      [.literal("2.0.0"), .literal("2.1.0")],
      InMemoryLedger(),
      after: [.nomad09(suite: suite)]
    )
    #expect(ran == ["2.1.0"])
  }
}
