import Dispatch
import Foundation
import GRDB
import Nomad
import NomadAdoption
import NomadGRDB
import Testing

@Suite("Connections that read during a run, or may only read")
struct ReaderTests {
  private let folder = TemporaryFolder()

  /// Tribes that do nothing.
  private func nomad(_ database: any DatabaseWriter, _ versions: String...) throws -> Nomad {
    let tribes = try TribeRegistry { for version in versions { DatabaseMigration(version) { _ in } } }
    return Nomad(tribes, ledger: .grdb(database), currentVersion: .unlimited)
  }

  @Test("A read of the same pool waits for a tribe, as for a migration, and another connection sees the state before")
  func readers() async throws {
    let path = folder.path("readers.sqlite")
    let (database, other) = (try DatabasePool(path: path), try DatabasePool(path: path))
    let (counts, done) = (Counts(), DispatchSemaphore(value: 0))
    let count = { @Sendable (database: DatabasePool) in
      try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM item") }
    }
    let tribes = try TribeRegistry {
      DatabaseMigration("1.0.0") { db in try db.execute(sql: "CREATE TABLE item (id INTEGER PRIMARY KEY)") }
      DatabaseMigration("2.0.0") { db in
        try db.execute(sql: "INSERT INTO item DEFAULT VALUES")
        counts.add(try count(other))
        DispatchQueue.global().async {
          counts.add(try? count(database))
          done.signal()
        }
        // Time for a read that would not wait.
        #expect(done.wait(timeout: .now() + 0.1) == .timedOut)
      }
    }
    try await Nomad(tribes, ledger: .grdb(database), currentVersion: .unlimited).migrate()
    await withCheckedContinuation { waiting in
      DispatchQueue.global().async {
        done.wait()
        waiting.resume()
      }
    }
    #expect(counts.all == [0, 1])
  }

  @Test("A read-only connection can ask what is due, and a run with nothing due succeeds", arguments: [false, true])
  func readOnly(isPool: Bool) async throws {
    let path = folder.path("readonly.sqlite")
    let open = { (configuration: Configuration) throws -> any DatabaseWriter in
      isPool
        ? try DatabasePool(path: path, configuration: configuration)
        : try DatabaseQueue(path: path, configuration: configuration)
    }
    // It stays open, so that the log of a pool stays as well.
    let writer = try open(Configuration())
    try await nomad(writer, "1.0.0").migrate()
    var configuration = Configuration()
    configuration.readonly = true
    let reader = try open(configuration)
    #expect(try await nomad(reader, "1.0.0").plan().isEmpty)
    #expect(try nomad(reader, "1.0.0").planSynchronously().isEmpty)
    #expect(try await nomad(reader, "1.0.0").migrate().migrated.isEmpty)
    #expect(try nomad(reader, "1.0.0").migrateSynchronously().migrated.isEmpty)
    let newer = try nomad(reader, "1.0.0", "2.0.0")
    #expect(try await newer.plan().pending.map(\.name) == ["2.0.0"])
    let error = await #expect(throws: NomadError.self) { try await newer.migrate() }
    #expect((error?.underlying as? DatabaseError)?.resultCode == .SQLITE_READONLY)
    #expect(try await nomad(writer, "1.0.0", "2.0.0").migrate().migrated.map(\.name) == ["2.0.0"])
    #expect(try await newer.plan().isEmpty)
  }

  @Test(
    "A tribe on a read-only database whose ledger is elsewhere fails with SQLite's error",
    arguments: [false, true]
  )
  func readOnlyElsewhere(isSynchronous: Bool) async throws {
    let path = folder.path("elsewhere.sqlite")
    try await DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE item (id INTEGER PRIMARY KEY)") }
    var configuration = Configuration()
    configuration.readonly = true
    let reader = try DatabaseQueue(path: path, configuration: configuration)
    var nomad = try nomad(reader, "1.0.0").providing(reader, as: (any DatabaseWriter).self)
    nomad.ledger = InMemoryLedger()
    let elsewhere = nomad
    let error = await #expect(throws: NomadError.self) {
      _ = try isSynchronous ? elsewhere.migrateSynchronously() : try await elsewhere.migrate()
    }
    #expect((error?.underlying as? DatabaseError)?.resultCode == .SQLITE_READONLY)
    #expect(try await elsewhere.ledger.history().finished.isEmpty)
  }
}

/// Numbers that other threads add.
private final class Counts: @unchecked Sendable {
  private let lock = NSLock()
  private var numbers: [Int?] = []

  func add(_ number: Int?) { lock.withLock { numbers.append(number) } }
  var all: [Int?] { lock.withLock { numbers } }
}
