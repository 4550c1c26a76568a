import Foundation
import Nomad
import NomadFiles
import NomadTables
import Testing

@testable import NomadTesting

@Suite("LedgerConformance")
struct LedgerConformanceTests {
  @Test("Ledgers in memory keep all rules")
  func inMemory() async throws {
    try await LedgerConformance.verify { InMemoryLedger() }
  }

  /// The longest wait for a ledger, which is enough even on a busy machine.
  private static let patience = Duration.seconds(3_600)

  @Test("Ledgers in files keep all rules, even when they are opened again")
  func file() async throws {
    let folder = try TemporaryFolder()
    try await LedgerConformance.verify {
      FileLedger(at: folder.url.appendingPathComponent(UUID().uuidString), waitingAtMost: Self.patience)
    } reopening: { ledger in
      FileLedger(at: URL(fileURLWithPath: ledger.identity), waitingAtMost: Self.patience)
    }
  }

  @Test("Ledgers that wrap other ledgers keep all rules")
  func decorated() async throws {
    let folder = try TemporaryFolder()
    try await LedgerConformance.verify {
      let file = FileLedger(at: folder.url.appendingPathComponent(UUID().uuidString), waitingAtMost: Self.patience)
      return DyingLedger(FailingLedger(file) { _ in false }, before: { _ in false })
    }
  }

  @Test("An asynchronous ledger with only the required members keeps all rules")
  func awaited() async throws {
    try await LedgerConformance.verify { AwaitedLedger(FaultyLedger(nil)) }
  }

  @Test(
    "Verification finds a ledger that breaks a rule",
    arguments: [
      (.begins, "a new ledger is empty"), (.forgets, "records are read"), (.mangles, "records are read"),
      (.isBlind, "a session sees"), (.failsRivals, "records that tasks add at once"),
      (.hidesErrors, "if the body throws"), (.worksTwice, "work is done once"),
      (.recordsFirst, "work is done once"), (.recordsFailures, "work is done once"),
      (.keepsOneRecord, "all records of a piece of work"),
      (.excludesNobody, "runs at once"), (.hidesCancellation, "waiting for another run"),
      (.isNeverDurable, "records that a session has made durable"), (.misseals, "a seal was"),
      (.ignoresCancellation, "waiting for another run ends when the task"),
      (.ignoresDeadline, "waiting for another run ends at the deadline"),
      (.waitsSilently, "a run that waits for another one reports"),
      (.keepsKindsOnce, "records are read"), (.compactsTooMuch, "records that matter"),
      (.waitsToRead, "a reader does not wait"), (.sealsAtTheEnd, "a seal was"), (.sealsForGood, "a seal was"),
      (.forgetsLast, "a tribe that is being reverted"), (.heedsCancellation, "a cancelled task"),
      (.worksInAnotherTask, "if a run is cancelled"), (.sharesWithRuns, "a run waits for shared access"),
      (.addsOneByOne, "all records of one call"),
      (.swallowsErrors, "all records of one call"), (.addsSlowly, "a reader sees all records"),
      (.admitsRivals, "while a session is suspended"), (.neverReleases, "if the body throws"),
      (.claimsTransactions, "the changes of a tribe"), (.forgetsBegins, "records are read"),
    ] as [(FaultyLedger.Fault, String)]
  )
  func broken(fault: FaultyLedger.Fault, rule: String) async throws {
    // Only a ledger that is never released makes the suite wait so long.
    let patience = Duration.seconds(fault == .neverReleases ? 1 : 30)
    let error = await #expect(throws: LedgerConformance.Failure.self) {
      try await LedgerRule.$patience.withValue(patience) {
        try await LedgerConformance.verify { FaultyLedger(fault) }
      }
    }
    #expect(error?.rule.hasPrefix(rule) == true, "\(error.map { "\($0)" } ?? "nothing")")
  }

  /// Changes the data of a ledger that claims transactions and has none.
  private struct Claiming: Tribe, SendableMetatype {
    @TaskLocal static var data: Locked<Bool>?
    static let target: TribeTarget = .literal("1.0.0")
    static let transactionKind: String? = FaultyLedger.kind

    func migrate() { Self.data?.value = true }
  }

  @Test("Verification finds a ledger that claims a transactionKind and keeps the changes of a tribe without its record")
  func claimed() async throws {
    let data = Locked(false)
    let error = await Claiming.$data.withValue(data) {
      await #expect(throws: LedgerConformance.Failure.self) {
        let transaction = LedgerConformance.Transaction(of: Claiming.self) { _ in data.value }
        try await LedgerConformance.verify(committing: transaction) { FaultyLedger(.claimsTransactions) }
      }
    }
    #expect(error?.description.contains("kept, although its record was not added") == true)
    // A ledger with the transactions keeps the rule, and one of another kind is not checked with the tribe.
    let rule = LedgerRule.committed(LedgerConformance.Transaction(of: Claiming.self) { _ in true })
    let pair = LedgerPair<any Ledger>(ledger: InMemoryLedger(), reopened: InMemoryLedger())
    await #expect(throws: LedgerRule.Violation.self) { try await rule.check(pair) }
  }

  @Test("Verification finds a session whose suspend() keeps the lock of a file", arguments: [true, false])
  func suspends(isForwarded: Bool) async throws {
    let folder = try TemporaryFolder()
    let verify = { @Sendable () async throws in
      try await LedgerConformance.verify {
        let file = FileLedger(at: folder.url.appendingPathComponent(UUID().uuidString), waitingAtMost: Self.patience)
        return isForwarded ? file : UnsuspendedLedger(wrapped: file)
      } locking: { ledger in
        [URL(fileURLWithPath: ledger.identity + ".lock")]
      }
    }
    if isForwarded { return try await verify() }
    let error = await #expect(throws: LedgerConformance.Failure.self) { try await verify() }
    #expect(error?.rule.hasPrefix("a suspended session") == true, "\(error.map { "\($0)" } ?? "nothing")")
    #expect(error?.reason.contains("after suspend()") == true)
  }

  @Test(
    "Verification finds a ledger that breaks a rule only if a thread uses it",
    arguments: [
      (.forgets, "records that a thread adds"), (.worksTwice, "the work of a thread"),
      (.recordsFailures, "the work of a thread"), (.recordsHalf, "the work of a thread"),
      (.hidesErrors, "if the body of a thread"), (.excludesNobody, "threads and tasks"),
      (.ignoresDeadline, "a thread that waits"), (.forgetsVersions, "a run of a thread"),
    ] as [(FaultySynchronousLedger.Fault, String)]
  )
  func brokenForThreads(fault: FaultySynchronousLedger.Fault, rule: String) async throws {
    let error = await #expect(throws: LedgerConformance.Failure.self) {
      try await LedgerConformance.verify { FaultySynchronousLedger(fault) }
    }
    #expect(error?.rule.hasPrefix(rule) == true, "\(error.map { "\($0)" } ?? "nothing")")
  }

  @Test("A ledger for threads with only the required members keeps all rules")
  func forThreads() async throws {
    try await LedgerConformance.verify { FaultySynchronousLedger(nil) }
  }

  @Test("Verification finds a ledger that is empty when it is opened again")
  func reopened() async throws {
    let error = await #expect(throws: LedgerConformance.Failure.self) {
      try await LedgerConformance.verify {
        InMemoryLedger()
      } reopening: { _ in
        InMemoryLedger()
      }
    }
    #expect(error?.rule.hasPrefix("records are read") == true)
  }

  @Test("Verification closes what it opened after each rule, even after a broken one and after an error")
  func closes() async throws {
    struct Mishap: Error {}
    let (opened, closed) = (Locked(0), Locked(0))
    try await LedgerConformance.verify {
      opened.withLock { $0 += 1 }
      return InMemoryLedger()
    } closing: {
      closed.withLock { $0 += 1 }
      #expect(closed.value == opened.value)
    }
    #expect(closed.value > 10 && closed.value == opened.value)
    await #expect(throws: LedgerConformance.Failure.self) {
      try await LedgerConformance.verify {
        FaultyLedger(.begins)
      } closing: {
        closed.value = 0
        throw Mishap()
      }
    }
    #expect(closed.value == 0)
    await #expect(throws: Mishap.self) {
      try await LedgerConformance.verify {
        InMemoryLedger()
      } reopening: { _ in
        throw Mishap()
      } closing: {
        closed.value = -1
      }
    }
    #expect(closed.value == -1)
    await #expect(throws: Mishap.self) {
      try await LedgerConformance.verify {
        InMemoryLedger()
      } closing: {
        throw Mishap()
      }
    }
  }

  @Test("With no pending tribes, a wrapped file ledger answers without leaving the caller's actor")
  @MainActor
  func atOnce() async throws {
    let folder = try TemporaryFolder()
    let registry = TribeRegistry(_module: "App") { tribes in
      tribes.add("A", target: .once("a"), position: .once("a")) {}
    }
    let file = FileLedger(at: folder.url.appendingPathComponent("a.ledger"))
    let nomad = Nomad(registry, ledger: DyingLedger(file, before: { _ in false }), currentVersion: .unlimited)
    try await nomad.migrate()
    let hasRun = Flag()
    // It can run only when this task leaves the main actor.
    let other = Task { @MainActor in hasRun.isSet = true }
    let report = try await nomad.migrate()
    let plan = try await nomad.plan()
    #expect(report.migrated.isEmpty && plan.pending.isEmpty)
    #expect(!hasRun.isSet)
    await other.value
    #expect(hasRun.isSet)
  }
}

@MainActor
private final class Flag {
  var isSet = false
}

/// An asynchronous ledger, like a database.
private struct AwaitedLedger: LedgerWrapper {
  let wrapped: any Ledger

  init(_ ledger: any Ledger) { wrapped = ledger }

  func immediateHistory() -> LedgerHistory? { nil }

  func history() async throws -> LedgerHistory {
    await Task.yield()
    return try await wrapped.history()
  }
}

/// A ledger whose session is not told that it has to release its locks.
private struct UnsuspendedLedger: LedgerWrapper {
  let wrapped: any Ledger

  func session(around session: any LedgerSession) -> any LedgerSession { Session(wrapped: session) }

  struct Session: LedgerSessionWrapper {
    let wrapped: any LedgerSession

    func suspend() {}
  }
}

/// A ledger with only the required members, which can break a rule.
struct FaultyLedger: Ledger {
  enum Fault: Sendable {
    case begins, forgets, mangles, isBlind, hidesErrors, worksTwice, recordsFirst, recordsFailures, excludesNobody
    case hidesCancellation, failsRivals, keepsOneRecord, keepsKindsOnce, compactsTooMuch, waitsToRead, sealsAtTheEnd
    case isNeverDurable, misseals, ignoresCancellation, ignoresDeadline, waitsSilently
    case sealsForGood, heedsCancellation, worksInAnotherTask, forgetsLast, sharesWithRuns
    case addsOneByOne, swallowsErrors, addsSlowly, admitsRivals, neverReleases, claimsTransactions, forgetsBegins
  }

  static let kind = "Faulty"

  private struct Hidden: Error {}

  private let ledger: InMemoryLedger
  private let fault: Fault?
  private let stored = Locked<LedgerHistory.Seal?>(nil)

  init(_ fault: Fault?) {
    self.fault = fault
    ledger = InMemoryLedger(fault == .begins ? [LedgerRecord(key: "once:0", name: "0")] : [])
  }

  var identity: String { ledger.identity }

  func history() async throws -> LedgerHistory {
    if fault == .waitsToRead { return try await ledger.withExclusiveAccess { try await $0.history() } }
    let history = ledger.history()
    let records = fault == .compactsTooMuch && history.records.count > 500 ? history.finished : history.records
    return LedgerHistory(records, isDurable: fault != .isNeverDurable)
  }

  func withSharedAccess<Result: Sendable>(
    in context: LedgerContext,
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    fault == .sharesWithRuns
      ? try await body() : try await withExclusiveAccess(in: context) { _ in try await body() }
  }

  var transactionKind: String? { fault == .claimsTransactions ? Self.kind : nil }

  func seal() throws -> LedgerHistory.Seal? {
    fault == .misseals ? LedgerHistory.Seal(String(repeating: "f", count: 16)) : stored.value
  }

  func withExclusiveAccess<Result: Sendable>(
    in context: LedgerContext,
    _ body: @Sendable (any LedgerSession) async throws -> Result
  ) async throws -> Result {
    let makeSeal = Locked<(@Sendable (LedgerHistory) -> LedgerHistory.Seal?)?>(nil)
    defer {
      // It stays there while the next session adds records.
      if fault == .sealsAtTheEnd || fault == .sealsForGood && stored.value == nil {
        stored.value = makeSeal.value?(ledger.history())
      }
    }
    let context =
      switch fault {
      case .ignoresDeadline: LedgerContext()
      case .waitsSilently: LedgerContext(until: context.deadline)
      default: context
      }
    if fault == .ignoresCancellation {
      let isHeld = Locked(false)
      while true {
        do {
          return try await ledger.withExclusiveAccess(in: context) { session in
            isHeld.value = true
            return try await body(session)
          }
        } catch is CancellationError where !isHeld.value {
          try await Task { try await Task.sleep(for: .milliseconds(5)) }.value
        }
      }
    }
    if fault == .neverReleases {
      let session = try await context.waitForTurn(on: identity) { ledger.tryToLock() }
      let result = try await body(session)
      ledger.release()
      return result
    }
    if fault == .excludesNobody {
      let pile = Pile()
      let read = { @Sendable in LedgerHistory(ledger.history().records + pile.records) }
      let keep = { @Sendable in try await ledger.withExclusiveAccess(in: context) { try await $0.append(pile.records) }
      }
      do {
        let result = try await body(Session(append: pile.add, read: read, makeSeal: makeSeal, fault: fault))
        try await keep()
        return result
      } catch {
        try await keep()
        throw error
      }
    }
    do {
      return try await ledger.withExclusiveAccess(in: context) { session in
        let rivals = Locked(0)
        let read = fault == .isBlind ? { @Sendable in LedgerHistory() } : { @Sendable in try await session.history() }
        let append = { @Sendable (records: [LedgerRecord]) in
          let isAlone = rivals.withLock { count in
            count += 1
            return count == 1
          }
          defer { rivals.withLock { $0 -= 1 } }
          if fault == .failsRivals {
            guard isAlone else { throw Hidden() }
            try await Task.sleep(for: .milliseconds(5))
          }
          var known = fault == .keepsKindsOnce ? try await session.history().records : []
          try await session.append(
            records.filter { record in
              if known.contains(where: { $0.key == record.key && $0.kind == record.kind }) { return false }
              if fault == .keepsKindsOnce { known.append(record) }
              return true
            }
          )
        }
        return try await body(Session(append: append, read: read, makeSeal: makeSeal, fault: fault, ledger: ledger))
      }
    } catch is CancellationError where fault == .hidesCancellation {
      throw Hidden()
    } catch  where fault == .hidesErrors {
      throw Hidden()
    }
  }

  private final class Pile: @unchecked Sendable {
    private let lock = NSLock()
    private var all: [LedgerRecord] = []

    var records: [LedgerRecord] { lock.withLock { all } }

    @Sendable func add(_ records: [LedgerRecord]) { lock.withLock { all += records } }
  }

  private struct Session: LedgerSession {
    let append: @Sendable ([LedgerRecord]) async throws -> Void
    let read: @Sendable () async throws -> LedgerHistory
    let makeSeal: Locked<(@Sendable (LedgerHistory) -> LedgerHistory.Seal?)?>
    let fault: Fault?
    var ledger: InMemoryLedger?

    func history() async throws -> LedgerHistory { try await read() }

    func seal(by seal: @escaping @Sendable (LedgerHistory) -> LedgerHistory.Seal?) { makeSeal.value = seal }

    func suspend() { if fault == .admitsRivals { ledger?.release() } }

    func appendBeforeTransaction(_ records: [LedgerRecord]) async throws {
      if fault != .forgetsBegins { try await (self as any LedgerSession).append(records) }
    }

    func append(_ records: [LedgerRecord]) async throws {
      switch fault {
      case .addsOneByOne: for record in records { try await append([record]) }
      case .swallowsErrors: try? await append(records)
      case .addsSlowly:
        // It fails before it adds anything.
        if records.contains(where: { $0.key.description.utf8.count > LedgerRecord.keyLimit }) { throw Hidden() }
        for record in records {
          try await append([record])
          try? await Task.sleep(for: .milliseconds(1))
        }
      case .heedsCancellation:
        try Task.checkCancellation()
        try await append(records)
      case .forgetsLast:
        try await append(records.filter { $0.kind != .forgotten } + records.filter { $0.kind == .forgotten })
      case .forgets: try await append(records.filter { $0.kind != .began })
      case .mangles:
        try await append(
          records.map {
            LedgerRecord(
              $0.kind,
              key: LedgerKey($0.key.description.lowercased()),
              name: $0.name.trimmingCharacters(in: .controlCharacters)
            )
          }
        )
      default: try await append(records)
      }
    }

    func perform(
      _ work: @escaping @Sendable () async throws -> Void,
      recording records: @escaping @Sendable () throws -> [LedgerRecord]
    ) async throws {
      switch fault {
      case .worksTwice:
        try await work()
        try? await work()
      case .recordsFirst:
        try await append(records())
        return try await work()
      case .recordsFailures: try? await work()
      case .worksInAnotherTask: try await Task { try await work() }.value
      case .keepsOneRecord:
        try await work()
        return try await append(Array(records().prefix(1)))
      default: try await work()
      }
      try await append(records())
    }
  }
}

/// A ledger for threads with only the required members, which can break a rule if a thread uses it.
struct FaultySynchronousLedger: SynchronousLedger {
  enum Fault: Sendable {
    case forgets, worksTwice, recordsFailures, recordsHalf, hidesErrors, excludesNobody, ignoresDeadline,
      forgetsVersions
  }

  private struct Hidden: Error {}

  private let ledger = InMemoryLedger()
  private let fault: Fault?

  init(_ fault: Fault?) { self.fault = fault }

  var identity: String { ledger.identity }

  func history() async throws -> LedgerHistory { ledger.history() }

  func withExclusiveAccess<Result: Sendable>(
    in context: LedgerContext,
    _ body: @Sendable (any LedgerSession) async throws -> Result
  ) async throws -> Result {
    try await ledger.withExclusiveAccess(in: context, body)
  }

  func blockForExclusiveAccess<Result>(
    in context: LedgerContext,
    _ body: (any SynchronousLedgerSession) throws -> Result
  ) throws -> Result {
    if fault == .excludesNobody {
      let records = Locked(ledger.history().records)
      let count = records.value.count
      let session = Session(read: { records.value }, add: { new in records.withLock { $0 += new } }, fault: fault)
      let result = Swift.Result { try body(session) }
      try ledger.blockForExclusiveAccess(in: context) { (session: any SynchronousLedgerSession) in
        try session.append(Array(records.value[count...]))
      }
      return try result.get()
    }
    do {
      return try ledger.blockForExclusiveAccess(in: context) { (session: any SynchronousLedgerSession) in
        try body(Session(read: { try session.history().records }, add: { try session.append($0) }, fault: fault))
      }
    } catch is NomadError where fault == .ignoresDeadline {
      throw Hidden()
    } catch  where fault == .hidesErrors {
      throw Hidden()
    }
  }

  private struct Session: SynchronousLedgerSession {
    let read: @Sendable () throws -> [LedgerRecord]
    let add: @Sendable ([LedgerRecord]) throws -> Void
    let fault: Fault?

    func history() throws -> LedgerHistory { LedgerHistory(try read()) }

    func append(_ records: [LedgerRecord]) throws {
      switch fault {
      case .forgets: try add(records.filter { $0.kind != .began })
      case .forgetsVersions: try add(records.filter { !$0.key.description.hasPrefix("version:") })
      default: try add(records)
      }
    }

    func perform(
      _ work: () throws -> Void,
      recording records: @escaping @Sendable () throws -> [LedgerRecord]
    ) throws {
      do { try work() } catch  where fault == .recordsFailures {}
      if fault == .worksTwice { try work() }
      try append(fault == .recordsHalf ? Array(records().prefix(1)) : records())
    }
  }
}
