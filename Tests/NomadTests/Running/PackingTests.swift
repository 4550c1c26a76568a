import Foundation
import NomadAdoption
import Testing

@testable import Nomad

/// Tests of the static methods.
///
/// The methods share one state, so the tests run one after the other.
@Suite("The static methods of Nomad", .serialized)
@MainActor
struct PackingTests {
  private struct Two: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate() async throws {}
  }

  private struct Illegal: Tribe {
    static let target: TribeTarget = .literal("2.0")
    func migrate() async throws {}
  }

  private final class Listener: NomadDelegate {
    var heard: [String] = []
    func willStartMigration() { heard.append("start") }
    func didMigrate(to target: TribeTarget) { heard.append("\(target)") }
    func didFinishMigration() { heard.append("finish") }
    func didInterruptMigration(with error: NomadError) { heard.append("interrupt") }
  }

  @Test("Packed tribes run once, and the delegate receives each step of the run")
  func migrate() async throws {
    let (listener, ledger) = (Listener(), InMemoryLedger())
    Nomad.set(delegate: listener)
    defer { Nomad.set(delegate: nil) }
    Nomad.pack(Nomad(try TribeRegistry([Two.self]), ledger: ledger))
    #expect(try Nomad.currentTarget == .first)
    #expect(try await Nomad.migrate().migrated.map(\.name).count == 1)
    #expect(try Nomad.currentTarget == .literal("2.0.0"))
    #expect(listener.heard == ["start", #".literal("2.0.0")"#, "finish"])
    let chained = Nomad.pack(Nomad(try TribeRegistry([Two.self]), ledger: ledger))
    #expect(try await chained.migrate().migrated.isEmpty)
  }

  @Test("The current target is the newest version that ran, including sub-migrations")
  func subMigration() async throws {
    let registry = try TribeRegistry {
      Nomad.migration("1.1") {}
      Nomad.migration("1.1-1") {}
      Nomad.migration(.once("a")) {}
    }
    try await Nomad.pack(Nomad(registry, ledger: .inMemory)).migrate()
    let current = try Nomad.currentTarget
    #expect(try current.position() == TribeTarget.dotted("1.1-1").position())
    try await Nomad.pack(Nomad(try TribeRegistry { Nomad.migration("2.0.3.9.6") {} }, ledger: .inMemory)).migrate()
    #expect(try Nomad.currentTarget == .dotted("2.0.3.9.6"))
  }

  @Test("Without tribes, the current target is .first and a run does nothing, even without a bundle")
  func empty() async throws {
    try Nomad.pack(with: [])
    #expect(try Nomad.currentTarget == .first)
    #expect(try await Nomad.migrate().migrated.isEmpty)
  }

  @Test("Before the first run, the current target comes from a predecessor but not from the migration policy")
  func adopted() async throws {
    let registry = try TribeRegistry { Nomad.migration("2.0") {} }
    var migrator = Nomad(registry, ledger: .inMemory, policy: MigrationPolicy(firstStart: .baseline(at: "1.0")))
    Nomad.pack(migrator)
    #expect(try Nomad.currentTarget == .first)
    migrator.predecessors = [Predecessor("Own") { Predecessor.State(version: .dotted("1.4")) }]
    Nomad.pack(migrator)
    #expect(try Nomad.currentTarget == .literal("1.4.0"))
    try await Nomad.migrate()
    #expect(try Nomad.currentTarget == .literal("2.0.0"))
  }

  @Test("Nomad holds its delegate weakly")
  func weakDelegate() async throws {
    weak var delegate: Listener?
    do {
      let listener = Listener()
      delegate = listener
      Nomad.set(delegate: listener)
      Nomad.pack(Nomad(try TribeRegistry([Two.self]), ledger: .inMemory))
      try await Nomad.migrate()
      #expect(listener.heard == ["start", #".literal("2.0.0")"#, "finish"])
    }
    #expect(delegate == nil)
    try await Nomad.migrate()
  }

  @Test("Packing a tribe with an illegal target throws an error, and the audit names the tribe")
  func illegal() throws {
    Nomad.pack(Nomad(try TribeRegistry([Two.self]), ledger: .inMemory))
    let error = #expect(throws: NomadError.self) { try Nomad.pack(with: [Two.self, Illegal.self]) }
    #expect(error?.code == .illegalTarget)
    #expect(try Nomad.currentTarget == .first)
    #expect(Nomad.audit(tribes: [Two.self, Illegal.self]).map { "\($0)" } == ["Illegal"])
    #expect(throws: TargetError.self) { try Illegal.target.validate() }
  }
}
