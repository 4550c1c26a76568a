import Foundation
import Nomad
internal import NomadFiles

/// The rules for records that are added in part, for suspensions, and for the transactions of tribes.
extension LedgerRule {
  static let whole = LedgerRule("all records of one call are added, or none, and a call that adds none throws") {
    pair in
    // No ledger can read a record of this size, so it must not be added.
    let long = LedgerRecord(key: "once:\(String(repeating: "x", count: LedgerRecord.keyLimit))", name: "Long")
    var wanted: [LedgerKey] = []
    for isWork in [false, true] {
      let records = ["a", "b"].map { LedgerRecord(key: "once:\($0) \(isWork)", name: "T", module: "App") }
      let all = [records[0], long, records[1]]
      do {
        try await pair.ledger.withExclusiveAccess { session in
          if isWork { try await session.perform({}, recording: { all }) } else { try await session.append(all) }
        }
        wanted += all.map(\.key)
      } catch {}
      for reader in pair.both {
        let keys = try await reader.history().finished.map(\.key)
        let count = keys.count
        try expect(
          keys == wanted,
          "\(count) of \(wanted.count) records are kept after a call with one that is too long"
        )
      }
    }
  }

  static let seenWhole = LedgerRule("a reader sees all records of one call, or none") { pair in
    let (size, counts, isAdded) = (50, Locked<Set<Int>>([]), Locked(false))
    try await pair.ledger.withExclusiveAccess { session in
      let reading = Task {
        repeat {
          let count = try await pair.reopened.history().finished.count
          counts.withLock { _ = $0.insert(count) }
          await Task.yield()
        } while !isAdded.value
      }
      do {
        for part in 0..<4 {
          try await session.append((0..<size).map { LedgerRecord(key: "once:\(part) \($0)", name: "T") })
        }
        isAdded.value = true
      } catch {
        isAdded.value = true
        throw error
      }
      try await reading.value
    }
    let partial = counts.value.filter { $0 % size != 0 }.sorted()
    try expect(partial.isEmpty, "readers saw \(partial) records of calls that each added \(size)")
  }

  static let suspended = LedgerRule(
    "while a session is suspended, no other session of the process begins, and it keeps what it is given later"
  ) { pair in
    try await pair.ledger.withExclusiveAccess { session in
      try await session.append(LedgerRecord(key: "once:a", name: "A", module: "App"))
      session.suspend()
      session.suspend()
      let hasBegun = Locked(false)
      let other = Task {
        try await pair.reopened.withExclusiveAccess(in: LedgerContext(until: .now + .milliseconds(200))) { _ in
          hasBegun.value = true
        }
      }
      _ = try await outcome(of: other)
      try expect(!hasBegun.value, "another session began")
      try await session.append(LedgerRecord(key: "once:b", name: "B", module: "App"))
      try expect(try await session.history().records.count == 2, "the session finds other records")
    }
    try await expectFinished(["once:a", "once:b"], in: pair.reopened)
  }

  /// Returns the rule for the files that a ledger locks.
  static func unlocked(_ files: @escaping @Sendable (any Ledger) -> [URL]) -> LedgerRule {
    LedgerRule("a suspended session holds no lock of a file, and takes the locks again to write") { pair in
      let files = files(pair.ledger)
      @Sendable func check(areLocked: Bool, _ time: String) throws {
        for file in files where try isLocked(file) != areLocked {
          throw Violation(reason: "\(time), \(file.path) is \(areLocked ? "not " : "")locked")
        }
      }
      if files.isEmpty { return }
      try await pair.ledger.withExclusiveAccess { session in
        try await session.append(LedgerRecord(key: "once:a", name: "A", module: "App"))
        try check(areLocked: true, "during a session")
        session.suspend()
        try check(areLocked: false, "after suspend()")
        try await session.append(LedgerRecord(key: "once:b", name: "B", module: "App"))
        try check(areLocked: true, "after a suspended session has written")
      }
      try check(areLocked: false, "after the session")
    }
  }

  private static func isLocked(_ file: URL) throws -> Bool {
    let files = POSIXFileOperations()
    let lock = try files.openRetrying(file.path, for: .locking)
    defer { files.close(lock) }
    return try !files.tryLockRetrying(lock)
  }

  /// Returns the rule for the transactions of tribes.
  static func committed(_ transaction: LedgerConformance.Transaction?) -> LedgerRule {
    LedgerRule("the changes of a tribe with the ledger's transactionKind are committed with its records, or not") {
      pair in
      guard let kind = pair.ledger.transactionKind ?? transaction.map({ _ in "" }) else { return }
      guard let transaction else {
        throw Violation(
          reason: "it has the transactionKind \(kind), and no tribe to check that: pass one as `committing`"
        )
      }
      let registry = try TribeRegistry([transaction.tribe])
      guard let tribe = registry.entries.first, tribe.transactionKind == pair.ledger.transactionKind else {
        throw Violation(reason: "the transactionKind of the ledger is \(kind), and that of the tribe is another one")
      }
      let failing = FailingLedger(pair.ledger) { $0.kind == .finished && $0.key == tribe.key }
      do {
        try await nomad(registry, failing).migrate()
        throw Violation(reason: "a run whose tribe could not be recorded threw nothing")
      } catch is NomadError {}
      let isKept = try await transaction.isCommitted(pair.reopened)
      try expect(!isKept, "the changes of a tribe are kept, although its record was not added")
      try await nomad(registry, pair.ledger).migrate()
      let isDone = try await pair.reopened.history().isDone(tribe.key)
      let isCommitted = try await transaction.isCommitted(pair.reopened)
      try expect(isDone && isCommitted, "after a run, the changes are \(isCommitted), and the record is \(isDone)")
    }
  }
}
