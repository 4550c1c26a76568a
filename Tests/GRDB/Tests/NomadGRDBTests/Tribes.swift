import Foundation
import GRDB
import Nomad
import NomadGRDB
import Testing

struct Mishap: Error {}

struct CreateTable: DatabaseTribe {
  static let target: TribeTarget = .literal("1.0.0")

  func migrate(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
        CREATE TABLE tag (item INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE, name TEXT NOT NULL);
        INSERT INTO item (name) VALUES ('a'), ('b');
        INSERT INTO tag (item, name) VALUES (1, 'x'), (2, 'y');
        """
    )
  }
}

struct Insert: DatabaseTribe {
  static let target: TribeTarget = .literal("2.0.0")

  func migrate(_ db: Database) throws { try db.execute(sql: "INSERT INTO item (name) VALUES ('c')") }
}

/// Changes a row, and fails as often as a test requires.
struct Failing: DatabaseTribe {
  @TaskLocal static var fails = false
  static let target: TribeTarget = .literal("2.0.0")

  // The database's queue does not inherit the task-local value.
  private let fails = Failing.fails

  func migrate(_ db: Database) throws {
    try db.execute(sql: "INSERT INTO item (name) VALUES ('c')")
    if fails { throw Mishap() }
  }
}

/// Changes a row, fails as often as a test requires, and names the oldest app that can read the result.
struct Guarded: DatabaseTribe {
  static let target: TribeTarget = .literal("2.0.0")
  static let readableSince: TribeVersion? = "2.0.0"
  private let fails = Failing.fails

  func migrate(_ db: Database) throws {
    try db.execute(sql: "INSERT INTO item (name) VALUES ('c')")
    if fails { throw Mishap() }
  }
}

/// The same without a transaction.
struct GuardedOutside: DatabaseTribe {
  static let target: TribeTarget = .literal("2.0.0")
  static let readableSince: TribeVersion? = "2.0.0"
  static let isTransactional = false
  private let fails = Failing.fails

  func migrate(_ db: Database) throws {
    try db.execute(sql: "INSERT INTO item (name) VALUES ('c')")
    if fails { throw Mishap() }
  }
}

/// Changes a row without a transaction, and without naming the oldest app that can read the result.
struct Unguarded: DatabaseTribe {
  static let target: TribeTarget = .literal("2.0.0")
  static let isTransactional = false

  func migrate(_ db: Database) throws {
    try db.execute(sql: "INSERT OR IGNORE INTO item (name) VALUES ('c')")
  }
}

/// Leaves tags of a removed item.
struct Orphaning: DatabaseTribe {
  static let target: TribeTarget = .literal("2.0.0")

  func migrate(_ db: Database) throws { try db.execute(sql: "DELETE FROM item WHERE id = 1") }
}

struct OrphaningUnchecked: DatabaseTribe {
  static let target: TribeTarget = .literal("2.0.0")
  static let foreignKeyChecks: ForeignKeyChecks = .disabled

  func migrate(_ db: Database) throws { try db.execute(sql: "DELETE FROM item WHERE id = 1") }
}

struct Cascading: DatabaseTribe {
  static let target: TribeTarget = .literal("2.0.0")
  static let foreignKeyChecks: ForeignKeyChecks = .immediate

  func migrate(_ db: Database) throws { try db.execute(sql: "DELETE FROM item WHERE id = 1") }
}

/// Rebuilds a table, as SQLite recommends for changes that `ALTER TABLE` does not support.
struct Rebuild: DatabaseTribe {
  static let target: TribeTarget = .literal("3.0.0")

  func migrate(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE new_item (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
        INSERT INTO new_item SELECT id, name FROM item;
        DROP TABLE item;
        ALTER TABLE new_item RENAME TO item;
        """
    )
  }
}

struct Vacuum: DatabaseTribe {
  static let target: TribeTarget = .literal("4.0.0")
  static let isTransactional = false

  func migrate(_ db: Database) throws { try db.execute(sql: "VACUUM") }
}

/// A tribe without a database that calls a database tribe itself, and then fails.
struct Calling: Tribe {
  static let target: TribeTarget = .literal("2.0.0")

  func migrate() async throws {
    try await Insert().migrate()
    throw Mishap()
  }
}

/// Saves its progress.
struct Counting: Tribe {
  static let target: TribeTarget = .once("count")

  func migrate() async throws {
    let count = try TribeAttempt.current?.checkpoint("count", as: Int.self) ?? 0
    try await TribeAttempt.current?.save(count + 1, as: "count")
    if count < 2 { throw Mishap() }
  }
}

struct Committing: DatabaseTribe {
  static let target: TribeTarget = .literal("2.0.0")

  func migrate(_ db: Database) throws { try db.execute(sql: "INSERT INTO item (name) VALUES ('c'); COMMIT") }
}

struct LeavingOpen: DatabaseTribe {
  static let target: TribeTarget = .literal("2.0.0")
  static let isTransactional = false

  func migrate(_ db: Database) throws { try db.execute(sql: "BEGIN; INSERT INTO item (name) VALUES ('c')") }
}

struct LeavingOpenAndFailing: DatabaseTribe {
  static let target: TribeTarget = .literal("2.0.0")
  static let isTransactional = false

  func migrate(_ db: Database) throws {
    try db.execute(sql: "BEGIN; INSERT INTO item (name) VALUES ('c')")
    throw Mishap()
  }
}

struct DroppingEverything: DatabaseTribe {
  static let target: TribeTarget = .literal("2.0.0")

  func migrate(_ db: Database) throws {
    try db.execute(sql: "DROP TABLE tag; DROP TABLE item; DROP TABLE nomad_ledger")
  }
}

/// Starts a run on another ledger, for another database, and then fails.
struct Outer: Tribe {
  @TaskLocal static var inner: Nomad?
  static let target: TribeTarget = .literal("2.0.0")

  func migrate() async throws {
    try await Self.inner?.migrate()
    throw Mishap()
  }
}

/// A type whose name differs between `String(reflecting:)` and a registry.
private struct Hidden: DatabaseTribe {
  static let target: TribeTarget = .literal("2.0.0")

  func migrate(_ db: Database) throws { try db.execute(sql: "INSERT INTO item (name) VALUES ('c')") }
}

let hiddenTribe: any ListedTribe.Type = Hidden.self

extension DispatchQueue {
  /// A tribe in an extension of another module's type.
  struct Extending: DatabaseTribe {
    static let target: TribeTarget = .literal("2.0.0")

    func migrate(_ db: Database) throws { try db.execute(sql: "INSERT INTO item (name) VALUES ('c')") }
  }
}

/// Counts in batches of its own, each with a checkpoint of its progress, and fails in the middle of one.
struct Batches: DatabaseTribe {
  static let target: TribeTarget = .literal("2.0.0")
  static let isTransactional = false
  private let failing = Failing.fails

  func migrate(_ db: Database) throws {
    let attempt = TribeAttempt.current
    for batch in (try attempt?.checkpoint("batch", as: Int.self) ?? 0)..<4 {
      try db.inTransaction {
        try db.execute(sql: "INSERT INTO item (name) VALUES ('batch \(batch)')")
        try attempt?.save(batch + 1, as: "batch", in: db)
        if batch == 2, failing { throw Mishap() }
        return .commit
      }
    }
  }
}

/// Saves a checkpoint in its only transaction, and fails.
struct SavingAndFailing: DatabaseTribe {
  static let target: TribeTarget = .literal("2.0.0")
  private let failing = Failing.fails

  func migrate(_ db: Database) throws {
    let attempt = TribeAttempt.current
    let count = try attempt?.checkpoint("count", as: Int.self) ?? 0
    try db.execute(sql: "INSERT INTO item (name) VALUES ('count \(count)')")
    try attempt?.save(count + 1, as: "count", in: db)
    if failing { throw Mishap() }
  }
}

/// Saves a checkpoint in a different database from its own.
struct SavingElsewhere: DatabaseTribe {
  static let target: TribeTarget = .literal("2.0.0")

  func migrate(_ db: Database) throws {
    let attempt = TribeAttempt.current
    try DatabaseQueue().write { try attempt?.save(1, as: "count", in: $0) }
  }
}

struct Idle: DatabaseTribe {
  static let target: TribeTarget = .always

  func migrate(_ db: Database) throws {}
}

/// Saves checkpoints from several tasks at once.
struct SavingAtOnce: Tribe {
  static let target: TribeTarget = .literal("2.0.0")

  func migrate() async throws {
    let attempt = TribeAttempt.current
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 { group.addTask { try await attempt?.save(number, as: "\(number)") } }
      try await group.waitForAll()
    }
  }
}

/// Rolls back a savepoint that contains a checkpoint, and continues.
struct SavingInSavepoint: DatabaseTribe {
  static let target: TribeTarget = .literal("2.0.0")

  func migrate(_ db: Database) throws {
    let attempt = TribeAttempt.current
    try attempt?.save(1, as: "kept", in: db)
    try? db.inSavepoint {
      try attempt?.save(2, as: "lost", in: db)
      throw Mishap()
    }
    try attempt?.save(3, as: "kept too", in: db)
  }
}

/// Rolls back a savepoint that contains a checkpoint in a transaction of its own, and fails after it.
struct SavingInSavepointOfBatch: DatabaseTribe {
  static let target: TribeTarget = .literal("2.0.0")
  static let isTransactional = false
  private let failing = Failing.fails

  func migrate(_ db: Database) throws {
    guard let attempt = TribeAttempt.current else { return }
    if !failing {
      #expect(try attempt.checkpoint("kept", as: Int.self) == 1)
      #expect(try attempt.checkpoint("lost", as: Int.self) == nil)
      return
    }
    try db.inTransaction {
      try attempt.save(1, as: "kept", in: db)
      try? db.inSavepoint {
        try attempt.save(2, as: "lost", in: db)
        throw Mishap()
      }
      return .commit
    }
    #expect(try attempt.checkpoint("lost", as: Int.self) == nil)
    throw Mishap()
  }
}

/// A closure that a tribe calls.
///
/// The optimizer of Swift 6.3 breaks a task local whose value is a closure and not a structure.
struct Hook: Sendable {
  let call: @Sendable () -> Void

  init(_ call: @escaping @Sendable () -> Void = {}) {
    self.call = call
  }
}

/// Works in batches until it is cancelled.
struct Endless: DatabaseTribe {
  @TaskLocal static var begun = Hook()
  static let target: TribeTarget = .literal("2.0.0")
  static let isTransactional = false
  private let begun = Endless.begun

  func migrate(_ db: Database) throws {
    for batch in 0..<100_000 {
      try db.inTransaction {
        try TribeAttempt.current?.save(batch, as: "batch", in: db)
        return .commit
      }
      begun.call()
    }
  }
}

/// Commits its transaction, and opens another one.
struct Reopening: DatabaseTribe {
  static let target: TribeTarget = .literal("2.0.0")

  func migrate(_ db: Database) throws {
    try db.execute(sql: "INSERT INTO item (name) VALUES ('c'); COMMIT; BEGIN; INSERT INTO item (name) VALUES ('d')")
  }
}
