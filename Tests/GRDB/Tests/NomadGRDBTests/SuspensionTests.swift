import Foundation
import GRDB
import NomadFiles
import Testing

@testable import Nomad
@testable import NomadGRDB

@Suite("A process that is suspended while a tribe uses the database", .timeLimit(.minutes(2)))
struct SuspensionTests {
  /// Counts for hours in its first run.
  private struct Count: DatabaseTribe {
    @TaskLocal static var begins = Hook()
    static let target: TribeTarget = .literal("2.0.0")
    private let begins = Count.begins

    func migrate(_ db: Database) throws {
      try db.execute(sql: "INSERT INTO item (name) VALUES ('c')")
      guard TribeAttempt.current?.number == 1 else { return }
      begins.call()
      _ = try Int.fetchOne(
        db,
        sql: "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
      )
    }
  }

  @Test("A lock that a suspension takes away at once is taken again before anything is written")
  func resuming() throws {
    let (database, transactions) = (try DatabaseQueue(), OpenTransactions())
    var events: [String] = []
    transactions.suspend(database) { events.append("released") }
    #expect(throws: OpenTransactions.Suspended.self) { try transactions.check() }
    try transactions.resume {
      events.append("taken")
      if events.count == 2 { transactions.suspend(database) { events.append("released") } }
    }
    #expect(events == ["released", "taken", "released", "taken"])
    try transactions.check()
  }

  @Test("Suspension rolls back the running statement and frees both locks, and the tribe runs again later")
  func interrupted() async throws {
    let folder = TemporaryFolder()
    let path = folder.path("notes.sqlite")
    let database = try DatabasePool(path: path)
    var nomad = Nomad(try TribeRegistry([CreateTable.self, Count.self]), ledger: .grdb(database))
    let (isActive, expiry) = (Locked(true), Locked<(@Sendable () -> Void)?>(nil))
    @Sendable func begin(_ expire: @escaping @Sendable () -> Void) -> (@Sendable () -> Void)? {
      expiry.value = expire
      guard isActive.value else { return nil }
      return {}
    }
    nomad.activitySystem = ActivitySystem(begin, blocking: begin)
    let begins = Hook {
      Thread.detachNewThread {
        Thread.sleep(forTimeInterval: 0.05)
        isActive.value = false
        expiry.value?()
        // Opens the database as another process does.
        var configuration = Configuration()
        configuration.busyMode = .immediateError
        let count = Locked<Int?>(nil)
        try? DatabaseQueue(path: path, configuration: configuration).inTransaction(.exclusive) { db in
          count.value = try Int.fetchOne(db, sql: "SELECT count(*) FROM item")
          return .rollback
        }
        #expect(count.value == 2)
        let lock = open(path + ".nomad.lock", O_RDWR)
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        close(lock)
        isActive.value = true
      }
    }
    let error = await #expect(throws: NomadError.self) {
      try await Count.$begins.withValue(begins) { [nomad] in try await nomad.migrate() }
    }
    #expect(error?.code == .suspended)
    #expect(error?.report?.migrated.map(\.name) == ["CreateTable"])
    #expect(try await nomad.ledger.history().attempts(at: "version:2.0.0").error != nil)
    let report = try await nomad.migrate()
    #expect(report.migrated.map(\.name) == ["SuspensionTests.Count"])
    #expect(try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM item") } == 3)
  }
}
