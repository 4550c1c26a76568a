import Foundation
import NomadAdoption
import NomadFiles
import NomadRepair
import Testing

@testable import Nomad
@testable import NomadFormat
@testable import NomadTesting

@Suite("The end of a tribe and the begin of the next one")
struct BetweenTribesTests: LedgerFixture {
  let folder: TemporaryFolder
  let ledger: FileLedger

  init() throws {
    folder = try TemporaryFolder()
    ledger = FileLedger(at: folder.ledgerURL)
  }

  private let targets: [TribeTarget] = [.once("a"), .once("b"), .once("c"), .once("d")]

  /// The kinds of the records in each line, without those of lines that are no records.
  private func lines() throws -> [[String]] {
    try bytes().split(separator: LedgerFormat.newline).dropFirst().compactMap { line in
      let payload = Array(line.split(separator: LedgerFormat.space, maxSplits: 3)[3])
      guard case .records(let records)? = LedgerPayload(payload, in: 0..<payload.count) else { return nil }
      return records.map { "\($0.kind.word) \($0.key)" }
    }
  }

  @Test("Both are one line, which is synced once")
  func oneLine() async throws {
    let files = FailingFileOperations()
    try await Nomad(TribeRegistry(targets), ledger: FileLedger(.url(folder.ledgerURL), files: files)).migrate()
    #expect(
      try lines() == [
        ["began once:a"], ["finished once:a", "began once:b"], ["finished once:b", "began once:c"],
        ["finished once:c", "began once:d"], ["finished once:d"],
      ]
    )
    // The first line makes the file.
    #expect(files.calls.count { $0 == "fdatasync" } == targets.count)
    #expect(try ledger.history().records.map(\.attempt) == Array(repeating: 1, count: 2 * targets.count))
  }

  @Test("The duration of a tribe counts from its own begin")
  func duration() async throws {
    let registry = try TribeRegistry([.once("a"), .once("b")]) { name in
      if name == "a" { try await Task.sleep(for: .milliseconds(80)) }
    }
    let report = try await Nomad(registry, ledger: ledger).migrate()
    let durations = report.migrated.map(\.duration)
    #expect(durations[0] >= .milliseconds(80) && durations[1] < durations[0])
    let records = try ledger.history().records
    #expect(records.map(\.kind) == [.began, .finished, .began, .finished])
    #expect(records[2].duration == .zero && records[3].duration < records[1].duration)
  }

  @Test("An event after which the run has to stop leaves no trace of the next tribe", arguments: [false, true])
  func stop(byDeadline: Bool) async throws {
    let trace = Trace()
    let migrator = Nomad(try TribeRegistry(targets, tracing: trace), ledger: ledger)
    let run = Task {
      let deadline = ContinuousClock.now + .seconds(byDeadline ? 3 : 600)
      return try await migrator.migrate(until: deadline) { event in
        guard case .finished(let tribe, _) = event, tribe.key == "once:b" else { return }
        if byDeadline { while ContinuousClock.now < deadline { usleep(1_000) } }
        if !byDeadline { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    let error = await #expect(throws: NomadError.self) { try await run.value }
    #expect(error?.code == (byDeadline ? .deadlinePassed : .cancelled))
    #expect(error?.report?.migrated.map(\.name) == ["a", "b"])
    #expect(trace.all == ["a", "b"])
    let history = try ledger.history()
    #expect(history.state(of: "once:c") == nil && history.attempts(at: "once:c") == LedgerHistory.Attempts())
    #expect(history.uses(since: 0).allSatisfy { history.records[$0].key != "once:c" })
    try await migrator.migrate { event in
      if case .began(let tribe, _, _) = event { trace.note("began \(tribe.name)") }
    }
    #expect(trace.all == ["a", "b", "began c", "c", "began d", "d"])
    #expect(try ledger.history().records.last { $0.key == "once:c" }?.attempt == 1)
  }

  @Test("A run that has to stop before the first tribe with a version leaves the first start open")
  func stopInFirstStart() async throws {
    let migrator = Nomad(try TribeRegistry([.first, .literal("1.0.0")]), ledger: ledger)
    let run = Task {
      try await migrator.migrate { event in
        if case .finished = event { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    let error = await #expect(throws: NomadError.self) { try await run.value }
    #expect(error?.code == .cancelled)
    #expect(try lines().map { $0.map { $0.prefix { $0 != " " } } } == [["began"], ["finished"]])
    #expect(try ledger.history().isFirstStart)
  }

  @Test("A tribe of each start that must not begin any more stays done")
  func stopBeforeAlways() async throws {
    let migrator = Nomad(try TribeRegistry([.once("a"), .always]), ledger: ledger)
    try await migrator.migrate()
    try await ledger.forget(.once("a"))
    let always = try #require(try ledger.history().finished.last { $0.key != "once:a" }?.key)
    let run = Task {
      try await migrator.migrate { event in
        if case .finished = event { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    let error = await #expect(throws: NomadError.self) { try await run.value }
    #expect(error?.code == .cancelled)
    #expect(try ledger.history().isDone(always))
    #expect(try await migrator.migrate().migrated.map(\.name) == ["always"])
  }

  @Test("A tribe that was tried before loses nothing if the run has to stop before it")
  func triedBefore() async throws {
    let registry = try TribeRegistry([.once("a"), .once("b")]) { name in
      guard name == "b" else { return }
      try await TribeAttempt.current?.save(1, as: "step")
      throw CocoaError(.fileNoSuchFile)
    }
    let migrator = Nomad(registry, ledger: ledger)
    await #expect(throws: NomadError.self) { try await migrator.migrate() }
    try await ledger.forget(.once("a"))
    let before = try ledger.history().attempts(at: "once:b")
    let run = Task {
      try await migrator.migrate { event in
        if case .finished = event { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    let error = await #expect(throws: NomadError.self) { try await run.value }
    #expect(error?.code == .cancelled)
    #expect(try before.checkpoints["step"] == "1" && ledger.history().attempts(at: "once:b") == before)
  }

  @Test("A process that dies between the line and the work of the second tribe has died in that tribe")
  func death() async throws {
    let dying = DyingLedger(ledger, after: { $0.kind == .finished && $0.key == "once:b" })
    let trace = Trace()
    let registry = try TribeRegistry(targets, tracing: trace) { name in
      if name == "c" { trace.note("\(TribeAttempt.current?.number ?? 0) \(TribeAttempt.current?.deaths ?? 0)") }
    }
    await #expect(throws: NomadError.self) { try await Nomad(registry, ledger: dying).migrate() }
    try await Nomad(registry, ledger: ledger).migrate()
    #expect(trace.all == ["a", "b", "c", "2 1", "d"])
  }

  @Test("Without room for the next tribe, the end of the one before is recorded alone", arguments: [ENOSPC, EDQUOT])
  func fullDisk(error: Int32) async throws {
    // Texts for which each begin of a tribe needs another page.
    let targets = ["a", "b", "c"].map { TribeTarget.once($0 + String(repeating: "-", count: 3_000)) }
    let (other, working) = (try TemporaryFolder(), FailingFileOperations())
    try await Nomad(TribeRegistry(targets), ledger: FileLedger(.url(other.ledgerURL), files: working)).migrate()
    let reservations = working.calls.indices.filter { working.calls[$0] == "fallocate" }
    #expect(reservations.count == targets.count)
    for (done, number) in reservations.enumerated().dropFirst() {
      for forGood in [false, true] {
        let (folder, trace) = (try TemporaryFolder(), Trace())
        let full = FailingFileOperations(at: number, error: error, again: forGood)
        let migrator = Nomad(
          try TribeRegistry(targets, tracing: trace),
          ledger: FileLedger(.url(folder.ledgerURL), files: full)
        )
        if forGood {
          let failure = await #expect(throws: NomadError.self) { try await migrator.migrate() }
          #expect(failure?.code == .ledgerWriteFailed)
          #expect(failure?.report?.migrated.count == done)
        } else {
          try await migrator.migrate()
        }
        #expect(trace.all.count == (forGood ? done : targets.count))
        let finished = try FileLedger(at: folder.ledgerURL).history().finished
        #expect(finished.map(\.name) == trace.all)
      }
    }
  }

  @Test("If a disk is full in the middle of the line, the end is recorded alone", arguments: [1, 2, 3])
  func fullInLine(done: Int) async throws {
    // Each tribe but the last ends with such a line, which is the only call of `write` between two syncs.
    let (other, working) = (try TemporaryFolder(), FailingFileOperations())
    try await Nomad(TribeRegistry(targets), ledger: FileLedger(.url(other.ledgerURL), files: working)).migrate()
    let syncs = working.calls.indices.filter { working.calls[$0] == "fdatasync" }
    let write = try #require(working.calls[..<syncs[done - 1]].lastIndex(of: "write"))
    let (trace, full) = (Trace(), FailingFileOperations(at: write, error: ENOSPC))
    let registry = try TribeRegistry(targets, tracing: trace)
    try await Nomad(registry, ledger: FileLedger(.url(folder.ledgerURL), files: full)).migrate()
    #expect(full.hasFailed && trace.all == ["a", "b", "c", "d"])
    #expect(try lines()[done] == ["finished once:\(trace.all[done - 1])"])
    #expect(try ledger.history().finished.map(\.name) == trace.all)
  }

  @Test("A tribe of which more than its begin is recorded begins on its own")
  func moreThanBegin() async throws {
    struct First: Tribe {
      static let target: TribeTarget = .literal("1.0.0")
      func migrate() {}
    }
    struct Guarded: Tribe {
      static let target: TribeTarget = .literal("2.0.0")
      static let readableSince: TribeVersion? = "2.0.0"
      func migrate() {}
    }
    try await Nomad(TribeRegistry([First.self, Guarded.self]), ledger: ledger).migrate()
    #expect(
      try lines().map { $0.map { $0.split(separator: " ")[0] } }
        == [["began"], ["finished"], ["readable", "began"], ["finished"]]
    )
  }

  private struct Postponed: PostponableTribe {
    static let target: TribeTarget = .literal("0.1.0")
    func migrate() {}
  }

  private struct Requiring: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    static let requires: [Any.Type] = [Postponed.self]
    func migrate() {}
  }

  @Test("A tribe begins on its own if it may have to wait, with predecessors, and in a first start after `.first`")
  func beginsAlone() async throws {
    struct First: Tribe {
      static let target: TribeTarget = .first
      func migrate() {}
    }
    struct Waiting: PostponableTribe {
      static let target: TribeTarget = .literal("1.5.0")
      func migrate() {}
    }
    struct Last: Tribe {
      static let target: TribeTarget = .literal("1.0.0")
      func migrate() {}
    }
    struct Next: Tribe {
      static let target: TribeTarget = .literal("2.0.0")
      func migrate() {}
    }
    /// The kinds of the records in each call.
    func calls(
      _ types: [any ListedTribe.Type],
      refusing refused: String? = nil,
      _ change: (inout Nomad) -> Void = { _ in }
    ) async throws -> [String] {
      let calls = Locked<[String]>([])
      let ledger = DyingLedger(PostponingLedger(refusing: refused), .before) { records in
        calls.withLock { $0.append(records.map(\.kind.word).joined(separator: " ")) }
        return nil
      }
      var migrator = Nomad(try TribeRegistry(types), ledger: ledger)
      change(&migrator)
      let nomad = migrator
      if refused == nil {
        try await nomad.migrate()
      } else {
        let error = await #expect(throws: NomadError.self) { try await nomad.migrate() }
        #expect(error?.code == .requiredTribe)
      }
      return calls.value.filter { $0 != "fresh" }
    }
    #expect(try await calls([Last.self, Next.self]) == ["began", "finished began", "finished"])
    #expect(try await calls([First.self, Last.self]) == ["began", "finished", "began", "finished"])
    let waiting = try await calls([Last.self, Waiting.self])
    #expect(waiting == ["began", "finished", "began", "finished"])
    // The last tribe requires one that found that it has to wait.
    let types: [any ListedTribe.Type] = [First.self, Postponed.self, Last.self, Requiring.self]
    let requiring = try await calls(types, refusing: "BetweenTribesTests.Postponed")
    #expect(requiring == ["began", "finished", "began", "began", "finished"])
    let adopting = try await calls([Last.self, Next.self]) { $0.predecessors = [Predecessor("Other") { nil }] }
    #expect(!adopting.contains("finished began") && adopting.filter { $0 == "began" }.count == 2)
  }

  @Test("A tribe finishes although the record that the next one begins is too long")
  func tooLong() async throws {
    let targets: [TribeTarget] = [.once("a"), .once(String(repeating: "b", count: LedgerRecord.keyLimit))]
    let migrator = Nomad(try TribeRegistry(targets), ledger: ledger)
    let error = await #expect(throws: NomadError.self) { try await migrator.migrate() }
    #expect(error?.report?.migrated.map(\.name) == ["a"])
    #expect(try lines() == [["began once:a"], ["finished once:a"]])
  }

  @Test("A line of several records is read as it was added, and its damage is found")
  func severalRecords() async throws {
    let texts = ["\\+", "\t\\+\t", "+", "", "\t", "\\\t+\n"]
    let records = texts.map {
      LedgerRecord(.checkpoint(name: $0, value: $0), key: LedgerKey("once:" + $0), name: $0, module: "App")
    }
    try await append("once:first")
    try await ledger.withExclusiveAccess { session in try await session.append(records) }
    try await append("once:last")
    #expect(try Array(ledger.history().records.dropFirst().dropLast()) == records)
    #expect(try lines().map(\.count) == [1, records.count, 1])
    #expect(try LedgerReader.read(bytes()).lastSequence == records.count + 2)
    // A torn line is none of its records.
    let whole = try unsealedBytes()
    let lastLine = try #require(whole.dropLast().lastIndex(of: LedgerFormat.newline))
    let start = try #require(whole[..<lastLine].lastIndex(of: LedgerFormat.newline))
    // The lock's file counts the records.
    try FileManager.default.removeItem(atPath: folder.ledgerURL.path + ".lock")
    for length in start + 1..<lastLine {
      try write(Array(whole[..<length]))
      #expect(try keys() == ["once:first"])
    }
    // A missing line is missed.
    try write(Array(whole[...start] + whole[(lastLine + 1)...]))
    #expect(try await refusal() == .ledgerDamaged)
    try write(Array(whole[...lastLine].dropLast(3) + whole[lastLine...]))
    #expect(try await refusal() == .ledgerDamaged)
  }
}
