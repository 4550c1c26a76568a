import Foundation
import Logging
import Nomad
import NomadFiles
import NomadPostgres
import NomadServiceLifecycle
import ServiceLifecycle
import Testing

@Suite("A service that migrates, then serves", .serialized)
struct MigrationServiceTests {
  /// What happened, in order, and a shutdown that a tribe or the test begins.
  final class Story: Sendable {
    let lines = NomadFiles.Locked<[String]>([])
    let group = NomadFiles.Locked<ServiceGroup?>(nil)
    let task = NomadFiles.Locked<Task<Void, any Error>?>(nil)

    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  /// Serves until it is told to stop, and says how it ended.
  struct Server: Service {
    let story: Story
    var name = "served"
    var began: @Sendable () async throws -> Void = {}

    func run() async throws {
      story.add(name)
      try await began()
      do {
        try await gracefulShutdown()
        story.add("\(name) to the end")
      } catch {
        story.add("\(name) until cancelled")
      }
    }
  }

  struct First: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    @TribeDependency private var story: Story
    func migrate() { story.add("first") }
  }

  /// Shuts its group down, and waits until the run knows of it.
  struct Closing: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    @TribeDependency private var story: Story
    func migrate() async {
      await story.group.value?.triggerGracefulShutdown()
      for _ in 0..<2_000 where !Task.isCancelled { try? await Task.sleep(for: .milliseconds(5)) }
      story.add("closing")
    }
  }

  struct Cancelling: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    @TribeDependency private var story: Story
    func migrate() async {
      story.task.value?.cancel()
      for _ in 0..<2_000 where !Task.isCancelled { try? await Task.sleep(for: .milliseconds(5)) }
      story.add("cancelling")
    }
  }

  struct Second: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    @TribeDependency private var story: Story
    func migrate() { story.add("second") }
  }

  struct Broken: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate() throws { throw Mishap() }
  }

  struct Mishap: Error {}

  private let story = Story()
  private let ledger = InMemoryLedger()
  private let logger = Logger(label: "tests", factory: { _ in SwiftLogNoOpLogHandler() })

  private func nomad(_ tribes: any ListedTribe.Type...) throws -> Nomad {
    Nomad(try TribeRegistry(tribes), ledger: ledger, currentVersion: .exactly("2.0.0")).providing(story)
  }

  private func run(_ services: any Service...) async throws {
    let group = ServiceGroup(services: services, logger: logger)
    story.group.value = group
    let task = Task { try await group.run() }
    story.task.value = task
    try await task.value
  }

  private func shutDown() async { await story.group.value?.triggerGracefulShutdown() }

  @Test("The service begins when the data is migrated, and ends by itself when the group shuts down")
  func serves() async throws {
    let nomad = try nomad(First.self, Second.self)
    try await run(MigrationService(Server(story: story, began: shutDown)) { try await nomad.migrate() })
    #expect(story.lines.value == ["first", "second", "served", "served to the end"])
  }

  @Test("Several services begin after the migration, and end in the reverse order")
  func several() async throws {
    let (nomad, story) = (try nomad(First.self), story)
    let begun = NomadFiles.Locked(0)
    let count = { @Sendable in
      if begun.withLock({
        $0 += 1; return $0
      }) == 2 {
        await story.group.value?.triggerGracefulShutdown()
      }
    }
    let group = ServiceGroup(
      services: [Server(story: story, name: "a", began: count), Server(story: story, name: "b", began: count)],
      logger: logger
    )
    try await run(MigrationService(group) { try await nomad.migrate() })
    #expect(story.lines.value.first == "first")
    #expect(Set(story.lines.value[1...2]) == ["a", "b"])
    #expect(story.lines.value.suffix(2) == ["b to the end", "a to the end"])
  }

  @Test("A failed migration fails the group with its error, and the service does not begin")
  func failed() async throws {
    let nomad = try nomad(First.self, Broken.self)
    let error = await #expect(throws: NomadError.self) {
      try await run(
        Server(story: story, name: "another"),
        MigrationService(Server(story: story)) { try await nomad.migrate() }
      )
    }
    #expect(error?.code == .tribeFailed && error?.underlying is Mishap)
    #expect(story.lines.value.contains("another until cancelled"))
    #expect(!story.lines.value.contains("served"))
  }

  @Test("A shutdown during the migration stops it between two tribes, the group ends, and the next start continues")
  func shutDownDuringMigration() async throws {
    let nomad = try nomad(Closing.self, Second.self)
    try await run(MigrationService(Server(story: story)) { try await nomad.migrate() })
    #expect(story.lines.value == ["closing"])
    try await run(MigrationService(Server(story: story, began: shutDown)) { try await nomad.migrate() })
    #expect(story.lines.value == ["closing", "second", "served", "served to the end"])
  }

  @Test("A cancellation during the migration stops it between two tribes, too")
  func cancelled() async throws {
    let nomad = try nomad(Cancelling.self, Second.self)
    _ = try? await run(MigrationService(Server(story: story)) { try await nomad.migrate() })
    #expect(story.lines.value == ["cancelling"])
    #expect(try await ledger.history().isDone("version:1.0.0"))
  }

  @Test("A run that is cancelled without a shutdown is an error of the group")
  func cancelledByItself() async throws {
    let error = await #expect(throws: NomadError.self) {
      try await run(
        MigrationService(Server(story: story)) { throw NomadError(.cancelled, "It was cancelled.", advice: "") }
      )
    }
    #expect(error?.code == .cancelled && story.lines.value == [])
  }

  // MARK: In a fleet

  private func fleet(_ database: TestDatabase, lease: Duration = .seconds(60)) -> PostgresFleet {
    PostgresFleet(lease: lease) { PostgresLedger(try await database.connect()) }
  }

  @Test("A host is in the fleet while its service runs, and leaves it when the service has ended")
  func inFleet() async throws {
    let (database, story) = (try await TestDatabase(), story)
    let hosts = { @Sendable in try await database.column("SELECT (ready IS NOT NULL)::text FROM nomad.host") }
    let seen = NomadFiles.Locked<[String]>([])
    let server = Server(story: story) {
      let atStart = try await hosts()
      await story.group.value?.triggerGracefulShutdown()
      try await gracefulShutdown()
      // The host has not left the fleet while it still serves.
      seen.value = atStart + (try await hosts())
    }
    let nomad = try nomad(First.self, Second.self)
    let (log, observed) = (NomadFiles.Locked<[String]>([]), "\(Second.self)")
    let service = MigrationService(server, in: fleet(database), migrating: nomad) { event in
      if case .finished(let tribe, _) = event { log.withLock { $0.append(tribe.name) } }
    }
    try await run(service)
    #expect(story.lines.value == ["first", "second", "served", "served to the end"])
    #expect(log.value.last?.hasSuffix(observed) == true)
    #expect(seen.value == ["true", "true"])
    #expect(try await hosts() == [])
  }

  @Test("A shutdown during the migration of a host leaves the fleet, and the service does not begin")
  func shutDownInFleet() async throws {
    let database = try await TestDatabase()
    try await run(
      MigrationService(Server(story: story), in: fleet(database), migrating: try nomad(Closing.self, Second.self))
    )
    #expect(story.lines.value == ["closing"])
    #expect(try await database.column("SELECT count(*)::text FROM nomad.host") == ["0"])
    #expect(try await database.ledger().history().attempts(at: "version:1.0.0").deaths == 0)
  }

  @Test("A failed migration of a host fails the group with its error, and the host leaves the fleet")
  func failedInFleet() async throws {
    let database = try await TestDatabase()
    let error = await #expect(throws: NomadError.self) {
      try await run(MigrationService(Server(story: story), in: fleet(database), migrating: try nomad(Broken.self)))
    }
    #expect(error?.code == .tribeFailed && story.lines.value == [])
    #expect(try await database.column("SELECT count(*)::text FROM nomad.host") == ["0"])
  }

  @Test("A host that loses the database cancels its service, and the group fails before others count the host as dead")
  func lost() async throws {
    let database = try await TestDatabase(on: onThread { try TestServer() })
    let server = Server(story: story) { try await onThread { try database.server.stop("immediate") } }
    let error = await #expect(throws: NomadError.self) {
      try await run(MigrationService(server, in: fleet(database, lease: .seconds(6)), migrating: try nomad(First.self)))
    }
    #expect(error?.code == .ledgerUnreadable)
    #expect(story.lines.value == ["first", "served", "served until cancelled"])
  }
}
