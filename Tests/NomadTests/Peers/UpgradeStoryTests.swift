import Foundation
import NomadAdoption
import NomadRepair
import Testing

@testable import Nomad

/// The upgrades that the peers' documentation describes, with the peers' data in real `UserDefaults`.
@Suite("Upgrade stories")
final class UpgradeStoryTests {
  private let suite = "nomad-tests-\(UUID().uuidString)"
  private let folder: TemporaryFolder
  private let trace = Trace()

  init() throws { folder = try TemporaryFolder() }

  deinit { UserDefaults.standard.removePersistentDomain(forName: suite) }

  private var ledger: FileLedger { FileLedger(at: folder.ledgerURL) }

  private func keep(_ value: Any, under key: String) throws {
    try #require(UserDefaults(suiteName: suite)).set(value, forKey: key)
  }

  /// Returns the tribes that a launch of an app runs.
  private func launch(
    _ registry: TribeRegistry,
    at version: String? = nil,
    after predecessor: Predecessor
  ) async throws -> [String] {
    var migrator = Nomad(registry, ledger: ledger, currentVersion: version.map { .exactly($0) } ?? .unlimited)
    migrator.predecessors = [predecessor]
    return try await migrator.migrate().migrated.map(\.name)
  }

  private func launch(
    _ targets: [TribeTarget],
    at version: String? = nil,
    after predecessor: Predecessor
  ) async throws -> [String] {
    try await launch(TribeRegistry(targets), at: version, after: predecessor)
  }

  @Test(
    "Nomad 0.9: an upgrade to 3.0.0 runs exactly the tribes above the stored version",
    arguments: [
      (nil, ["2.0.0", "2.5.0", "3.0.0"]), ("1.0.0", ["2.0.0", "2.5.0", "3.0.0"]), ("2.0.0", ["2.5.0", "3.0.0"]),
      ("2.3.0", ["2.5.0", "3.0.0"]), ("2.5.0", ["3.0.0"]), ("3.0.0", []), ("3.0.0-beta.1", ["3.0.0"]),
    ] as [(String?, [String])]
  )
  func nomad09(stored: String?, expected: [String]) async throws {
    if let stored { try keep(stored, under: "nomad:current_target") }
    let targets: [TribeTarget] = [.literal("2.0.0"), .literal("2.5.0"), .literal("3.0.0")]
    #expect(try await launch(targets, at: "3.0.0", after: .nomad09(suite: suite)) == expected)
    #expect(try await launch(targets, at: "3.0.0", after: .nomad09(suite: suite)) == [])
    let next = targets + [.literal("3.1.0")]
    #expect(try await launch(next, at: "3.1.0", after: .nomad09(suite: suite)) == ["3.1.0"])
  }

  @Test("Nomad 0.9: an upgrade through every release runs one tribe at each and records all of them")
  func stepByStep() async throws {
    try keep("1.0.0", under: "nomad:current_target")
    let targets: [TribeTarget] = [.literal("1.0.0"), .literal("2.0.0"), .literal("2.5.0"), .literal("3.0.0")]
    for (count, version) in [(2, "2.0.0"), (3, "2.5.0"), (4, "3.0.0")] {
      let ran = try await launch(Array(targets.prefix(count)), at: version, after: .nomad09(suite: suite))
      #expect(ran == [version])
    }
    #expect(Set(try ledger.history().finished.map(\.key)) == Set(try targets.map { try LedgerKey($0) }))
  }

  @Test(
    "Collector: an upgrade runs exactly the versions above the version of the last launch",
    arguments: [
      ("1.0", ["1.1", "1.2.5", "1.4"]), ("1.1", ["1.2.5", "1.4"]), ("1.2", ["1.2.5", "1.4"]), ("1.2.5", ["1.4"]),
      ("1.4", []), ("1", ["1.1", "1.2.5", "1.4"]),
    ]
  )
  func collector(stored: String, expected: [String]) async throws {
    try keep(stored, under: "MFMigrationManagerLastVersionKey")
    let versions = ["1.1", "1.2.5", "1.4"]
    #expect(try await launch(versions.map { .dotted($0) }, at: "1.4", after: .collector(suite: suite)) == expected)
    #expect(try await launch(versions.map { .dotted($0) }, at: "1.4", after: .collector(suite: suite)) == [])
  }

  @Test("Collector: a launch runs only the tribes added since the last launch, also without a new version")
  func subMigrations() async throws {
    try keep("1.1", under: "MFMigrationManagerLastVersionKey")
    let collector = Predecessor.collector(suite: suite)
    #expect(try await launch([.dotted("1.1")], at: "1.1", after: collector) == [])
    let two: [TribeTarget] = [.dotted("1.1"), .dotted("1.1-1"), .dotted("1.1-2")]
    #expect(try await launch(two, at: "1.1", after: collector) == ["1.1-1", "1.1-2"])
    #expect(try await launch(two + [.dotted("1.1-3")], at: "1.1", after: collector) == ["1.1-3"])
    #expect(try await launch(two + [.dotted("1.1-3"), .dotted("1.4")], at: "1.4", after: collector) == ["1.4"])
    // A tribe that is added later, below a newer version, still runs.
    #expect(try await launch(two + [.dotted("1.1-4"), .dotted("1.4")], at: "1.4", after: collector) == ["1.1-4"])
  }

  @Test("Collector: each named manager has its own version")
  func namedManagers() async throws {
    try keep("1.1", under: "MFMigrationManagerLastVersionKey-cache")
    try keep("1.4", under: "MFMigrationManagerLastVersionKey")
    let versions: [TribeTarget] = [.dotted("1.1"), .dotted("1.2.5"), .dotted("1.4")]
    #expect(
      try await launch(versions, at: "1.4", after: .collector(named: "cache", suite: suite)) == ["1.2.5", "1.4"]
    )
    let other = InMemoryLedger()
    var migrator = Nomad(try TribeRegistry(versions), ledger: other)
    migrator.predecessors = [.collector(suite: suite)]
    #expect(try await migrator.migrate().migrated.isEmpty)
  }

  @Test("Monarch: completed and marked ids do not run, and a removed id runs again")
  func monarch() async throws {
    try keep(["MoveToken", "DropCache"], under: "com.migrations.Monarch.completed")
    let monarch = Predecessor.monarch(suite: suite)
    let ids = ["DropCache", "MoveToken", "NameNotes", "ResetList"]
    let group: [TribeTarget] = ids.map { .once($0) }
    // The mark comes before the first run, which still takes over the other ids.
    try await ledger.markAsDone(.once("ResetList"))
    #expect(try await launch(group, after: monarch) == ["NameNotes"])
    #expect(try await launch(group, after: monarch) == [])
    try await ledger.forget(.once("MoveToken"))
    try await ledger.forget(.once("NameNotes"))
    #expect(try await launch(group, after: monarch) == ["MoveToken", "NameNotes"])
    try await ledger.forgetAll()
    // The peer's data no longer has an effect.
    #expect(try await launch(group, after: monarch) == ids)
    #expect(try await launch(group, after: monarch) == [])
  }
}
