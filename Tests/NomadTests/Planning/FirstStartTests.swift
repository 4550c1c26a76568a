import Foundation
import NomadRepair
import Testing

@testable import Nomad
@testable import NomadFiles

@Suite("The first start")
struct FirstStartTests {
  private let targets: [TribeTarget] = [
    .first, .literal("1.0.0"), .dotted("1.1"), .dotted("1.1-1"), .literal("2.0.0"), .literal("3.0.0"), .once("a"),
    .always,
  ]

  private func migrate(
    _ targets: [TribeTarget],
    _ ledger: some Ledger,
    at version: String?,
    _ firstStart: MigrationPolicy.FirstStart
  ) async throws -> [String] {
    let trace = Trace()
    try await Nomad(
      try TribeRegistry(targets, tracing: trace),
      ledger: ledger,
      currentVersion: version.map { .exactly($0) } ?? .unlimited,
      policy: MigrationPolicy(firstStart: firstStart)
    ).migrate()
    return trace.all
  }

  @Test(
    "A once-id that begins with a combining mark ends the first start",
    arguments: ["\u{301}a", "\u{FE0F}x", "\u{200D}"]
  )
  func combiningMark(id: String) async throws {
    let ledger = InMemoryLedger()
    #expect(try await migrate([.once(id)], ledger, at: "1.0.0", .runEverything) == [id])
    #expect(!ledger.history().isFirstStart)
    let targets = [TribeTarget.literal("2.0.0"), .once(id)]
    #expect(try await migrate(targets, ledger, at: "2.0.0", .baselineAtCurrentVersion) == ["2.0.0"])
  }

  @Test(
    "The policy decides which tribes the first start runs and which it marks as done",
    arguments: [
      (.runEverything, ["first", "1.0.0", "1.1", "1.1-1", "2.0.0", "a", "always"]),
      (.baselineAtCurrentVersion, ["first", "a", "always"]),
      (.baseline(at: "1.0"), ["1.1", "1.1-1", "2.0.0", "a", "always"]),
      (.baseline(at: "1.1"), ["1.1-1", "2.0.0", "a", "always"]),
      (.baseline(at: "1.1-1"), ["2.0.0", "a", "always"]),
      (.baseline(at: "2.0.0"), ["a", "always"]),
    ] as [(MigrationPolicy.FirstStart, [String])]
  )
  func policies(firstStart: MigrationPolicy.FirstStart, expected: [String]) async throws {
    let ledger = InMemoryLedger()
    #expect(try await migrate(targets, ledger, at: "2.0.0", firstStart) == expected)
    // Every marked or completed tribe is done; a tribe that waited for its version is not.
    #expect(try await migrate(targets, ledger, at: "3.0.0", firstStart) == ["3.0.0", "always"])
  }

  @Test("A first start without tribes is recorded, so that the next version's tribes still run")
  func nothingToMark() async throws {
    let folder = try TemporaryFolder()
    let ledger = FileLedger(at: folder.ledgerURL)
    #expect(try await migrate([], ledger, at: "1.0", .baselineAtCurrentVersion) == [])
    #expect(
      try ledger.history().records.map(\.kind) == [
        .fact(.baseline("1.0.0", predecessors: [], isForgotten: false))
      ]
    )
    #expect(try await migrate([.literal("2.0.0")], ledger, at: "2.0", .baselineAtCurrentVersion) == ["2.0.0"])
    let other = InMemoryLedger()
    #expect(try await migrate([], other, at: nil, .baselineAtCurrentVersion) == [])
    #expect(try await migrate([.literal("2.0.0")], other, at: nil, .baselineAtCurrentVersion) == ["2.0.0"])
  }

  @Test("A tribe that is added below the baseline is late")
  func late() async throws {
    let ledger = InMemoryLedger()
    _ = try await migrate([], ledger, at: "2.0", .baselineAtCurrentVersion)
    let migrator = Nomad(
      try TribeRegistry([.literal("1.5.0")]),
      ledger: ledger,
      currentVersion: .exactly("2.0"),
      policy: MigrationPolicy(firstStart: .baselineAtCurrentVersion, late: .fail)
    )
    let error = await #expect(throws: NomadError.self) { try await migrator.migrate() }
    #expect(error?.code == .lateTribe)
  }

  @Test("A start is still the first one if tribes were marked by hand before it")
  func markedBefore() async throws {
    let ledger = InMemoryLedger()
    try await ledger.markAsDone(.once("a"))
    try await ledger.markAsDone(.literal("1.0.0"))
    let ran = try await migrate(targets, ledger, at: "2.0.0", .baselineAtCurrentVersion)
    // A version is recorded, so `.first` tribes no longer run.
    #expect(ran == ["always"])
    #expect(try await migrate(targets, ledger, at: "3.0.0", .baselineAtCurrentVersion) == ["3.0.0", "always"])
  }

  @Test("A tribe that is added at the baseline's version is pending and not late, while one below it is late")
  func atBaseline() async throws {
    let ledger = InMemoryLedger()
    _ = try await migrate([], ledger, at: "1.4", .baselineAtCurrentVersion)
    let migrator = Nomad(try TribeRegistry([.dotted("1.3"), .dotted("1.4")]), ledger: ledger)
    #expect(try await migrator.plan().late.map(\.name) == ["1.3"])
    #expect(try await migrator.plan().pending.map(\.name) == ["1.3", "1.4"])
    #expect(try await migrator.plan().newerTribes.isEmpty)
  }

  @Test("After a tribe began or everything was forgotten, no start is a first start, even after compaction")
  func neverAgain() async throws {
    for begins in [true, false] {
      let folder = try TemporaryFolder()
      let ledger = FileLedger(at: folder.ledgerURL)
      if begins {
        try await ledger.withExclusiveAccess { session in
          try await session.append(LedgerRecord(.began, key: "version:1.0.0", name: "1.0"))
        }
      } else {
        try await ledger.forgetAll()
      }
      #expect(try !ledger.history().isFirstStart)
      for _ in 0..<150 { try await ledger.markAsDone(.dotted("1.0")) }
      #expect(try ledger.history().records.count < 150)
      #expect(try !ledger.history().isFirstStart)
      #expect(
        try await migrate([.dotted("1.0"), .dotted("2.0")], ledger, at: "2.0", .baselineAtCurrentVersion) == ["2.0"]
      )
    }
  }

  @Test("A start is still the first one if a tribe was marked by hand and forgotten before it")
  func markedAndForgotten() async throws {
    let ledger = InMemoryLedger()
    try await ledger.markAsDone(.once("x"))
    try await ledger.forget(.once("x"))
    #expect(ledger.history().isFirstStart)
    #expect(try await migrate([.dotted("1.0")], ledger, at: "1.0", .baselineAtCurrentVersion) == [])
  }

  @Test("A baseline is marked even if an .always tribe is in quarantine")
  func quarantinedAlways() async throws {
    let ledger = InMemoryLedger(
      (1...3).map { LedgerRecord(.began, key: "always:App.always", name: "always", attempt: $0, appVersion: "3.0") }
    )
    let trace = Trace()
    let migrator = Nomad(
      try TribeRegistry([.dotted("1.0"), .dotted("3.0"), .always], tracing: trace),
      ledger: ledger,
      currentVersion: .exactly("3.0"),
      policy: MigrationPolicy(firstStart: .baseline(at: "2.0"))
    )
    let error = await #expect(throws: NomadError.self) { try await migrator.migrate() }
    #expect(error?.code == .quarantined)
    #expect(trace.all == ["3.0"])
    #expect(ledger.history().isDone("version:1.0.0"))
  }

  @Test("The plan lists the tribes that a run would mark, and marks none")
  func plan() async throws {
    let ledger = InMemoryLedger()
    let migrator = Nomad(
      try TribeRegistry(targets),
      ledger: ledger,
      currentVersion: .exactly("2.0.0"),
      policy: MigrationPolicy(firstStart: .baselineAtCurrentVersion)
    )
    let plan = try await migrator.plan()
    #expect(plan.marked.map(\.target) == [.literal("1.0.0"), .dotted("1.1"), .dotted("1.1-1"), .literal("2.0.0")])
    #expect(plan.description.contains("✓ 1.1-1"))
    #expect(ledger.history().isEmpty)
    let marked = Trace()
    try await migrator.migrate { if case .marked(let entry) = $0 { marked.note(entry.name) } }
    #expect(marked.all == ["1.0.0", "1.1", "1.1-1", "2.0.0"])
    #expect(try await migrator.plan().marked.isEmpty)
  }

  @Test("The first start marks all of its tribes or none, whichever file operation fails")
  func atomic() async throws {
    var call = 0
    while true {
      let folder = try TemporaryFolder()
      let files = FailingFileOperations(at: call, error: EIO)
      let trace = Trace()
      let policy = MigrationPolicy(firstStart: .baselineAtCurrentVersion)
      let registry = try TribeRegistry(targets, tracing: trace)
      let version = CurrentVersion.exactly("2.0.0")
      let failing = FileLedger(.url(folder.ledgerURL), files: files)
      _ = try? await Nomad(registry, ledger: failing, currentVersion: version, policy: policy).migrate()
      try await Nomad(registry, ledger: .file(at: folder.ledgerURL), currentVersion: version, policy: policy).migrate()
      #expect(Set(trace.all) == ["first", "a", "always"], "call \(call)")
      guard files.hasFailed else { break }
      call += 1
    }
    #expect(call > 30)
  }

  /// A first start that ends in a `.first` tribe, before which another one may have finished.
  private func interrupted(
    _ ledger: InMemoryLedger,
    at version: CurrentVersion = .exactly("2.0.0"),
    hasMade: Bool = true
  ) async throws {
    let first = TribeRegistry(_module: "App") { tribes in
      if hasMade { tribes.add("files", target: .first, position: .first) {} }
      tribes.add("photos", target: .first, position: .first) { throw CancellationError() }
    }
    let nomad = Nomad(
      TribeRegistry(combining: [try TribeRegistry(Array(targets.dropFirst())), first]),
      ledger: ledger,
      currentVersion: version,
      policy: MigrationPolicy(firstStart: .baselineAtCurrentVersion)
    )
    await #expect(throws: NomadError.self) { try await nomad.migrate() }
    #expect(ledger.history().isFirstStart)
  }

  @Test(
    "An install stays fresh, although the app takes the files of its `.first` tribes for old data",
    arguments: [.runEverything, .baseline(at: "1.0"), .baselineAtCurrentVersion] as [MigrationPolicy.FirstStart]
  )
  func staysFresh(later: MigrationPolicy.FirstStart) async throws {
    let ledger = InMemoryLedger()
    try await interrupted(ledger)
    #expect(ledger.history().records.first?.kind == .fact(.fresh("2.0.0")))
    // A later release's tribe runs on the data of the release that made it.
    #expect(try await migrate(targets, ledger, at: "3.0.0", later) == ["first", "3.0.0", "a", "always"])
    #expect(ledger.history().baseline == TribeVersion("2.0.0"))
    #expect(try await migrate(targets, ledger, at: "3.0.0", later) == ["always"])
  }

  @Test("Until a `.first` tribe has finished, a fresh install has the version of the app that continues")
  func nothingMade() async throws {
    for (version, ran) in [("3.0.0", ["first", "a", "always"]), ("1.0.0", ["first", "a", "always"])] {
      let ledger = InMemoryLedger()
      try await interrupted(ledger, hasMade: false)
      #expect(try await migrate(targets, ledger, at: version, .runEverything) == ran)
      #expect(ledger.history().baseline?.text == version)
      #expect(ledger.history().records.last { $0.kind.word == "fresh" }?.kind.fields == [version])
    }
  }

  @Test("Without a version, a fresh install has the tribes of the release that made it", arguments: [true, false])
  func staysFreshWithoutVersion(hasMade: Bool) async throws {
    let ledger = InMemoryLedger()
    try await interrupted(ledger, at: .unlimited, hasMade: hasMade)
    let later = targets + [.literal("4.0.0")]
    let ran = try await migrate(later, ledger, at: nil, .runEverything)
    #expect(ran == (hasMade ? ["first", "4.0.0", "a", "always"] : ["first", "a", "always"]))
  }

  @Test("A fresh install is recorded before a `.first` tribe, although another one is on hold")
  func heldFresh() async throws {
    let ledger = InMemoryLedger()
    var nomad = Nomad(
      TribeRegistry(_module: "App") { tribes in
        tribes.add("files", target: .first, position: .first) {}
        tribes.add("photos", target: .first, position: .first) {}
        tribes.add("1.0.0", target: .literal("1.0.0"), position: .version(TribeVersion([1]))) {}
      },
      ledger: ledger,
      currentVersion: .exactly("1.0.0"),
      policy: MigrationPolicy(firstStart: .baselineAtCurrentVersion, hold: ["first:App.photos"])
    )
    let held = nomad
    await #expect(throws: NomadError.self) { try await held.migrate() }
    nomad.policy = MigrationPolicy(firstStart: .baseline(at: "1.0"))
    #expect(try await nomad.migrate().migrated.map(\.name) == ["files", "photos"])
  }

  @Test("What an older release made on a fresh install can be too old")
  func freshAndOld() async throws {
    for hasMade in [true, false] {
      let ledger = InMemoryLedger()
      try await interrupted(ledger, hasMade: hasMade)
      let nomad = Nomad(
        try TribeRegistry([.first, .literal("3.0.0"), .literal("4.0.0")]),
        ledger: ledger,
        currentVersion: .exactly("4.0.0"),
        policy: MigrationPolicy(firstStart: .baselineAtCurrentVersion, oldest: "3.0.0")
      )
      #expect(try await nomad.plan().isTooOld == hasMade)
    }
  }

  @Test("An older app may continue a fresh install, and a module that shares the ledger decides on its own")
  func freshElsewhere() async throws {
    let ledger = InMemoryLedger()
    try await interrupted(ledger)
    let other = TribeRegistry(_module: "Other") { tribes in
      tribes.add("other", target: .literal("1.5.0"), position: .version("1.5.0")) {}
    }
    #expect(try await Nomad(other, ledger: ledger).plan().pending.map(\.name) == ["other"])
    let policy = MigrationPolicy(newerData: .run)
    let older = Nomad(try TribeRegistry(targets), ledger: ledger, currentVersion: .exactly("1.0.0"), policy: policy)
    #expect(try await older.migrate().migrated.map(\.name) == ["first", "a", "always"])
    // The tribes of the newer app that this one lacks are not done.
    #expect(ledger.history().baseline == TribeVersion("1.0.0"))
  }

  @Test("If everything is forgotten, an install is no longer fresh")
  func forgottenFresh() async throws {
    let ledger = InMemoryLedger()
    try await interrupted(ledger)
    try await ledger.forgetAll()
    #expect(try await migrate([.literal("1.0.0")], ledger, at: "2.0.0", .runEverything) == ["1.0.0"])
  }

  @Test("A baseline that is not a version or is newer than the app is an error", arguments: ["", "x", "1.0b", "3"])
  func illegal(version: String) async throws {
    let error = await #expect(throws: NomadError.self) {
      try await migrate([.literal("1.0.0")], InMemoryLedger(), at: "2", .baseline(at: version))
    }
    #expect(error?.code == .illegalBaseline)
  }
}
