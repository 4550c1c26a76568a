import Nomad
import NomadTesting
import Testing

@Suite("Seeding a ledger and running a single tribe")
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

  @Test("A ledger seeded at a version contains every version up to it, and no other tribes")
  func seeded() async throws {
    let ledger = try InMemoryLedger.seeded(with: registry, at: "2.4.0")
    #expect(ledger.history().finished.map(\.name) == ["Old", "Then"])
    let plan = try await Nomad(registry, ledger: ledger).plan()
    #expect(plan.pending.map(\.name) == ["ThenStep", "New", "Token", "Index"])
    #expect(plan.late.isEmpty)
  }

  @Test(
    "Sub-migrations come after their version, and seeding includes them up to the given one",
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

  @Test("A ledger seeded with the id of a .once tribe contains that tribe")
  func seededWithIDs() async throws {
    let ledger = try InMemoryLedger.seeded(with: registry, at: "9", once: ["token"])
    #expect(try await Nomad(registry, ledger: ledger).plan().pending.map(\.name) == ["Index"])
  }

  @Test("Seeding at an unreadable version throws an error that names the version")
  func illegalVersion() {
    let error = #expect(throws: NomadError.self) { try InMemoryLedger.seeded(with: registry, at: "two") }
    #expect(error?.code == .illegalCurrentVersion)
    #expect(error?.message.contains(#"The version "two" given to seeded(at:)"#) == true)
    #expect(error?.message.contains("current version") == false)
  }

  @Test("A single tribe runs by its name, with or without the module")
  func runAlone() async throws {
    try await registry.runAlone("Old")
    await #expect(throws: Failed.self) { try await registry.runAlone("New") }
    await #expect(throws: Failed.self) { try await registry.runAlone("App.New") }
    await #expect(throws: NomadError.self) { try await registry.runAlone("Nobody") }
  }
}
