import NomadAdoption
import Testing

@testable import Nomad

/// A tribe on hold, and the tribes before and after it.
@Suite("Tribes on hold and the tribes around them")
struct HoldOrderTests {
  private struct Fill: Tribe {
    static let target: TribeTarget = .once("fill")
    func migrate() {}
  }

  /// Runs after a tribe that comes after it in the order.
  private struct Held: Tribe {
    static let target: TribeTarget = .literal("2.5.0")
    static let requires: [Any.Type] = [Fill.self]
    func migrate() {}
  }

  /// Only has to be marked, because all that it merges is done.
  private struct Merging: Tribe {
    static let target: TribeTarget = .literal("4.0.0")
    static let merges: [String] = ["1.0.0", "2.0.0"]
    func migrate() {}
  }

  @Test(
    "A merged tribe is not marked before a tribe that is held back, which its version would make late",
    arguments: [true, false]
  )
  func marked(isOnHold: Bool) async throws {
    let done = ["version:1.0.0", "version:2.0.0"].map { LedgerRecord(key: $0, name: "Old", module: "NomadTests") }
    let began = LedgerRecord(.began, key: "version:2.5.0", name: "Held", module: "NomadTests", build: Build.current)
    let ledger = InMemoryLedger(done + (isOnHold ? [] : [began, began, began]))
    var nomad = Nomad(try TribeRegistry([Fill.self, Held.self, Merging.self]), ledger: ledger)
    nomad.policy = MigrationPolicy(late: .skip, hold: isOnHold ? ["version:2.5.0"] : [])
    let held = nomad
    let error = await #expect(throws: NomadError.self) { try await held.migrate() }
    #expect(error?.code == (isOnHold ? .onHold : .quarantined))
    #expect(error?.report?.migrated.map(\.target) == [.once("fill")])
    nomad.policy = MigrationPolicy(late: .skip, quarantine: .never)
    #expect(try await nomad.migrate().migrated.map(\.target) == [.literal("2.5.0")])
    #expect(ledger.history().isDone("version:4.0.0"))
  }

  @Test("A predecessor is asked about a tribe on hold, even if no other tribe can run before it")
  func predecessor() async throws {
    let ledger = InMemoryLedger([
      LedgerRecord(.began, key: "version:1.0.0", name: "1.0.0", module: "App"),
      LedgerRecord(.finished, key: "version:1.0.0", name: "1.0.0", module: "App"),
    ])
    let trace = Trace()
    var nomad = Nomad(
      try TribeRegistry([.literal("1.0.0"), .literal("2.0.0"), .literal("3.0.0")], tracing: trace),
      ledger: ledger,
      policy: MigrationPolicy(hold: ["version:2.0.0"])
    )
    nomad.predecessors = [Predecessor("Old") { Predecessor.State(targets: [.literal("2.0.0")]) }]
    let migrator = nomad
    try await migrator.migrate()
    #expect(trace.all == ["3.0.0"])
    #expect(ledger.history().isDone("version:2.0.0"))
  }
}
