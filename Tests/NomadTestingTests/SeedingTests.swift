import Nomad
import NomadTesting
import Testing

@Suite("Seeding and running alone")
struct SeedingTests {
  private let registry = TribeRegistry(_module: "App") { tribes in
    tribes.add("First", target: .first, position: .first, migrate: {})
    tribes.add("Old", target: .literal("1.0.0"), position: .version(.init([1])), migrate: {})
    tribes.add("Then", target: .literal("2.4.0"), position: .version(.init([2, 4])), migrate: {})
    tribes.add("ThenStep", target: .dotted("2.4-1"), position: .version(.init([2, 4], subMigration: 1)), migrate: {})
    tribes.add("New", target: .literal("3.0.0"), position: .version(.init([3])), migrate: { throw Failed() })
    tribes.add("Token", target: .once("token"), position: .once("token"), migrate: {})
    tribes.add("Index", target: .always, position: .always, migrate: {})
  }

  private struct Failed: Error {}

  @Test("A user at a version has run every version up to it, and nothing else")
  func seeded() async throws {
    let ledger = try InMemoryLedger.seeded(with: registry, at: "2.4.0")
    #expect(ledger.history().finished.map(\.name) == ["Old", "Then"])
    let plan = try await Nomad(registry, ledger: ledger).plan()
    #expect(plan.pending.map(\.name) == ["ThenStep", "New", "Token", "Index"])
    #expect(plan.late.isEmpty)
  }

  @Test(
    "Sub-migrations stand above their version, and count up to the one that is given",
    arguments: [
      ("2.4", ["Old", "Then"]), ("2.4-1", ["Old", "Then", "ThenStep"]),
      ("2.4-2", ["Old", "Then", "ThenStep", "ThenStep2"]), ("2", ["Old"]),
    ]
  )
  func seededAtStep(version: String, names: [String]) throws {
    let step = TribeRegistry(_module: "App") { tribes in
      tribes.add(
        "ThenStep2",
        target: .dotted("2.4-2"),
        position: .version(.init([2, 4], subMigration: 2)),
        migrate: {}
      )
    }
    let ledger = try InMemoryLedger.seeded(with: TribeRegistry(combining: [registry, step]), at: version)
    #expect(ledger.history().finished.map(\.name) == names)
  }

  @Test("Once-ids count as having run when they are given")
  func seededWithIDs() async throws {
    let ledger = try InMemoryLedger.seeded(with: registry, at: "9", once: ["token"])
    #expect(try await Nomad(registry, ledger: ledger).plan().pending.map(\.name) == ["Index"])
  }

  @Test("A version that cannot be read is an error")
  func illegalVersion() {
    let error = #expect(throws: NomadError.self) { try InMemoryLedger.seeded(with: registry, at: "two") }
    #expect(error?.code == .illegalCurrentVersion)
    #expect(error?.message.contains(#"The version "two" given to seeded(at:)"#) == true)
    #expect(error?.message.contains("current version") == false)
  }

  @Test("One tribe runs alone, by its name with or without the module")
  func runAlone() async throws {
    try await registry.runAlone("Old")
    await #expect(throws: Failed.self) { try await registry.runAlone("New") }
    await #expect(throws: Failed.self) { try await registry.runAlone("App.New") }
    await #expect(throws: UnknownTribe.self) { try await registry.runAlone("Nobody") }
  }
}
