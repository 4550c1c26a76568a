import Foundation
import Nomad
internal import NomadFiles
internal import NomadTables

/// A rule that every ledger must keep, with its check.
struct LedgerRule: Sendable {
  /// An error for a ledger that breaks the rule.
  struct Violation: Error {
    let reason: String
  }

  /// The rule, as a sentence without a full stop.
  let text: String

  /// Checks the rule on an empty ledger.
  let check: @Sendable (LedgerPair<any Ledger>) async throws -> Void

  init(_ text: String, _ check: @escaping @Sendable (LedgerPair<any Ledger>) async throws -> Void) {
    (self.text, self.check) = (text, check)
  }

  static let all =
    [
      empty, kept, many, own, durable, reverted, replaced, atOnce, ended, performed, together, whole, uncancelled,
      excluded, seen, seenWhole, sealed, cancelled, limited, shared, reported, reentrant, resumed, stopped,
      suspended, derived,
    ] + synchronous
}

extension LedgerRule {
  private static let empty = LedgerRule("a new ledger is empty, and reading it adds nothing") { pair in
    for _ in 0..<2 {
      try expect(try await pair.ledger.history().isEmpty, "a reader finds records")
      try expect(try pair.ledger.immediateHistory()?.isEmpty ?? true, "immediateHistory() finds records")
      let isEmpty = try await pair.ledger.withExclusiveAccess { session in
        try await session.secure()
        return try await session.history().isEmpty
      }
      try expect(isEmpty, "a session finds records")
    }
  }

  private static let kept = LedgerRule("records are read as they were added, whatever they contain") { pair in
    let long = String(repeating: "é", count: LedgerRecord.keyLimit / 2 - 4)
    let records = [
      LedgerRecord(.began, key: "once:open", name: "Open", module: "App", attempt: 1, appVersion: "2.0", build: "7"),
      LedgerRecord(.checkpoint(name: "next", value: "[1,\"a\\tb\"]"), key: "once:open", name: "Open", module: "App"),
      LedgerRecord(.failed(error: "a\tb\r\nc\u{0}\\"), key: "once:open", name: "Open", module: "App"),
      LedgerRecord(.began, key: "once:open", name: "Open", module: "App", attempt: 2, appVersion: "2.0", build: "7"),
      LedgerRecord(key: "version:2.0.0", name: "A.B", module: "App", duration: .seconds(90), appVersion: "2.0"),
      LedgerRecord(key: "once:a\tb\\n", name: "Größe\u{0}\r\n'; --", module: "\\", date: .distantPast),
      LedgerRecord(key: "once:\(long)", name: "", date: .distantFuture, duration: .seconds(Int64.max)),
      LedgerRecord(
        .marked(reason: "by hand"),
        key: "always:🐪",
        name: "🐪",
        date: Date(timeIntervalSince1970: .infinity)
      ),
    ]
    let expected = LedgerHistory(records)
    try await pair.ledger.withExclusiveAccess { session in
      try await session.append(records[0])
      try await session.append(Array(records[1...2]))
      try await session.appendBeforeTransaction([records[3]])
      try await session.append(Array(records[4...]))
      try await session.append([])
    }
    for (reader, name) in [(pair.ledger, "it"), (pair.reopened, "the one that was opened again")] {
      for history in [try await reader.history(), try reader.immediateHistory()].compactMap(\.self) {
        try expect(
          history.finished == expected.finished,
          "of \(expected.finished.map(\.key)), \(name) says that \(history.finished.map(\.key)) finished, or other details"
        )
        let (found, wanted) = (history.attempts(at: "once:open"), expected.attempts(at: "once:open"))
        try expect(found == wanted, "\(name) knows of the attempts \(found) instead of \(wanted)")
        try expect(!history.isFirstStart, "\(name) says that it is the first start")
      }
    }
  }

  private static let many = LedgerRule("records that matter are kept, however many others are added") { pair in
    let records = [
      LedgerRecord(key: "version:1.0.0", name: "A", module: "App"),
      LedgerRecord(.readable("version:1.0.0", since: "1.0.0"), name: "A", module: "App", appVersion: nil),
      LedgerRecord(.began, key: "once:open", name: "Open", module: "App"),
      LedgerRecord(.checkpoint(name: "next", value: "1"), key: "once:open", name: "Open", module: "App"),
      LedgerRecord(.failed(error: "mishap"), key: "once:open", name: "Open", module: "App"),
      LedgerRecord(.began, key: "once:open", name: "Open", module: "App", attempt: 2),
      LedgerRecord(key: "once:gone", name: "Gone", module: "App"),
      LedgerRecord(.forgotten, key: "once:gone", name: "Gone", module: "App"),
    ]
    let others = [LedgerRecord.Kind.began, .finished].map {
      LedgerRecord($0, key: "always:App.T", name: "T", module: "App")
    }
    let expected = LedgerHistory(records + others)
    try await pair.ledger.withExclusiveAccess { session in
      try await session.append(records)
      for _ in 0..<10 { try await session.append((0..<50).flatMap { _ in others }) }
    }
    for reader in pair.both {
      let history = try await reader.history()
      let (keys, wanted) = (Set(history.finished.map(\.key)), Set(expected.finished.map(\.key)))
      try expect(keys == wanted, "of \(wanted), \(keys) finished")
      let (found, attempts) = (history.attempts(at: "once:open"), expected.attempts(at: "once:open"))
      try expect(found == attempts, "it knows of the attempts \(found) instead of \(attempts)")
      let isReadable = history.readableSince["version:1.0.0"] != nil
      try expect(isReadable, "the oldest app that can read the data is not known")
    }
  }

  private static let reverted = LedgerRule(
    "a tribe that is being reverted is not done and has begun, and a tribe that was reverted has not begun"
  ) { pair in
    let key: LedgerKey = "version:2.0.0"
    @Sendable func record(_ kind: LedgerRecord.Kind) -> LedgerRecord {
      LedgerRecord(kind, key: key, name: "B", module: "App", appVersion: "2.0", isOfRevert: true)
    }
    func expectState(isDone: Bool, attempts: Int, _ time: String) async throws {
      for reader in pair.both {
        let history = try await reader.history()
        let (found, count) = (history.isDone(key), history.attempts(at: key).count)
        try expect(
          found == isDone && count == attempts,
          "\(time), it is \(found ? "" : "not ")done after \(count) attempts"
        )
        try expect(!history.isFirstStart, "\(time), it is the first start")
      }
    }
    try await pair.ledger.withExclusiveAccess { session in
      try await session.append(LedgerRecord(key: "version:1.0.0", name: "A", module: "App"))
      try await session.append(LedgerRecord(key: key, name: "B", module: "App"))
      // An attempt in a transaction that was rolled back.
      try await session.append(record(.began))
    }
    try await expectState(isDone: true, attempts: 1, "after a rollback")
    try await pair.ledger.withExclusiveAccess { try await $0.append([record(.forgotten), record(.began)]) }
    try await expectState(isDone: false, attempts: 1, "during the revert")
    try await pair.ledger.withExclusiveAccess {
      try await $0.perform {
      } recording: {
        [record(.forgotten)]
      }
    }
    try await expectState(isDone: false, attempts: 0, "after the revert")
  }

  private static let replaced = LedgerRule("records that are replaced are gone, and the new ones are there") { pair in
    let old = [
      LedgerRecord(key: "version:1.0.0", name: "A", module: "App"),
      LedgerRecord(.began, key: "version:2.0.0", name: "B", module: "App"),
      LedgerRecord.restoring(from: "/snapshots"),
    ]
    let new = [
      LedgerRecord(key: "version:0.9.0", name: "C", module: "App"),
      LedgerRecord(key: "version:1.0.0", name: "A", module: "App"),
    ]
    for (records, next) in [(old, new), (new, []), ([], old)] {
      try await pair.ledger.withExclusiveAccess { session in
        try await session.replaceRecords(with: records)
        try await session.replaceRecords(with: next)
        let keys = try await session.history().finished.map(\.key)
        try expect(keys == LedgerHistory(next).finished.map(\.key), "its session says that \(keys) finished")
      }
      for reader in pair.both {
        let history = try await reader.history()
        let (keys, attempts) = (history.finished.map(\.key), history.attempts(at: "version:2.0.0").count)
        try expect(keys == LedgerHistory(next).finished.map(\.key), "a reader says that \(keys) finished")
        let isRestored = history.restoredFolder == LedgerHistory(next).restoredFolder
        try expect(isRestored, "a reader sees the record of a restore that is gone, or does not see one")
        try expect(attempts == LedgerHistory(next).attempts(at: "version:2.0.0").count, "it knows \(attempts) attempts")
      }
    }
  }

  private static let durable = LedgerRule("records that a session has made durable are known to be durable") { pair in
    try await pair.ledger.withExclusiveAccess { session in
      try await session.append(LedgerRecord(key: "once:a", name: "A"))
      try await session.secure()
    }
    for reader in pair.both {
      try expect(try await reader.history().isDurable, "a reader finds a history that is not durable")
    }
  }

  private static let sealed = LedgerRule("a seal was made for the history, at any time") { pair in
    // The histories for which the session asked for a seal, whose number is the place here.
    let histories = Locked<[[String]]>([])
    @Sendable func words(_ history: LedgerHistory) -> [String] { history.records.map { "\($0.key) \($0.kind)" } }
    @Sendable func seal(numbered number: Int) -> LedgerHistory.Seal? { .init(String(format: "%016llx", number)) }
    @Sendable func seal(after history: LedgerHistory) -> LedgerHistory.Seal? {
      seal(
        numbered: histories.withLock { histories in
          histories.append(words(history))
          return histories.count
        }
      )
    }
    @Sendable func check() async throws {
      for reader in pair.both {
        guard let found = try reader.seal(), found != .open else { continue }
        let present = words(try await reader.history())
        let isRight = histories.value.enumerated().contains { $1 == present && seal(numbered: $0 + 1) == found }
        try expect(isRight, "the seal \(found) was made for another history")
      }
    }
    for records in [[.finished], [.forgotten], [.finished, .marked(reason: "by hand")]] as [[LedgerRecord.Kind]] {
      try await pair.ledger.withExclusiveAccess { session in
        session.seal(by: seal)
        try await session.append(records.map { LedgerRecord($0, key: "once:a", name: "A", module: "App") })
        // As if the process died here.
        try await check()
      }
      try await check()
    }
    try await pair.ledger.withExclusiveAccess { session in
      session.seal(by: seal)
      try await session.replaceRecords(with: [LedgerRecord(key: "once:b", name: "B", module: "App")])
      try await check()
    }
    try await check()
  }

  private static let seen = LedgerRule("a reader does not wait for a run, and sees the records that it added") { pair in
    try await pair.ledger.withExclusiveAccess { session in
      try await session.append(LedgerRecord(key: "once:a", name: "A"))
      for reader in pair.both {
        let reading = Task { try await reader.history().finished.map(\.key) }
        let alarm = Task {
          try await Task.sleep(for: patience)
          reading.cancel()
        }
        defer { alarm.cancel() }
        let result = await reading.result
        guard case .success(["once:a"]) = result else { throw Violation(reason: "the reader ended with \(result)") }
      }
    }
  }

  private static let own = LedgerRule("a session sees what it added") { pair in
    let counts = try await pair.ledger.withExclusiveAccess { session in
      var counts: [Int] = []
      for number in 1...3 {
        try await session.append(LedgerRecord(key: "once:\(number)", name: "T"))
        counts.append(try await session.history().finished.count)
      }
      return counts
    }
    try expect(counts == [1, 2, 3], "it saw \(counts) records instead of 1, 2 and 3")
  }

  private static let atOnce = LedgerRule("records that tasks add at once are all kept") { pair in
    let numbers = 1...10
    try await pair.ledger.withExclusiveAccess { session in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in numbers {
          group.addTask { try await session.append(LedgerRecord(key: "once:\(number)", name: "T")) }
        }
        try await group.waitForAll()
      }
    }
    let found = Set(try await pair.reopened.history().finished.map(\.key))
    try expect(
      found == Set(numbers.map { "once:\($0)" }),
      "of 10 records there are \(found.map(\.description).sorted())"
    )
  }

  private static let ended = LedgerRule(
    "if the body throws, the ledger is released and the error is rethrown"
  ) { pair in
    try await expectMishap("withExclusiveAccess threw nothing") {
      try await pair.ledger.withExclusiveAccess { session in
        try await session.append(LedgerRecord(key: "once:a", name: "A"))
        throw Mishap()
      }
    }
    try await expectReleased(pair.ledger)
  }

  /// Expects that another session can begin, and adds a record.
  static func expectReleased(_ ledger: any Ledger) async throws {
    let next = Task {
      try await ledger.withExclusiveAccess { try await $0.append(LedgerRecord(key: "once:b", name: "B")) }
    }
    try await outcome(of: next).get()
    try await expectFinished(["once:a", "once:b"], in: ledger)
  }

  private static let performed = LedgerRule("work is done once, and recorded when it is done and only then") { pair in
    let (works, seen) = (Locked(0), Locked<[String]>([]))
    try await pair.ledger.withExclusiveAccess { session in
      try await session.perform {
        works.withLock { $0 += 1 }
      } recording: {
        seen.withLock { $0.append("record after \(works.value)") }
        return [LedgerRecord(key: "once:a", name: "A")]
      }
      try await expectMishap("perform hid what the work threw") {
        try await session.perform {
          works.withLock { $0 += 1 }
          throw Mishap()
        } recording: {
          seen.withLock { $0.append("record of a failure") }
          return [LedgerRecord(key: "once:b", name: "B")]
        }
      }
      try await expectMishap("perform hid that there was no record") {
        try await session.perform {
          works.withLock { $0 += 1 }
        } recording: {
          throw Mishap()
        }
      }
      try await session.append(LedgerRecord(.failed(error: "mishap"), key: "once:b", name: "B"))
    }
    try expect(works.value == 3, "three pieces of work were done \(works.value) times")
    try expect(seen.value == ["record after 1"], "the records were made in this order: \(seen.value)")
    try await expectFinished(["once:a"], in: pair.reopened)
    try expect(
      try await pair.reopened.history().attempts(at: "once:b").error == "mishap",
      "the failure is not recorded"
    )
  }

  private static let together = LedgerRule("all records of a piece of work are added, or none of them") { pair in
    let records = [
      LedgerRecord(key: "once:a", name: "A"),
      LedgerRecord(.readable("once:a", since: "2.0.0"), name: "A", appVersion: nil),
    ]
    try await pair.ledger.withExclusiveAccess { session in
      try await expectMishap("perform hid what the work threw") {
        try await session.perform {
          throw Mishap()
        } recording: {
          records
        }
      }
      let none = try await session.history().records.map(\.key)
      try expect(none.isEmpty, "\(none) are recorded after work that failed")
      try await session.perform {
      } recording: {
        records
      }
    }
    let keys = Set(try await pair.reopened.history().records.map(\.key))
    try expect(keys == Set(records.map(\.key)), "of the records of two keys, \(keys) are kept")
  }

  private static let derived = LedgerRule("derived data is made again whenever its source changes") { pair in
    let ran = Locked<[String]>([])
    func nomad(_ source: String, _ ledger: any Ledger, fails: Bool = false) -> Nomad {
      let registry = TribeRegistry(_module: "LedgerConformance") { builder in
        builder.add("Index", target: .whenChanged("index"), position: .whenChanged("index")) {
          ran.withLock { $0.append(source) }
          if fails { throw Violation(reason: "mishap") }
        }
        builder.source(source)
      }
      return Self.nomad(registry, pair.ledger)
    }
    let (one, two) = ("0000000000000001", "0000000000000002")
    for source in [one, one, two, two, one] {
      try await nomad(source, pair.ledger).migrate()
      let plan = try await nomad(source, pair.reopened).plan()
      try expect(plan.isEmpty, "after the source \(source), it is made again without a change")
    }
    try expect(ran.value == [one, two, one], "the sources ran in this order: \(ran.value)")
    do {
      try await nomad(two, pair.ledger, fails: true).migrate()
      throw Violation(reason: "migrate() hid what the tribe threw")
    } catch is NomadError {}
    let plan = try await nomad(one, pair.reopened).plan()
    try expect(!plan.isEmpty, "after a failed attempt with another source, the old data counts as done")
  }

  private static let uncancelled = LedgerRule("a cancelled task adds its records all the same") { pair in
    try await pair.ledger.withExclusiveAccess { session in
      let adding = Task {
        while !Task.isCancelled { await Task.yield() }
        try await session.append(LedgerRecord(key: "once:a", name: "A"))
        try await session.perform {
        } recording: {
          [LedgerRecord(key: "once:b", name: "B")]
        }
      }
      adding.cancel()
      try await adding.value
    }
    try await expectFinished(["once:a", "once:b"], in: pair.reopened)
  }

  private static let excluded = LedgerRule("runs at once run each tribe once, in order") { pair in
    let ran = Locked<[String]>([])
    let registry = registry((1...5).map { ("once:\($0)", .once("\($0)")) }) { name in
      ran.withLock { $0.append(name) }
      await Task.yield()
    }
    let count = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<8 {
        let nomad = nomad(registry, number.isMultiple(of: 2) ? pair.ledger : pair.reopened)
        group.addTask { try await nomad.migrate().migrated.count }
      }
      return try await group.reduce(0, +)
    }
    try expect(ran.value == registry.entries.map(\.name), "eight runs ran \(ran.value)")
    try expect(count == 5, "the reports of eight runs name \(count) tribes instead of 5")
    try expect(try await nomad(registry, pair.ledger).plan().pending.isEmpty, "tribes are pending after that")
  }

  private static let shared = LedgerRule("a run waits for shared access to end, and shared access for a run") { pair in
    let nomad = nomad(withOneTribeIn: pair.ledger)
    let run = try await pair.ledger.withSharedAccess(in: LedgerContext()) {
      try await outcome(of: Task { try await nomad.migrate(until: .now + .milliseconds(100)) })
    }
    try expect(run, .deadlinePassed, "during shared access, a run with a deadline in 0.1 s")
    let access = try await pair.ledger.withExclusiveAccess { _ in
      try await outcome(
        of: Task { try await pair.ledger.withSharedAccess(in: LedgerContext(until: .now + .milliseconds(100))) {} }
      )
    }
    try expect(access, .deadlinePassed, "during a run, shared access with a deadline in 0.1 s")
    try expect(try await nomad.migrate().migrated.count == 1, "after that, a run did not run")
  }

  private static let cancelled = LedgerRule("waiting for another run ends when the task is cancelled") { pair in
    let nomad = nomad(withOneTribeIn: pair.ledger)
    let result = try await pair.ledger.withExclusiveAccess { _ in
      let waiting = Task { try await nomad.migrate() }
      waiting.cancel()
      return try await outcome(of: waiting)
    }
    try expect(result, .cancelled, "the run that waited")
    try expect(try await pair.ledger.history().isEmpty, "it recorded something")
    try expect(try await nomad.migrate().migrated.count == 1, "the next run did not run")
  }

  private static let limited = LedgerRule("waiting for another run ends at the deadline") { pair in
    let nomad = nomad(withOneTribeIn: pair.ledger)
    let result = try await pair.ledger.withExclusiveAccess { _ in
      try await outcome(of: Task { try await nomad.migrate(until: .now + .milliseconds(100)) })
    }
    try expect(result, .deadlinePassed, "a run with a deadline in 0.1 s")
    try expect(try await pair.ledger.history().isEmpty, "it recorded something")
  }

  private static let reported = LedgerRule("a run that waits for another one reports that") { pair in
    let nomad = nomad(withOneTribeIn: pair.ledger)
    let holders = Locked<[String]>([])
    let waiting = try await pair.ledger.withExclusiveAccess { _ in
      let waiting = Task {
        try await nomad.migrate { event in
          if case .waiting(let holder) = event { holders.withLock { $0.append(holder) } }
        }
      }
      try await wait { !holders.value.isEmpty }
      waiting.cancel()
      return waiting
    }
    _ = await waiting.result
    try expect(holders.value.first?.isEmpty == false, "after \(patience) there was no event that names the holder")
  }

  private static let reentrant = LedgerRule(
    "a tribe that migrates with its own ledger does not wait for itself"
  ) { pair in
    // A wrapper with another name hides that both runs have the same ledger.
    for (name, outer) in [("Outer", pair.ledger), ("Wrapped", RenamedLedger(wrapped: pair.ledger))] {
      let inner = nomad(registry([("Inner", .once("inner"))]) { _ in }, pair.ledger)
      let seen = Locked<NomadError.Code?>(nil)
      let tribes = registry([(name, .once(name))]) { _ in
        do {
          try await inner.migrate(until: .now + patience)
        } catch let error as NomadError {
          seen.value = error.code
        }
      }
      try await nomad(tribes, outer).migrate()
      try expect(seen.value == .reentrant, "the run in the run ended with \(seen.value?.rawValue ?? "no error")")
    }
  }

  private static let resumed = LedgerRule(
    "a tribe that failed runs again, with its checkpoints, and no other does"
  ) { pair in
    let (ran, found) = (Locked<[String]>([]), Locked<Int?>(nil))
    let registry = registry([("1.0.0", .literal("1.0.0")), ("2.0.0", .literal("2.0.0"))]) { name in
      ran.withLock { $0.append(name) }
      guard name == "2.0.0", let attempt = TribeAttempt.current else { return }
      found.value = try attempt.checkpoint("next", as: Int.self)
      guard attempt.number == 1 else { return }
      try await attempt.save(7, as: "next")
      throw Mishap()
    }
    let failed = await Task { try await nomad(registry, pair.ledger).migrate() }.result
    guard case .failure(let error as NomadError) = failed, error.underlying is Mishap else {
      throw Violation(reason: "the run of a tribe that throws ended with \(failed)")
    }
    let report = try await nomad(registry, pair.reopened).migrate()
    try expect(ran.value == ["1.0.0", "2.0.0", "2.0.0"], "two runs ran \(ran.value)")
    try expect(found.value == 7, "the second attempt found \(found.value.map { "\($0)" } ?? "no checkpoint")")
    try expect(report.migrated.map(\.name) == ["2.0.0"], "the second report names \(report.migrated.map(\.name))")
    let rest = try await nomad(registry, pair.ledger).migrate().migrated.map(\.name)
    try expect(rest.isEmpty, "with nothing pending, \(rest) ran")
  }

  private static let stopped = LedgerRule("if a run is cancelled, the task of its tribe is cancelled") { pair in
    let hasBegun = Locked(false)
    let nomad = nomad(
      registry([("A", .once("a"))]) { _ in
        hasBegun.value = true
        try await Task.sleep(for: patience)
      },
      pair.ledger
    )
    let running = Task { try await nomad.migrate() }
    try await wait { hasBegun.value }
    running.cancel()
    let result = await running.result
    try expect(result, .cancelled, "the run")
    try expect(try await pair.reopened.history().attempts(at: "once:a").error != nil, "no failure is recorded")
  }

  // MARK: Helpers

  /// The time after which a wait that should have ended is an error.
  @TaskLocal static var patience = Duration.seconds(30)

  /// Returns the result of a run that must end while its caller holds the ledger.
  static func outcome<Value: Sendable>(of run: Task<Value, any Error>) async throws -> Result<Value, any Error> {
    let result = Locked<Result<Value, any Error>?>(nil)
    Task { result.value = await run.result }
    try await wait { result.value != nil }
    if let result = result.value { return result }
    run.cancel()
    throw Violation(reason: "after \(patience), another run still waited")
  }

  /// Waits until a condition holds, or until that is an error.
  private static func wait(until isMet: () -> Bool) async throws {
    let end = ContinuousClock.now + patience
    while !isMet(), end > .now { try await Task.sleep(for: .milliseconds(5)) }
  }

  static func expect(_ isKept: Bool, _ reason: @autoclosure () -> String) throws(Violation) {
    if !isKept { throw Violation(reason: reason()) }
  }

  /// Expects that a run, or a wait for one, ended with an error.
  static func expect<Value>(
    _ result: Result<Value, any Error>,
    _ code: NomadError.Code,
    _ name: String
  ) throws(Violation) {
    if case .failure(let error as NomadError) = result, error.code == code { return }
    throw Violation(reason: "\(name) ended with \(result)")
  }

  /// Expects that exactly these tribes finished, in that order.
  static func expectFinished(_ wanted: [LedgerKey], in ledger: any Ledger) async throws {
    let keys = try await ledger.history().finished.map(\.key)
    let list = wanted.map(\.description).joined(separator: " and ")
    try expect(keys == wanted, "then \(keys) are recorded instead of \(list)")
  }

  /// An error of a closure that the ledger runs, and has to pass on.
  struct Mishap: Error {}

  /// Expects that a call passes on the error of its closure.
  static func expectMishap(_ reason: String, _ body: () async throws -> Void) async throws {
    do { try await body() } catch is Mishap { return }
    throw Violation(reason: reason)
  }

  private static func nomad(withOneTribeIn ledger: any Ledger) -> Nomad {
    nomad(registry([("A", .once("a"))]) { _ in }, ledger)
  }

  static func nomad(_ registry: TribeRegistry, _ ledger: any Ledger) -> Nomad {
    var nomad = Nomad(registry, ledger: .inMemory, currentVersion: .unlimited)
    nomad.ledger = ledger
    return nomad
  }

  static func registry(
    _ tribes: [(name: String, target: TribeTarget)],
    _ migrate: @escaping @Sendable (String) async throws -> Void
  ) -> TribeRegistry {
    TribeRegistry(_module: "LedgerConformance") { builder in
      for (name, target) in tribes {
        guard let position = try? target.position() else { continue }
        builder.add(name, target: target, position: position) { try await migrate(name) }
      }
    }
  }
}

/// A ledger, and another one that keeps its records in the same place.
struct LedgerPair<Kept: Sendable>: Sendable {
  let ledger: Kept
  let reopened: Kept

  var both: [Kept] { [ledger, reopened] }
}

/// A ledger around another one that has a name of its own.
private struct RenamedLedger: LedgerWrapper {
  let wrapped: any Ledger
  var identity: String { "wrapped \(wrapped.identity)" }
}
