import Foundation
import Nomad
import NomadAdoption
import NomadRepair
import NomadTables
import NomadTesting
import Testing

/// Older releases that start on the data of the newest one.
@Suite("UpgradePaths.verifyDowngrades")
struct DowngradePathTests {
  private struct Split: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    static let readableSince: TribeVersion? = "2.0.0"
    func migrate() async { await DowngradePathTests.lines?.add("split") }
  }

  private struct AddTags: Tribe {
    static let target: TribeTarget = .literal("3.0.0")
    static let readableSince: TribeVersion? = "2.3.0"
    func migrate() async throws {
      try await TribeAttempt.current?.save(true, as: "begun")
      await DowngradePathTests.lines?.add("tags")
    }
  }

  private struct Unguarded: Tribe {
    static let target: TribeTarget = .literal("3.0.0")
    func migrate() {}
  }

  private struct MoveToken: Tribe {
    static let target: TribeTarget = .once("token")
    static let readableSince: TribeVersion? = "2.4.0"
    func migrate() {}
  }

  private actor Lines {
    private(set) var all: Set<String> = []
    func add(_ line: String) { all.insert(line) }
  }

  @TaskLocal private static var lines: Lines?

  private static let releases = ["1.0.0", "2.0.0", "2.3.0", "2.4.0", "3.0.0"]

  private func verify(
    _ tribes: [any ListedTribe.Type],
    from versions: [String] = releases,
    to currentVersion: CurrentVersion = .unlimited
  ) async throws -> [String] {
    let paths = UpgradePaths(try TribeRegistry(tribes), from: versions, to: currentVersion)
    return try await paths.verifyDowngrades { version, migrate in
      let lines = Lines()
      if version != "1.0.0" { await lines.add("split") }
      if version == "3.0.0" { await lines.add("tags") }
      try await Self.$lines.withValue(lines) { try await migrate() }
      return await lines.all
    }
  }

  @Test("The result lists the older releases that carry on with the newest data, without the newest release")
  func readers() async throws {
    #expect(try await verify([Split.self, AddTags.self]) == ["2.3.0", "2.4.0"])
    #expect(try await verify([Split.self, AddTags.self], to: .exactly("3.1.0")) == ["2.3.0", "2.4.0", "3.0.0"])
    // The newest release does not run the tribe of 3.0.0, so that tribe excludes no older release.
    #expect(try await verify([Split.self, AddTags.self], to: .exactly("2.4.0")) == ["2.0.0", "2.3.0"])
  }

  @Test("Verification assumes that older releases lack .once tribes, even if no current version is given")
  func once() async throws {
    #expect(try await verify([Split.self, AddTags.self, MoveToken.self]) == ["2.4.0"])
    #expect(try await verify([MoveToken.self], from: ["2.3.0", "2.4.0", "2.5.0"]) == ["2.4.0"])
  }

  @Test("The error names a release that opens partly changed data, and the tribe that changes the data")
  func unguarded() async throws {
    let error = await #expect(throws: UpgradeFailure.self) { try await verify([Split.self, Unguarded.self]) }
    #expect(error?.paths.first?.version == "2.0.0")
    #expect(error?.paths.first?.isDowngrade == true)
    #expect(error?.paths.first?.death?.record.kind == .began)
    #expect(
      error?.description == """
        the downgrade from 2.0.0, killed after it was recorded that DowngradePathTests.Unguarded began, and back: the \
        older release opens data that DowngradePathTests.Unguarded has changed in part; give the tribe a readableSince, \
        which is its own version if it breaks older releases
        """
    )
  }

  private struct Late: Tribe {
    static let target: TribeTarget = .literal("1.5.0")
    static let readableSince: TribeVersion? = "3.0.0"
    func migrate() async { await DowngradePathTests.lines?.add("late") }
  }

  private struct LateUnguarded: Tribe {
    static let target: TribeTarget = .literal("1.5.0")
    func migrate() {}
  }

  @Test("A tribe that was added later than its version says belongs to no older release")
  func additions() async throws {
    func verify(_ tribe: any ListedTribe.Type, _ additions: [TribeTarget: String]) async throws -> [String] {
      let registry = try TribeRegistry([Split.self, tribe, MoveToken.self])
      let paths = UpgradePaths(registry, from: ["2.0.0", "2.4.0"], adding: additions)
      return try await paths.verifyDowngrades { _, migrate in
        try await migrate()
        return true
      }
    }
    let token: TribeTarget = .once("token")
    // Without knowing better, the test assumes that 2.0.0 has the tribe, and that no older release has the token.
    #expect(try await verify(Late.self, [token: "2.0.0", .literal("2.0.0"): "1.9"]) == ["2.0.0"])
    #expect(try await verify(Late.self, [.dotted("1.5"): "3.0.0", token: "2.0.0"]) == [])
    let error = await #expect(throws: UpgradeFailure.self) {
      try await verify(LateUnguarded.self, [.literal("1.5.0"): "3.0.0", token: "2.0.0"])
    }
    #expect(error?.description.contains("that DowngradePathTests.LateUnguarded has changed") == true)
    #expect(error?.paths.first?.version == "2.0.0")
    await #expect(throws: NomadError.self) { try await verify(Late.self, [.literal("1.5.1"): "3.0.0"]) }
    await #expect(throws: NomadError.self) { try await verify(Late.self, [token: "three"]) }
  }

  @Test("A user of an older release has not run a tribe that was added later")
  func late() async throws {
    let registry = try TribeRegistry([Late.self, Split.self])
    let paths = UpgradePaths(registry, from: ["2.0.0"], adding: [Late.target: "3.0.0"])
    let lines = try await paths.verify { _, migrate in
      let lines = Lines()
      try await Self.$lines.withValue(lines) { try await migrate() }
      return await lines.all
    }
    #expect(lines == ["late"])
  }

  @Test("A release has the sub-migrations of its version, and texts show them as they are written")
  func subMigrations() async throws {
    let registry = try TribeRegistry {
      Nomad.migration("1.1") {}
      Nomad.migration("1.1-1") {}
      Split.self
    }
    let readers = try await UpgradePaths(registry, from: ["1.1.0", "1.1-1"], to: .exactly("1.2"))
      .verifyDowngrades { _, migrate in
        try await migrate()
        return true
      }
    #expect(readers == ["1.1.0", "1.1-1"])
    #expect("\(try #require(registry.entries[1].version))" == "1.1-1")
  }

  /// A tribe whose ledger commits its work and its record together.
  private struct Atomic: Tribe {
    static let target: TribeTarget = .literal("3.0.0")
    static let transactionKind: String? = "Transactional"
    func migrate() async { await DowngradePathTests.lines?.add("atomic") }
  }

  /// A ledger that claims a transaction.
  private struct Transactional: LedgerWrapper {
    let wrapped: any Ledger
    let isTransactional: Bool
    var transactionKind: String? { isTransactional ? "Transactional" : nil }
  }

  @Test("A tribe in one transaction with its record needs no readableSince", arguments: [true, false])
  func atomic(isTransactional: Bool) async throws {
    let registry = try TribeRegistry([Split.self, Atomic.self] as [any ListedTribe.Type])
    let verify = {
      try await UpgradePaths(registry, from: ["2.0.0"]).verifyDowngrades { version, migrate in
        let done = LedgerRecord(key: "version:2.0.0", name: "Split", module: "NomadTestingTests", appVersion: version)
        try await migrate(recordingIn: Transactional(wrapped: InMemoryLedger([done]), isTransactional: isTransactional))
        return true
      }
    }
    if isTransactional {
      #expect(try await verify() == [])
    } else {
      await #expect(throws: UpgradeFailure.self) { try await verify() }
    }
  }

  @Test("Verification works with a file ledger that the newest and the older release share")
  func file() async throws {
    let folder = try TemporaryFolder()
    let registry = try TribeRegistry([Split.self, AddTags.self] as [any ListedTribe.Type])
    let paths = UpgradePaths(registry, from: ["2.0.0", "2.3.0"], to: .exactly("3.0.0"))
    var starts = 0
    let readers = try await paths.verifyDowngrades { version, migrate in
      starts += 1
      let ledger = FileLedger(at: folder.url.appendingPathComponent("\(starts).ledger"))
      try await ledger.markAsDone(.literal("2.0.0"))
      try await migrate(recordingIn: ledger)
      // The older release recorded nothing, and the newest one continued.
      let history = try ledger.history()
      #expect(history.isDone("version:3.0.0"))
      #expect(!history.records.contains { $0.appVersion == version })
      return history.finished.count
    }
    #expect(readers == ["2.3.0"])
    #expect(starts > 2 * 3)
  }

  private actor Calls {
    private var count = 0
    func next() -> Int { count += 1; return count }
  }

  @Test("Any other error of an older release is reported with its path")
  func fails() async throws {
    let calls = Calls()
    let registry = try TribeRegistry {
      // The newest release makes the first two calls.
      Nomad.migration("1.0.0", named: "Import") { if await calls.next() == 3 { throw CocoaError(.fileNoSuchFile) } }
      Split.self
    }
    let error = await #expect(throws: UpgradeFailure.self) {
      try await UpgradePaths(registry, from: ["1.0.0"]).verifyDowngrades { _, migrate in
        try await migrate(recordingIn: InMemoryLedger())
        return true
      }
    }
    #expect((error?.underlying as? NomadError)?.underlying is CocoaError)
    let path = "from 1.0.0 with an empty ledger, killed before it was recorded that Import began, and back"
    #expect(error?.paths.first?.description == path)
  }

  @Test("Verification fails if no older release is given or the path never migrates")
  func nothing() async throws {
    await #expect(throws: UpgradeFailure.self) { try await verify([Split.self], from: []) }
    await #expect(throws: UpgradeFailure.self) { try await verify([Split.self], from: ["2.0.0"]) }
    await #expect(throws: UpgradeFailure.self) {
      try await UpgradePaths(try TribeRegistry([Split.self] as [any ListedTribe.Type]), from: ["1.0.0"])
        .verifyDowngrades { version, _ in version }
    }
  }
}
