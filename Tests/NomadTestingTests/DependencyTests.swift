import Nomad
import NomadTesting
import Testing

/// Tests that provide the dependencies of tribes in the same way as apps.
@Suite struct DependencyTests {
  private actor Store {
    var notes: [String] = []
    func add(_ note: String) { notes.append(note) }
  }

  private struct AddNote: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    @TribeDependency private var store: Store

    func migrate() async throws {
      if await store.notes.isEmpty { await store.add("note") }
    }
  }

  private let registry: TribeRegistry

  init() throws {
    registry = try TribeRegistry([AddNote.self])
  }

  @Test("A tribe that runs alone receives its dependencies, and a missing one is an error")
  func alone() async throws {
    let store = Store()
    let name = try #require(registry.entries.first).name
    try await registry.runAlone(name, with: TribeDependencies().providing(store))
    #expect(await store.notes == ["note"])
    let error = await #expect(throws: NomadError.self) { try await registry.runAlone(name) }
    #expect(error?.code == .missingDependency)
  }

  @Test("Each upgrade path receives its own dependencies, with and without kills, and a missing one is an error")
  func paths() async throws {
    let paths = UpgradePaths(registry, from: ["1.0.0"])
    let verified = try await paths.verify { _, migrate in
      let store = Store()
      try await migrate(with: TribeDependencies().providing(store))
      return await store.notes
    }
    #expect(verified == ["note"])
    let deaths = try await paths.verifyWhenKilled { _, migrate in
      let store = Store()
      try await migrate(with: TribeDependencies().providing(store))
      return await store.notes
    }
    #expect(deaths == 4)
    let error = await #expect(throws: NomadError.self) {
      try await paths.verify { _, migrate in
        try await migrate()
        return 0
      }
    }
    #expect(error?.code == .missingDependency)
  }
}
