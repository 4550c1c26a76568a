import Nomad
import Testing

@Suite("TribeRegistry")
struct TribeRegistryTests {
  @Test("Entries are sorted by position, then by the UTF-8 bytes of their names, then by module")
  func sorted() {
    let one = TribeRegistry(_module: "Z") { tribes in
      tribes.add("b", target: .always, position: .always, migrate: {})
      tribes.add("B", target: .always, position: .always, migrate: {})
      tribes.add("Two", target: .literal("2.0.0"), position: .version(.init([2])), migrate: {})
      tribes.add("Ten", target: .literal("10.0.0"), position: .version(.init([10])), migrate: {})
      tribes.add("F", target: .first, position: .first, migrate: {})
    }
    let other = TribeRegistry(_module: "A") { tribes in
      tribes.add("b", target: .always, position: .always, migrate: {})
    }
    let all = TribeRegistry(combining: [one, other])
    #expect(all.entries.map { "\($0.module).\($0.name)" } == ["Z.F", "Z.Two", "Z.Ten", "Z.B", "A.b", "Z.b"])
    #expect(all.count == 6)
    #expect(!all.isEmpty)
  }

  @Test(
    "A key contains the version or the id, and the type only for .first and .always",
    arguments: [
      (.first, "first:App.T"), (.literal("2.0.0"), "version:2.0.0"), (.dotted("2.0"), "version:2.0.0"),
      (.dotted("1.1-2"), "version:1.1.0#2"), (.once("a b"), "once:a b"), (.always, "always:App.T"),
    ] as [(TribeTarget, LedgerKey)]
  )
  func key(target: TribeTarget, key: LedgerKey) throws {
    let order = try target.position()
    let registry = TribeRegistry(_module: "App") { $0.add("T", target: target, position: order, migrate: {}) }
    #expect(registry.entries.map(\.key) == [key])
  }

  @Test("Two tribes with the same version or id are an error that names both")
  func duplicates() async throws {
    let same: [[TribeTarget]] = [
      [.literal("2.0.0"), .dotted("2.0")], [.once("id"), .once("id")],
      [.literal("1.0.0"), .literal("1.0.0+build")],
    ]
    for targets in same {
      let migrator = Nomad(try TribeRegistry(targets), ledger: .inMemory)
      let planning = await #expect(throws: NomadError.self) { try await migrator.plan() }
      #expect(planning?.code == .duplicateTarget)
      let running = await #expect(throws: NomadError.self) { try await migrator.migrate() }
      #expect(running?.code == .duplicateTarget)
      for target in targets { #expect(running?.message.contains("App.\(target.name)") == true) }
    }
  }

  @Test("Several tribes can have the target .first or .always")
  func shareable() async throws {
    let trace = Trace()
    let registry = TribeRegistry(
      combining: ["A", "B"].map { module in
        TribeRegistry(_module: module) { tribes in
          tribes.add("T", target: .first, position: .first) { trace.note("first \(module)") }
          tribes.add("T", target: .always, position: .always) { trace.note("always \(module)") }
        }
      }
    )
    try await Nomad(registry, ledger: .inMemory).migrate()
    #expect(trace.all == ["first A", "first B", "always A", "always B"])
  }

  @Test(
    "A tribe that is in the registry twice is an error, whatever its target",
    arguments: [.first, .literal("1.0.0"), .once("a"), .always] as [TribeTarget]
  )
  func twice(target: TribeTarget) async throws {
    let trace = Trace()
    let registry = try TribeRegistry([target], tracing: trace)
    let migrator = Nomad(TribeRegistry(combining: [registry, registry]), ledger: .inMemory)
    let planning = await #expect(throws: NomadError.self) { try await migrator.plan() }
    #expect(planning?.code == .duplicateTarget)
    #expect(
      planning?.message == "App.\(target.name), with the target \(target), is in the registry twice."
    )
    let running = await #expect(throws: NomadError.self) { try await migrator.migrate() }
    #expect(running?.code == .duplicateTarget)
    #expect(trace.all.isEmpty)
  }
}
