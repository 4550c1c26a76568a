import Foundation
import Nomad
import NomadGenCore
import Testing

/// The tribes of this target, the registry that is checked in for them, and the result of running it.
@Suite(.serialized) struct GoldenRegistryTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  private static let golden = folder.appendingPathComponent("NomadRegistry.swift")

  /// Runs the generator on the files in Tribes, each under its bare name.
  private static func generated() throws -> Pipeline.Output {
    let tribes = folder.appendingPathComponent("Tribes")
    let names = try FileManager.default.contentsOfDirectory(atPath: tribes.path)
    return try Pipeline.run(names, module: "NomadRegistryTests") { name, body in
      try Data(contentsOf: tribes.appendingPathComponent(name)).withUnsafeBytes { body($0.bindMemory(to: UInt8.self)) }
    }
  }

  @Test("The generated registry matches the one that is checked in; RECORD_SNAPSHOTS=1 records it")
  func golden() throws {
    let output = try Self.generated()
    #expect(output.findings.isEmpty)
    let registry = try #require(output.registry)
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
      try Data(registry.utf8).write(to: Self.golden)
      Issue.record("recorded; run again without RECORD_SNAPSHOTS")
    }
    #expect(try Data(contentsOf: Self.golden) == Data(registry.utf8))
  }

  @MainActor
  @Test("The compiled registry runs tribes of every kind in migration order")
  func runs() async throws {
    Trace.names = []
    let report = try await Self.migrator.migrate()
    let expected = [
      "Outer.class.default", "Retired", "Entry.Shadowed", "ClassTribe", "StructTribe", "ActorTribe", "MainActorTribe",
      "EnumTribe",
      "SynchronousTribe",
      "Refined", "Conditional", "Available", "Base", "Derived", "Extended", "Vault.Open", "Forge",
      "Thorough", "Hurried", "SilentTribe", "Lately", "TypedThrow", "Outer.Été", "URL.日本",
    ]
    #expect(report.migrated.map(\.name) == expected)
    // Some tribes are not asynchronous and record no name.
    let silent = ["SynchronousTribe", "SilentTribe", "Entry.Shadowed"]
    #expect(Trace.names == expected.filter { !silent.contains($0) }.map { $0 == "Forge" ? "Forge of brass" : $0 })
  }

  private static var migrator: Nomad {
    Nomad(.generated, ledger: .inMemory, currentVersion: .unlimited)
      .providing(Vault.Key(text: "of brass")).providing(TestClient(), as: (any Client).self)
      .providing([String: @Sendable (Vault.Key) -> URL?]()).providing(Vault.Open.Hinge())
      .providing(Vault.default())
  }

  #if compiler(>=6.2)
    @Test("Nomad.pack() without arguments packs the generated registry")
    func pack() async throws {
      // The packed registry belongs to the whole process, so this test has a process of its own.
      await #expect(processExitsWith: .success) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        setenv("XDG_STATE_HOME", folder.path, 1)
        defer { try? FileManager.default.removeItem(at: folder) }
        Nomad.pack()
        let error = await #expect(throws: NomadError.self) { try await Nomad.migrate() }
        #expect(error?.report?.plan.pending.map(\.name).contains("Vault.Open") == true)
      }
    }
  #endif

  @MainActor
  @Test("The registry lists the tribes' dependencies, and a missing one is an error before any tribe runs")
  func dependencies() async throws {
    let dependencies = Dictionary(
      uniqueKeysWithValues: TribeRegistry.generated.entries.map { ($0.name, $0.dependencies) }
    )
    #expect(dependencies["Vault.Open"]?.map(\.property) == ["key", "client", "words", "hinge", "standard"])
    #expect(dependencies["Forge"]?.map(\.description) == ["key: NomadRegistryTests.Vault.Key"])
    #expect(dependencies["StructTribe"]?.isEmpty == true)
    Trace.names = []
    let lacking = Nomad(.generated, ledger: .inMemory).providing(Vault.Key(text: ""))
    let error = await #expect(throws: NomadError.self) { try await lacking.migrate() }
    #expect(error?.code == .missingDependency)
    #expect(error?.message.contains("Vault.Open needs client: NomadRegistryTests.Client") == true)
    #expect(Trace.names.isEmpty)
  }

  @Test("A registry entry has the target and the position of its type, and its module")
  func targets() throws {
    let entries = Dictionary(uniqueKeysWithValues: TribeRegistry.generated.entries.map { ($0.name, $0) })
    for (name, target) in [
      ("StructTribe", StructTribe.target), ("ClassTribe", ClassTribe.target), ("ActorTribe", ActorTribe.target),
      ("EnumTribe", EnumTribe.target), ("SynchronousTribe", SynchronousTribe.target),
      ("SilentTribe", SilentTribe.target),
      ("TypedThrow", TypedThrow.target), ("Refined", Refined.target), ("Lately", Lately.target), ("Base", Base.target),
      ("Derived", Derived.target), ("Extended", Extended.target), ("Available", Available.target),
      ("Conditional", Conditional.target), ("Outer.Été", Outer.Été.target),
    ] {
      let entry = try #require(entries[name])
      #expect(entry.target == target)
      #expect(entry.position == (try target.position()))
      #expect(entry.module == "NomadRegistryTests")
    }
  }
}
