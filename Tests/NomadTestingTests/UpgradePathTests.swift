import Nomad
import NomadAdoption
import NomadTesting
import Testing

@Suite("Upgrade paths")
struct UpgradePathTests {
  /// The data that each version wrote, and the effect of each tribe on it.
  private actor Store {
    private(set) var lines: [String]

    init(plantedBy version: String) {
      lines = ["1.0": ["a"], "1.1": ["a", "b"], "2.0": ["a", "b", "c"]][version] ?? []
    }

    func add(_ line: String) { lines.append(line) }
  }

  private func registry(of store: Store) throws -> TribeRegistry {
    try TribeRegistry {
      Nomad.migration("1.1") { await store.add("b") }
      Nomad.migration("2.0") { await store.add("c") }
    }
  }

  private func verify(wrong: Bool) async throws -> [String]? {
    let stores = Stores()
    let registry = try TribeRegistry {
      Nomad.migration("1.1") { await stores.current?.add(wrong ? "x" : "b") }
      Nomad.migration("2.0") { await stores.current?.add("c") }
    }
    return try await UpgradePaths(registry, from: ["1.0", "1.1", "2.0"]).verify { version, migrate in
      let store = Store(plantedBy: version)
      await stores.use(store)
      _ = try await migrate()
      return await store.lines
    }
  }

  private actor Stores {
    private(set) var current: Store?
    func use(_ store: Store) { current = store }
  }

  @Test("Verification returns the state in which all paths end")
  func same() async throws {
    #expect(try await verify(wrong: false) == ["a", "b", "c"])
  }

  /// A tribe that does the work of both.
  private struct Merged: Tribe {
    static let target: TribeTarget = .dotted("2.0")
    static let merges: [String] = ["1.1", "2.0"]
    static let stores = Stores()

    func migrate() async throws {
      if try !TribeAttempt.wasDone("1.1") { await Self.stores.current?.add("b") }
      if try !TribeAttempt.wasDone("2.0") { await Self.stores.current?.add("c") }
    }
  }

  @Test("A user of a version has run the tribes that are merged now")
  func merged() async throws {
    let paths = UpgradePaths(try TribeRegistry([Merged.self]), from: ["1.0", "1.1", "2.0"])
    let end = try await paths.verify { version, migrate in
      let store = Store(plantedBy: version)
      await Merged.stores.use(store)
      _ = try await migrate()
      return await store.lines
    }
    #expect(end == ["a", "b", "c"])
  }

  @Test("The error names the first path that ends in another state, and shows the difference")
  func differs() async throws {
    let error = await #expect(throws: UpgradeFailure.self) { try await verify(wrong: true) }
    #expect(error?.paths.map(\.version) == ["1.0", "1.1"])
    #expect(
      error?.description == """
        the upgrades do not end in the same state
        - from 1.0
        + from 1.1

          Array<String>
            · "a"
        -   · "x"
        +   · "b"
            · "c"
        """
    )
  }

  @Test("The error says that a fixture's ledger was empty, although its version has tribes")
  func emptyLedger() async throws {
    func error(from version: String, fails: Bool = false) async throws -> String {
      let stores = Stores()
      let registry = try TribeRegistry {
        Nomad.migration("1.1") {
          if fails { throw CancellationError() }
          await stores.current?.add("b")
        }
        Nomad.migration("2.0") { await stores.current?.add("c") }
      }
      do {
        try await UpgradePaths(registry, from: ["1.0", version]).verify { version, migrate in
          let store = Store(plantedBy: version)
          await stores.use(store)
          try await migrate(recordingIn: InMemoryLedger())
          return await store.lines
        }
        return ""
      } catch {
        return "\(error)"
      }
    }
    #expect(try await error(from: "1.0") == "")
    let mismatch = try await error(from: "2.0")
    #expect(mismatch.contains("\n- from 1.0\n+ from 2.0 with an empty ledger\n"), "\(mismatch)")
    #expect(try await !error(from: "1.0", fails: true).contains("ledger of this upgrade"))
    #expect(try await Self.failure(of: "2.0").contains("was empty, so the tribes up to 2.0 ran, too"))
  }

  private static func failure(of version: String) async throws -> String {
    let registry = try TribeRegistry { Nomad.migration("1.1") { throw CancellationError() } }
    do {
      try await UpgradePaths(registry, from: [version]).verify { _, migrate in
        try await migrate(recordingIn: InMemoryLedger())
        return 0
      }
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test("The error says when different states look the same")
  func looksTheSame() async throws {
    struct Opaque: Equatable, CustomReflectable {
      let version: String
      var customMirror: Mirror { Mirror(self, children: []) }
    }
    let paths = UpgradePaths(try TribeRegistry {}, from: ["1.0", "2.0"])
    let error = await #expect(throws: UpgradeFailure.self) {
      try await paths.verify { version, migrate in
        try await migrate()
        return Opaque(version: version)
      }
    }
    #expect(error?.description.contains("look the same") == true)
  }

  @Test("The invariant is checked after each path, and the error names the path that breaks it, with the state")
  func invariant() async throws {
    let paths = UpgradePaths(try TribeRegistry {}, from: ["1.0", "1.1", "2.0"])
    let broken = await #expect(throws: UpgradeFailure.self) {
      try await paths.verify { version, migrate in
        try await migrate()
        return version == "1.1" ? ["a"] : ["a", "b"]
      } invariant: {
        $0.count == 2
      }
    }
    #expect(broken?.paths.first?.version == "1.1")
    #expect(broken?.underlying == nil)
    #expect(
      broken?.description == """
        the upgrade from 1.1 ends in a state that the invariant rejects

        Array<String>
          · "a"
        """
    )
    let holds = try await paths.verify { _, migrate in
      try await migrate()
      return ["a"]
    } invariant: {
      $0 == ["a"]
    }
    #expect(holds == ["a"])
    struct Wrong: Error {}
    let thrown = await #expect(throws: UpgradeFailure.self) {
      try await paths.verify { _, migrate in
        try await migrate()
        return Array(0...99)
      } invariant: { _ in
        throw Wrong()
      }
    }
    #expect(thrown?.paths.first?.version == "1.0")
    #expect(thrown?.underlying is Wrong)
    #expect(thrown?.description.contains("the invariant rejects: Wrong()") == true)
    #expect(thrown?.description.hasSuffix("\n… and 61 more lines") == true)
  }

  @Test("The error for an unreadable version names the version and the argument that contains it")
  func illegalVersion() async throws {
    let registry = try TribeRegistry { Nomad.migration("1.0") {} }
    let error = await #expect(throws: NomadError.self) {
      try await UpgradePaths(registry, from: ["1.0", "2.x"]).verify { version, migrate in
        try await migrate()
        return version
      }
    }
    #expect(error?.message.contains(#"The version "2.x" given to UpgradePaths(from:)"#) == true)
    #expect(error?.message.contains("current version") == false)
    #expect(error?.advice.contains("current version") == false)
  }

  @Test("Verification without versions fails, with and without kills")
  func noVersions() async throws {
    let paths = UpgradePaths(try TribeRegistry { Nomad.migration("1.0") {} }, from: [])
    let error = await #expect(throws: UpgradeFailure.self) {
      try await paths.verify { version, migrate in
        try await migrate()
        return version
      }
    }
    #expect(error?.paths.isEmpty == true)
    #expect(error?.description.contains("UpgradePaths(_:from:to:adding:)") == true)
    await #expect(throws: UpgradeFailure.self) {
      try await paths.verifyWhenKilled { version, migrate in
        try await migrate()
        return version
      }
    }
  }

  @Test("A path that never migrates fails, and so does a path that hides a migration error")
  func neverMigrates() async throws {
    let right = UpgradePaths(try TribeRegistry { Nomad.migration("2.0") {} }, from: ["1.0"])
    let failing = UpgradePaths(
      try TribeRegistry { Nomad.migration("2.0") { throw CancellationError() } },
      from: ["1.0"]
    )
    for (paths, isCalled) in [(right, false), (failing, true)] {
      func go(_ version: String, _ migrate: Upgrade) async -> String {
        if isCalled { try? await migrate() }
        return version
      }
      let error = await #expect(throws: UpgradeFailure.self) { try await paths.verify(go) }
      #expect(error?.paths.map(\.version) == ["1.0"])
      #expect(error?.description.contains("migrate()") == true)
      await #expect(throws: UpgradeFailure.self) { try await paths.verifyWhenKilled(go) }
    }
  }

  @Test("A failing ledger fails at the chosen record, and the next run continues from there")
  func failingLedger() async throws {
    let store = Store(plantedBy: "1.0")
    let registry = try registry(of: store)
    let kept = InMemoryLedger()
    let failing = FailingLedger(kept) { $0.kind == .finished && $0.key == "version:2.0.0" }
    let error = await #expect(throws: NomadError.self) { try await Nomad(registry, ledger: failing).migrate() }
    #expect(error?.underlying is FailingLedger.Failure)
    #expect(kept.history().finished.map(\.key) == ["version:1.1.0"])
    #expect(try await Nomad(registry, ledger: kept).migrate().migrated.map(\.name) == ["2.0"])
  }
}
