import Foundation
import Nomad
import NomadBatches
import NomadFiles
import NomadPostgres
import Testing

@testable import NomadLibPQ

@Suite("A host that shuts down")
struct ShutdownTests {
  /// A shutdown that the test begins.
  final class Shutdown: Sendable {
    private let hasBegun = Flag()
    let work = Locked<[String]>([])

    func begin() { hasBegun.set() }

    /// Returns when the shutdown begins, as `gracefulShutdown()` does.
    func wait() async throws {
      while !hasBegun.value { try await Task.sleep(for: .milliseconds(5)) }
    }

    /// Begins the shutdown, and waits until the run knows of it.
    func beginAndWait() async {
      begin()
      for _ in 0..<2_000 where !Task.isCancelled { try? await Task.sleep(for: .milliseconds(5)) }
    }
  }

  struct First: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    @TribeDependency private var shutdown: Shutdown
    func migrate() async {
      await shutdown.beginAndWait()
      shutdown.work.append("first")
    }
  }

  struct Second: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    @TribeDependency private var shutdown: Shutdown
    func migrate() { shutdown.work.append("second") }
  }

  struct Batches: BatchTribe {
    static let target: TribeTarget = .literal("1.0.0")
    @TribeDependency private var shutdown: Shutdown
    func migrate(after last: Int?) async -> Int? {
      let next = (last ?? 0) + 1
      if next == 3 { await shutdown.beginAndWait() }
      shutdown.work.append("\(next)")
      return next == 5 ? nil : next
    }
  }

  struct Sleeps: PostgresTribe {
    static let target: TribeTarget = .literal("1.0.0")
    @TribeDependency private var shutdown: Shutdown
    func migrate(_ db: PostgresTransaction) async throws {
      shutdown.begin()
      _ = try await db.query("SELECT pg_sleep(60)::text")
    }
  }

  private func serve(
    _ database: TestDatabase,
    _ shutdown: Shutdown,
    _ tribes: [any ListedTribe.Type]
  ) async throws {
    let fleet = PostgresFleet { PostgresLedger(try await database.connect()) }
    let migrator = Nomad(try TribeRegistry(tribes), currentVersion: .exactly("2.0.0")).providing(shutdown)
    try await fleet.serve(migrator, stoppingWhen: shutdown.wait) { shutdown.work.append("served") }
  }

  private func expectStop(
    _ database: TestDatabase,
    _ shutdown: Shutdown,
    _ tribes: any ListedTribe.Type...
  ) async throws {
    let error = await #expect(throws: NomadError.self) { try await serve(database, shutdown, tribes) }
    #expect(error?.code == .cancelled)
    #expect(try await database.ledger().history().attempts(at: "version:1.0.0").deaths == 0)
    #expect(try await database.column("SELECT count(*)::text FROM nomad.host") == ["0"])
  }

  @Test("The migration stops between two tribes, the host does not serve, and the next one continues")
  func betweenTribes() async throws {
    let (database, shutdown) = (try await TestDatabase(), Shutdown())
    try await expectStop(database, shutdown, First.self, Second.self)
    #expect(shutdown.work.all == ["first"])
    let next = Shutdown()
    try await serve(database, next, [First.self, Second.self])
    #expect(next.work.all == ["second", "served"])
  }

  @Test("The migration stops between two batches, and the next host continues there")
  func betweenBatches() async throws {
    let (database, shutdown) = (try await TestDatabase(), Shutdown())
    try await expectStop(database, shutdown, Batches.self)
    #expect(shutdown.work.all == ["1", "2", "3"])
    let next = Shutdown()
    try await serve(database, next, [Batches.self])
    #expect(next.work.all == ["4", "5", "served"])
  }

  @Test("A statement that would run for a minute is cancelled and rolled back")
  func statement() async throws {
    let (database, shutdown) = (try await TestDatabase(), Shutdown())
    try await expectStop(database, shutdown, Sleeps.self)
  }

  @Test("A cancellation is requested again until the statement has ended")
  func early() async throws {
    let (statement, requests) = (Statement(), NomadFiles.Locked(0))
    try statement.begin()
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        statement.cancel {
          let count = requests.withLock { count in
            count += 1
            return count
          }
          if count == 3 { Thread.detachNewThread { statement.end() } }
        }
        continuation.resume()
      }
    }
    #expect(requests.value == 3)
    #expect(throws: CancellationError.self) { try statement.begin() }
  }

  @Test("While the host serves, a shutdown does not cancel it, and no contract tribe begins any more")
  func serving() async throws {
    struct Drop: PostgresTribe {
      static let target: TribeTarget = .literal("2.0.0")
      static let phase: TribePhase = .contract
      func migrate(_ db: PostgresTransaction) async throws { try await db.execute("CREATE TABLE dropped (id int)") }
    }
    let (database, shutdown, returned) = (try await TestDatabase(), Shutdown(), Flag())
    let fleet = PostgresFleet(lease: .seconds(12)) { PostgresLedger(try await database.connect()) }
    try await Nomad(try TribeRegistry([Second.self]), ledger: try await database.ledger())
      .providing(shutdown).migrate()
    // An old host keeps the contract tribe from running at first.
    try await database.query(
      "INSERT INTO nomad.host (id, name, version, contracts, lease) VALUES ('a', 'a', '', '[]', interval '1 h')"
    )
    let migrator = Nomad(try TribeRegistry([Drop.self]), currentVersion: .exactly("2.0.0"))
    let stop = { @Sendable () async throws in
      try await shutdown.wait()
      returned.set()
    }
    let wasCancelled = try await fleet.serve(migrator, stoppingWhen: stop) {
      shutdown.begin()
      while !returned.value { try await Task.sleep(for: .milliseconds(5)) }
      try await database.query("DELETE FROM nomad.host WHERE id = 'a'")
      // Twice as long as a host waits before it looks for contract tribes again.
      for _ in 0..<80 where !Task.isCancelled { try await Task.sleep(for: .milliseconds(100)) }
      return Task.isCancelled
    }
    #expect(!wasCancelled)
    #expect(try await database.column("SELECT to_regclass('dropped')::text") == ["NULL"])
  }
}
