import Foundation
import Nomad
internal import NomadFiles
import NomadTables

/// The rules for a ledger that a thread can use without a task. They do not concern other ledgers.
extension LedgerRule {
  static let synchronous = [
    blockingKept, blockingPerformed, blockingEnded, blockingExcluded, blockingLimited, blockingRun,
  ]

  private init(
    ofThreads text: String,
    _ check: @escaping @Sendable (LedgerPair<any SynchronousLedger>) async throws -> Void
  ) {
    self.init(text) { pair in
      guard let ledger = pair.ledger as? any SynchronousLedger else { return }
      guard let reopened = pair.reopened as? any SynchronousLedger else {
        throw Violation(reason: "the one that was opened again needs a task")
      }
      try await check(LedgerPair(ledger: ledger, reopened: reopened))
    }
  }

  private static let blockingKept = LedgerRule(
    ofThreads: "records that a thread adds are read, by itself and by others"
  ) { pair in
    let records = [
      LedgerRecord(.began, key: "once:a", name: "A", module: "App", appVersion: "2.0"),
      LedgerRecord(key: "once:a", name: "A", module: "App", duration: .seconds(90), appVersion: "2.0"),
      LedgerRecord(.began, key: "once:b", name: "B", module: "App"),
      LedgerRecord(.checkpoint(name: "next", value: "1"), key: "once:b", name: "B", module: "App"),
    ]
    let expected = LedgerHistory(records)
    let own = try await onThread {
      try pair.ledger.blockForExclusiveAccess(in: LedgerContext()) { session in
        try expect(try session.history().isEmpty, "a new ledger has records")
        try session.appendBeforeTransaction([records[0]])
        try session.append([])
        try session.append(Array(records[1...2]))
        session.suspend()
        try session.append([records[3]])
        try session.secure()
        return try session.history()
      }
    }
    for (history, name) in [
      (own, "its session"), (try await pair.ledger.history(), "it"),
      (try await pair.reopened.history(), "the one that was opened again"),
    ] {
      let (found, wanted) = (history.attempts(at: "once:b"), expected.attempts(at: "once:b"))
      try expect(history.finished == expected.finished && found == wanted, "\(name) finds \(history.records)")
    }
  }

  private static let blockingPerformed = LedgerRule(
    ofThreads: "the work of a thread is done once, and recorded when it is done and only then"
  ) { pair in
    let records = [
      LedgerRecord(key: "once:a", name: "A"),
      LedgerRecord(.readable("once:a", since: "2.0.0"), name: "A", appVersion: nil),
    ]
    let works = Locked<[String]>([])
    try await onThread {
      try pair.ledger.blockForExclusiveAccess(in: LedgerContext()) { session in
        try expectMishapAtOnce("perform hid what the work threw") {
          try session.perform {
            works.withLock { $0.append("failing work") }
            throw Mishap()
          } recording: {
            records
          }
        }
        try expectMishapAtOnce("perform hid that there was no record") {
          try session.perform {
            works.withLock { $0.append("work") }
          } recording: {
            throw Mishap()
          }
        }
        try expect(try session.history().isEmpty, "there is a record of work that failed")
        try session.perform {
          works.withLock { $0.append("work") }
        } recording: {
          works.withLock { $0.append("record") }
          return records
        }
      }
    }
    try expect(works.value == ["failing work", "work", "work", "record"], "the order was \(works.value)")
    let keys = Set(try await pair.reopened.history().records.map(\.key))
    try expect(keys == Set(records.map(\.key)), "of the records of two keys, \(keys) are kept")
  }

  private static let blockingEnded = LedgerRule(
    ofThreads: "if the body of a thread throws, the ledger is released and the error is rethrown"
  ) { pair in
    try await onThread {
      try expectMishapAtOnce("blockForExclusiveAccess threw nothing") {
        try pair.ledger.blockForExclusiveAccess(in: LedgerContext()) { session in
          try session.append([LedgerRecord(key: "once:a", name: "A")])
          throw Mishap()
        }
      }
    }
    try await expectReleased(pair.ledger)
  }

  private static let blockingExcluded = LedgerRule(
    ofThreads: "threads and tasks that hold the ledger exclude each other"
  ) { pair in
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        let ledger = number.isMultiple(of: 2) ? pair.ledger : pair.reopened
        group.addTask {
          try await onThread {
            try ledger.blockForExclusiveAccess(in: LedgerContext()) { session in
              let count = try session.history().finished.count
              Thread.sleep(forTimeInterval: 0.005)
              try session.append([LedgerRecord(key: "once:\(count)", name: "T")])
            }
          }
        }
        group.addTask {
          try await ledger.withExclusiveAccess { session in
            let count = try await session.history().finished.count
            try await Task.sleep(for: .milliseconds(5))
            try await session.append(LedgerRecord(key: "once:\(count)", name: "T"))
          }
        }
      }
      try await group.waitForAll()
    }
    let keys = try await pair.ledger.history().finished.map(\.key.description)
    try expect(keys == (0..<8).map { "once:\($0)" }, "eight of them recorded \(keys)")
  }

  private static let blockingLimited = LedgerRule(
    ofThreads: "a thread that waits for another run stops at the deadline"
  ) { pair in
    let result = try await pair.ledger.withExclusiveAccess { _ in
      let waiting = Task {
        try await onThread {
          try pair.ledger.blockForExclusiveAccess(in: LedgerContext(until: .now + .milliseconds(100))) { _ in }
        }
      }
      return try await outcome(of: waiting)
    }
    try expect(result, .deadlinePassed, "with a deadline in 0.1 s, it")
  }

  private static let blockingRun = LedgerRule(
    ofThreads: "a run of a thread runs each tribe once, begins with one that failed, and does not wait for itself"
  ) { pair in
    let ran = Locked<[String]>([])
    let registry = registry([("1.0.0", .literal("1.0.0")), ("2.0.0", .literal("2.0.0"))]) { _ in }
    @Sendable func run(on ledger: any SynchronousLedger, fails: Bool) throws -> [String] {
      try ledger.runSynchronously(nomad(registry, ledger)) { entry in
        {
          ran.withLock { $0.append(entry.name) }
          if fails, entry.name == "2.0.0" { throw Mishap() }
          do {
            _ = try ledger.runSynchronously(nomad(registry, ledger), until: .now + patience) { _ in {} }
            throw Violation(reason: "a run in a run threw nothing")
          } catch let error as NomadError {
            try expect(error.code == .reentrant, "a run in a run ended with \(error)")
          }
        }
      }.migrated.map(\.name)
    }
    let reports = try await onThread {
      do {
        _ = try run(on: pair.ledger, fails: true)
        throw Violation(reason: "the run hid what a tribe threw")
      } catch let error as NomadError {
        try expect(error.underlying is Mishap, "the run of a tribe that throws ended with \(error)")
      }
      return (try run(on: pair.reopened, fails: false), try run(on: pair.ledger, fails: false))
    }
    try expect(ran.value == ["1.0.0", "2.0.0", "2.0.0"], "three runs ran \(ran.value)")
    try expect(reports.0 == ["2.0.0"] && reports.1.isEmpty, "the reports name \(reports)")
  }

  /// Expects that a call without a task passes on the error of its closure.
  private static func expectMishapAtOnce(_ reason: String, _ body: () throws -> Void) throws {
    do { try body() } catch is Mishap { return }
    throw Violation(reason: reason)
  }

  /// Runs a closure on a thread that may block.
  private static func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      Thread { continuation.resume(with: Result { try body() }) }.start()
    }
  }
}
