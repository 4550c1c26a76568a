import Foundation
import NomadFiles
import NomadRepair
import Testing

@testable import Nomad

/// The information that a tribe has about earlier attempts, and leaves for the next one.
@Suite("TribeAttempt")
struct AttemptTests {
  private let targets: [TribeTarget] = [.literal("1.0.0"), .literal("2.0.0"), .always]

  /// Returns a ledger in which a tribe began several times and neither finished nor failed.
  private func ledger(deaths: Int, of key: LedgerKey, appVersion: String? = nil) -> InMemoryLedger {
    InMemoryLedger(
      (1...max(1, deaths)).map { LedgerRecord(.began, key: key, name: "T", attempt: $0, appVersion: appVersion) }
    )
  }

  /// Returns a type with the name of the tribe in `found()`.
  private static func namesake() -> Any.Type {
    struct Named {}
    return Named.self
  }

  @Test("An attempt is one at the type of its tribe, and not at another type with the same name")
  func found() async throws {
    struct Named: Tribe {
      static let target: TribeTarget = .once("a")
      @TribeDependency private var answers: Locked<[Bool?]>

      func migrate() {
        let attempt = TribeAttempt.current
        answers.value = [attempt?.isAttempt(at: Self.self), attempt?.isAttempt(at: AttemptTests.namesake())]
      }
    }
    let answers = Locked<[Bool?]>([])
    try await Nomad(TribeRegistry([Named.self]), ledger: .inMemory).providing(answers).migrate()
    #expect(answers.value == [true, false])
  }

  @Test("The ledger records the beginning and the end of each attempt with its number")
  func records() async throws {
    let (ledger, works) = (InMemoryLedger(), Locked(false))
    let registry = try TribeRegistry([.literal("1.0.0")]) { _ in if !works.value { throw Failure() } }
    let migrator = Nomad(registry, ledger: ledger, currentVersion: .exactly("1.2"))
    await #expect(throws: NomadError.self) { try await migrator.migrate() }
    works.value = true
    try await migrator.migrate()
    let records = ledger.history().records
    #expect(
      records.map(\.kind) == [.began, .failed(error: #"Failure(reason: "on purpose")"#), .began, .finished]
    )
    #expect(records.map(\.attempt) == [1, 1, 2, 2])
    #expect(records.allSatisfy { $0.key == "version:1.0.0" && $0.appVersion == "1.2" })
  }

  @Test("A tribe can read its attempt's number, whether the previous attempt was interrupted, and the previous error")
  func asks() async throws {
    let seen = Trace()
    let registry = try TribeRegistry([.literal("1.0.0")]) { _ in
      let attempt = try #require(TribeAttempt.current)
      seen.note("\(attempt.number) \(attempt.deaths) \(attempt.wasInterrupted) \(attempt.previousError ?? "-")")
    }
    #expect(TribeAttempt.current == nil)
    try await Nomad(registry, ledger: .inMemory).migrate()
    let events = Trace()
    try await Nomad(registry, ledger: ledger(deaths: 2, of: "version:1.0.0")).migrate {
      if case .retrying(let entry, let deaths) = $0 { events.note("\(entry.name) \(deaths)") }
    }
    let failed = InMemoryLedger([
      LedgerRecord(.began, key: "version:1.0.0", name: "T"),
      LedgerRecord(.failed(error: "no room"), key: "version:1.0.0", name: "T"),
    ])
    try await Nomad(registry, ledger: failed).migrate()
    #expect(seen.all == ["1 0 false -", "3 2 true -", "2 0 false no room"])
    #expect(events.all == ["1.0.0 2"])
  }

  @Test(
    "A tribe's attempts report an interruption until the tribe finishes, even if attempts fail in between",
    arguments: [false, true]
  )
  func interruption(inFile: Bool) async throws {
    let folder = try TemporaryFolder()
    let ledger: any Ledger = inFile ? FileLedger(at: folder.ledgerURL) : InMemoryLedger()
    let (seen, isBroken) = (Trace(), Locked(true))
    let registry = try TribeRegistry([.once("a")]) { _ in
      let attempt = try #require(TribeAttempt.current)
      seen.note("\(attempt.deaths) \(attempt.wasInterrupted)")
      if isBroken.value { throw Failure() }
    }
    try await ledger.withExclusiveAccess { session in
      try await session.append(LedgerRecord(.began, key: "once:a", name: "a", module: "App"))
    }
    // Enough failures for the file to be rewritten without the first of them.
    let failures = 2 * LedgerHistory.Compaction.attempts + 50
    for _ in 1...failures {
      await #expect(throws: NomadError.self) { try await Nomad(registry, ledger: ledger).migrate() }
    }
    isBroken.value = false
    try await Nomad(registry, ledger: ledger).migrate()
    #expect(seen.all == ["1 true"] + Array(repeating: "0 true", count: failures))
    try await ledger.forget(.once("a"))
    try await Nomad(registry, ledger: ledger).migrate()
    #expect(seen.all.last == "0 false")
  }

  @Test("A tribe does not see the checkpoints of another type with the same key")
  func repaired() async throws {
    let ledger = InMemoryLedger([
      LedgerRecord(.began, key: "once:a", name: "Old"),
      LedgerRecord(.checkpoint(name: "next", value: "7"), key: "once:a", name: "Old"),
    ])
    #expect(ledger.history().attempts(at: "once:a").checkpoints == ["next": "7"])
    let seen = Trace()
    let registry = try TribeRegistry([.once("a")]) { _ in
      let attempt = try #require(TribeAttempt.current)
      seen.note("\(attempt.number) \(attempt.wasInterrupted) \(try attempt.checkpoint("next", as: Int.self) ?? 0)")
    }
    try await Nomad(registry, ledger: ledger).migrate()
    #expect(seen.all == ["2 true 0"])
  }

  @Test("Checkpoints with equal values have equal bytes")
  func sortedKeys() async throws {
    struct Place: Codable {
      var (file, line, column, offset, isDone) = ("a", 1, 2, 3, false)
    }
    let ledger = InMemoryLedger()
    let registry = try TribeRegistry([.once("a")]) { _ in
      for _ in 1...20 { try await TribeAttempt.current?.save(Place(), as: "place") }
      throw Failure()
    }
    await #expect(throws: NomadError.self) { try await Nomad(registry, ledger: ledger).migrate() }
    let values = ledger.history().records.compactMap {
      if case .checkpoint(_, let value) = $0.kind { value } else { nil }
    }
    #expect(values.count == 20)
    #expect(Set(values) == [#"{"column":2,"file":"a","isDone":false,"line":1,"offset":3}"#])
  }

  @Test("The description of a LocalizedError is in the run's error and in the ledger")
  func localizedError() async throws {
    struct Full: LocalizedError { var errorDescription: String? { "The disk is full." } }
    let ledger = InMemoryLedger()
    let registry = try TribeRegistry([.once("a")]) { _ in throw Full() }
    let error = await #expect(throws: NomadError.self) { try await Nomad(registry, ledger: ledger).migrate() }
    #expect(error?.message == "a .once(\"a\") failed: The disk is full.")
    #expect(error?.failureReason == "The disk is full.")
    #expect(ledger.history().records.last?.kind == .failed(error: "The disk is full."))
  }

  @Test("Without an app version, only deaths in the current build count towards quarantine")
  func builds() async throws {
    let registry = try TribeRegistry([.once("a")])
    func records(_ build: String?) -> [LedgerRecord] {
      (1...3).map { LedgerRecord(.began, key: "once:a", name: "a", attempt: $0, build: build) }
    }
    let same = Nomad(registry, ledger: InMemoryLedger(records(Build.current)), currentVersion: .unlimited)
    #expect(try await same.plan().quarantinedTribe?.deaths == 3)
    let other = Nomad(registry, ledger: InMemoryLedger(records("another")), currentVersion: .unlimited)
    #expect(try await other.plan().quarantinedTribe == nil)
    let report = try await other.migrate()
    #expect(report.migrated.count == 1)
    #expect(Build.current?.isEmpty == false)
    #expect(try await other.ledger.history().records.filter { $0.kind == .began }.last?.build == Build.current)
  }

  @Test(
    "Checkpoints are available in the next attempt, and are gone when the tribe has finished",
    arguments: [false, true]
  )
  func checkpoints(inFile: Bool) async throws {
    let folder = try TemporaryFolder()
    let ledger: any Ledger = inFile ? FileLedger(at: folder.ledgerURL) : InMemoryLedger()
    let seen = Trace()
    let registry = try TribeRegistry([.always]) { _ in
      let attempt = try #require(TribeAttempt.current)
      let next = try attempt.checkpoint("next", as: Int.self) ?? 0
      seen.note("\(next)")
      try await attempt.save(["a\tb", "ü"], as: "other")
      try await attempt.save(next + 5, as: "next")
      #expect(try attempt.checkpoint("next", as: Int.self) == next + 5)
      #expect(try attempt.checkpoint("other", as: [String].self) == ["a\tb", "ü"])
      if next < 10 { throw Failure() }
    }
    let migrator = Nomad(registry, ledger: ledger)
    for _ in 0..<2 { await #expect(throws: NomadError.self) { try await migrator.migrate() } }
    try await migrator.migrate()
    await #expect(throws: NomadError.self) { try await migrator.migrate() }
    #expect(seen.all == ["0", "5", "10", "0"])
  }

  @Test("A checkpoint that is too large or saved after the tribe has ended is refused")
  func refused() async throws {
    let leaked = Locked<TribeAttempt?>(nil)
    let registry = try TribeRegistry([.once("a")]) { _ in
      let attempt = try #require(TribeAttempt.current)
      leaked.value = attempt
      let error = await #expect(throws: NomadError.self) {
        try await attempt.save(String(repeating: "x", count: TribeAttempt.valueLimit), as: "large")
      }
      #expect(error?.code == .checkpointTooLarge)
      try await attempt.save(String(repeating: "x", count: TribeAttempt.valueLimit - 2), as: "small enough")
    }
    let ledger = InMemoryLedger()
    try await Nomad(registry, ledger: ledger).migrate()
    let count = ledger.history().records.count
    let error = await #expect(throws: NomadError.self) { try await leaked.value?.save(1, as: "late") }
    #expect(error?.code == .attemptEnded)
    #expect(ledger.history().records.count == count)
  }

  @Test("A tribe's progress reports become events until the tribe has ended")
  func progress() async throws {
    let (events, leaked) = (Trace(), Locked<TribeAttempt?>(nil))
    let registry = try TribeRegistry([.once("a")]) { _ in
      leaked.value = TribeAttempt.current
      for done in 1...3 { TribeAttempt.current?.report(done, of: 3) }
    }
    try await Nomad(registry, ledger: .inMemory).migrate {
      if case .progressed(let entry, let completed, let total) = $0 {
        events.note("\(entry.name) \(completed)/\(total)")
      }
    }
    leaked.value?.report(4, of: 3)
    #expect(events.all == ["a 1/3", "a 2/3", "a 3/3"])
  }

  @Test("A tribe's notes become events until the tribe has ended")
  func notes() async throws {
    let (events, leaked) = (Trace(), Locked<TribeAttempt?>(nil))
    let registry = try TribeRegistry([.once("a")]) { _ in
      leaked.value = TribeAttempt.current
      TribeAttempt.current?.note("One note has no date.")
    }
    try await Nomad(registry, ledger: .inMemory).migrate {
      if case .noted = $0 { events.note("\($0)") }
    }
    leaked.value?.note("Late.")
    #expect(events.all == ["a .once(\"a\"): One note has no date."])
  }

  @Test("A cancelled task or a passed deadline stops a tribe at its next checkpoint")
  func stops() async throws {
    for isDeadline in [false, true] {
      let (ledger, seen) = (InMemoryLedger(), Trace())
      let registry = try TribeRegistry([.once("a")]) { _ in
        let attempt = try #require(TribeAttempt.current)
        seen.note("from \(try attempt.checkpoint("next", as: Int.self) ?? 0)")
        for next in (try attempt.checkpoint("next", as: Int.self) ?? 0)..<3 {
          try await attempt.save(next + 1, as: "next")
          if isDeadline {
            try await Task.sleep(for: .milliseconds(300))
          } else if seen.all.count == 1 {
            withUnsafeCurrentTask { $0?.cancel() }
          }
        }
      }
      let migrator = Nomad(registry, ledger: ledger)
      let error = await Task {
        await #expect(throws: NomadError.self) {
          try await migrator.migrate(until: isDeadline ? .now + .milliseconds(200) : nil)
        }
      }.value
      #expect(error?.code == (isDeadline ? .deadlinePassed : .cancelled))
      #expect(ledger.history().attempts(at: "once:a").checkpoints == ["next": "1"])
      #expect(ledger.history().attempts(at: "once:a").deaths == 0)
      #expect(try await migrator.migrate().migrated.count == 1)
      #expect(seen.all == ["from 0", "from 1"])
    }
  }

  @Test("No tribe begins after the deadline has passed")
  func passed() async throws {
    let trace = Trace()
    let migrator = Nomad(try TribeRegistry(targets, tracing: trace), ledger: .inMemory)
    let error = await #expect(throws: NomadError.self) { try await migrator.migrate(until: .now - .seconds(1)) }
    #expect(error?.code == .deadlinePassed)
    #expect(trace.all.isEmpty)
  }

  @Test("After three deaths in a row, a tribe is quarantined, and only the tribes before it run")
  func quarantine() async throws {
    let trace = Trace()
    let registry = try TribeRegistry(targets, tracing: trace)
    let ledger = ledger(deaths: 3, of: "version:2.0.0")
    let events = Trace()
    let error = await #expect(throws: NomadError.self) {
      try await Nomad(registry, ledger: ledger).migrate {
        if case .quarantined(let entry, let deaths) = $0 { events.note("\(entry.name) \(deaths)") }
      }
    }
    #expect(error?.code == .quarantined)
    #expect(error?.report?.migrated.map(\.name) == ["1.0.0"])
    #expect(events.all == ["2.0.0 3"])
    #expect(trace.all == ["1.0.0"])
    let plan = try await Nomad(registry, ledger: ledger).plan()
    #expect(plan.isEmpty)
    #expect(
      plan.steps.map(\.decision) == [
        .skip(.done), .skip(.quarantined(deaths: 3)), .skip(.heldByQuarantinedTribe),
      ]
    )
    // The error is the same if no other tribe runs before the quarantined one.
    let again = await #expect(throws: NomadError.self) { try await Nomad(registry, ledger: ledger).migrate() }
    #expect(again?.code == .quarantined)

    try await Nomad(registry, ledger: ledger, policy: MigrationPolicy(quarantine: .never)).migrate()
    #expect(trace.all == ["1.0.0", "2.0.0", "always"])
  }

  @Test("Only deaths in a row and in the current app version count towards quarantine")
  func deathsThatCount() async throws {
    let registry = try TribeRegistry([.literal("2.0.0")])
    for (deaths, version, runs) in [(2, "3.0", true), (3, "3.0", false), (9, "2.9", true)] {
      let ledger = ledger(deaths: deaths, of: "version:2.0.0", appVersion: version)
      let plan = try await Nomad(registry, ledger: ledger, currentVersion: .exactly("3.0")).plan()
      #expect(plan.isEmpty != runs, "\(deaths) deaths in \(version)")
    }
    let began = LedgerRecord(.began, key: "version:2.0.0", name: "T")
    let failed = LedgerRecord(.failed(error: "e"), key: "version:2.0.0", name: "T")
    #expect(try await !Nomad(registry, ledger: InMemoryLedger([began, began, failed, began, began])).plan().isEmpty)
    for limit in [1, 0, Int.min] {
      let policy = MigrationPolicy(quarantine: .afterDeaths(limit))
      #expect(try await Nomad(registry, ledger: InMemoryLedger([began]), policy: policy).plan().isEmpty)
      #expect(try await !Nomad(registry, ledger: .inMemory, policy: policy).plan().isEmpty)
    }
  }

  @Test("A recorded error text is cut to its limit between two characters")
  func longError() {
    let record = LedgerRecord(.failed(error: String(repeating: "ü", count: 5_000)), key: "a", name: "T")
    guard case .failed(let error) = record.kind else { return #expect(Bool(false)) }
    #expect(error.utf8.count <= LedgerRecord.textLimit)
    #expect(error.hasSuffix("ü…"))
  }

  @Test("A tribe whose checkpoints advance before each death is not quarantined, and one whose checkpoints repeat is")
  func comesFurther() async throws {
    let registry = try TribeRegistry([.once("a")])
    func records(_ values: [String]) -> [LedgerRecord] {
      values.enumerated().flatMap { index, value in
        [.began, .checkpoint(name: "done", value: value)].map { kind in
          LedgerRecord(kind, key: "once:a", name: "a", attempt: index + 1)
        }
      }
    }
    let ahead = InMemoryLedger(records(["1", "2", "3", "4"]))
    #expect(ahead.history().attempts(at: "once:a").deaths == 4)
    #expect(try await Nomad(registry, ledger: ahead).migrate().migrated.count == 1)
    let stuck = InMemoryLedger(records(["1", "2", "2", "2"]))
    let error = await #expect(throws: NomadError.self) { try await Nomad(registry, ledger: stuck).migrate() }
    #expect(error?.code == .quarantined)
  }

  @Test("A CancellationError that a tribe throws without a cancellation is an ordinary failure")
  func ownCancellation() async throws {
    let registry = try TribeRegistry([.once("a")]) { _ in throw CancellationError() }
    for deadline in [nil, ContinuousClock.now + .seconds(60)] {
      let error = await #expect(throws: NomadError.self) {
        try await Nomad(registry, ledger: .inMemory).migrate(until: deadline)
      }
      #expect(error?.code == .tribeFailed)
    }
  }

  @Test("Progress reports of child tasks arrive one at a time, and none arrives after the tribe has ended")
  func reports() async throws {
    let (heard, atOnce, left) = (Trace(), Locked(0), Locked<Task<Void, Never>?>(nil))
    let registry = try TribeRegistry([.once("a")]) { _ in
      let attempt = TribeAttempt.current
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<20 { group.addTask { attempt?.report(number, of: 20) } }
      }
      left.value = Task.detached {
        try? await Task.sleep(for: .milliseconds(30))
        attempt?.report(99, of: 99)
      }
    }
    try await Nomad(registry, ledger: .inMemory).migrate { event in
      guard case .progressed(_, let completed, _) = event else { return }
      #expect(
        atOnce.withLock {
          $0 += 1; return $0
        } == 1
      )
      Thread.sleep(forTimeInterval: 0.001)
      atOnce.withLock { $0 -= 1 }
      heard.note("\(completed)")
    }
    await left.value?.value
    #expect(heard.all.count == 20 && !heard.all.contains("99"))
  }
}
