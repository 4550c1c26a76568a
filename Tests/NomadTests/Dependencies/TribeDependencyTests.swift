import Foundation
import NomadAdoption
import NomadRepair
import Testing

@testable import Nomad

@Suite("Dependencies of tribes")
struct TribeDependencyTests {
  private protocol Client: Sendable {
    var name: String { get }
  }

  private struct TestClient: Client {
    let name = "client"
  }

  private final class Store: Sendable {
    let trace = Trace()
  }

  private actor Cache {
    var count = 0
    func add() { count += 1 }
  }

  @MainActor
  private final class Screen {
    var title = ""
  }

  /// Two types with the same unqualified name.
  private enum Old { struct Settings: Sendable { let text = "old" } }
  private enum New { struct Settings: Sendable { let text = "new" } }

  private struct Values: Tribe {
    static let target: TribeTarget = .once("values")
    @TribeDependency private var store: Store
    @TribeDependency private var client: any Client
    @TribeDependency private var limit: Int?
    @TribeDependency private var old: Old.Settings
    @Nomad.TribeDependency private var new: New.Settings

    func migrate() async throws {
      store.trace.note("\(client.name) \(limit as Any) \(old.text) \(new.text)")
    }
  }

  private actor Isolated: Tribe {
    static let target: TribeTarget = .dotted("1.1")
    @TribeDependency private var cache: Cache
    func migrate() async throws { await cache.add() }
  }

  @MainActor
  private struct OnMain: Tribe {
    nonisolated static let target: TribeTarget = .dotted("1.2")
    @TribeDependency private var screen: Screen
    nonisolated init() {}
    func migrate() async throws { screen.title = "migrated" }
  }

  private class Base {
    @TribeDependency var store: Store
    required init() {}
  }

  private final class Derived: Base, Tribe {
    static let target: TribeTarget = .literal("1.3.0")
    func migrate() async throws { store.trace.note("derived") }
  }

  @Test("Value, class, actor and main-actor dependencies are found by type, even if two types have the same name")
  @MainActor
  func kinds() async throws {
    let (store, cache, screen) = (Store(), Cache(), Screen())
    let registry = try TribeRegistry([Values.self, Isolated.self, OnMain.self, Derived.self])
    let nomad = Nomad(registry, ledger: .inMemory).providing(store).providing(cache).providing(screen)
      .providing(TestClient(), as: (any Client).self).providing(Int?.none)
      .providing(Old.Settings()).providing(New.Settings())
    try await nomad.migrate()
    #expect(store.trace.all == ["derived", "client nil old new"])
    #expect(await cache.count == 1)
    #expect(screen.title == "migrated")
  }

  @Test("A value is provided under its static type, even if that is a protocol")
  func existential() {
    let client: any Client = TestClient()
    let dependencies = TribeDependencies().providing(client)
    #expect(dependencies.box(for: (any Client).self)?.value.name == "client")
    #expect(dependencies.box(for: TestClient.self) == nil)
  }

  @Test("The last value that is provided for a type replaces earlier ones")
  func replaced() {
    let dependencies = TribeDependencies().providing(1).providing(2)
    #expect(dependencies.box(for: Int.self)?.value == 2)
  }

  /// Returns a registry like a generated one: a tribe without dependencies, then one that depends on a store and a
  /// client.
  private func generated(_ trace: Trace) -> TribeRegistry {
    TribeRegistry(_module: "App") { tribes in
      tribes.add("First", target: .first, position: .first) { trace.note("first") }
      tribes.add("Values", target: .once("values"), position: .once("values")) { try await Values().migrate() }
      tribes.dependency(TribeDependency<Store>.self, as: "store")
      tribes.dependency(TribeDependency<any Client>.self, as: "client")
      tribes.dependency(TribeDependency<Old.Settings>.self, as: "old")
    }
  }

  @Test("A missing dependency stops the run before the first tribe, and the error names all missing ones")
  func missing() async throws {
    let (trace, ledger) = (Trace(), InMemoryLedger())
    // Neither the other type of that name nor a type that conforms to the protocol satisfies the dependency.
    let nomad = Nomad(generated(trace), ledger: ledger).providing(New.Settings()).providing(TestClient())
    let events = Trace()
    let error = await #expect(throws: NomadError.self) {
      try await nomad.migrate { events.note("\($0)".prefix { $0.isLetter }.description) }
    }
    #expect(error?.code == .missingDependency)
    #expect(error?.message.contains("Values needs store: ") == true)
    #expect(error?.message.contains("Values needs client: ") == true)
    #expect(error?.message.contains("Old.Settings") == true)
    #expect(trace.all.isEmpty)
    #expect(events.all == ["planned", "stopped"])
    #expect(ledger.history().records.isEmpty)
  }

  @Test("The plan names the dependencies that are missing")
  func planned() async throws {
    let nomad = Nomad(generated(Trace()), ledger: .inMemory)
    let plan = try await nomad.plan()
    #expect(plan.missingDependencies.map(\.dependency.property) == ["store", "client", "old"])
    #expect(plan.missingDependencies.allSatisfy { $0.tribe.name == "Values" })
    #expect("\(plan)".hasSuffix("Old.Settings, which was not given"))
    #expect(
      try await nomad.providing(Store()).plan().missingDependencies.map(\.dependency.property) == ["client", "old"]
    )
  }

  @Test("The dependencies of a tribe that does not run are not required")
  func notPending() async throws {
    let trace = Trace()
    let ledger = InMemoryLedger()
    try await ledger.markAsDone(.once("values"))
    try await Nomad(generated(trace), ledger: ledger).migrate()
    #expect(trace.all == ["first"])
  }

  @Test("The registry lists the dependencies of a tribe")
  func needs() {
    let dependencies = generated(Trace()).entries[1].dependencies
    #expect(dependencies.map(\.property) == ["store", "client", "old"])
    #expect(dependencies[0].description.hasSuffix("store: NomadTests.TribeDependencyTests.Store"))
    #expect(dependencies[0] != dependencies[1])
  }

  @Test(
    "Without a generated registry, a missing dependency stops the run before the tribe that lacks it",
    arguments: [0, 1]
  )
  func listed(way: Int) async throws {
    let registry =
      way == 0
      ? try TribeRegistry([Isolated.self, Derived.self])
      : try TribeRegistry {
        Isolated(); Derived()
      }
    let cache = Cache()
    let nomad = Nomad(registry, ledger: .inMemory).providing(cache)
    let error = await #expect(throws: NomadError.self) { try await nomad.migrate() }
    #expect(error?.code == .missingDependency)
    #expect(error?.message.contains("Derived needs ") == true)
    #expect(error?.report?.migrated.count == 1)
    #expect(await cache.count == 1)
    let store = Store()
    #expect(try await nomad.providing(store).migrate().migrated.count == 1)
    #expect(store.trace.all == ["derived"])
  }

  @Test("A tribe that is added to a registry as an instance receives the dependencies of the run")
  func readyMade() async throws {
    let registry = try TribeRegistry {
      let tribe = Isolated()
      tribe
    }
    let cache = Cache()
    try await Nomad(registry, ledger: .inMemory).providing(cache).migrate()
    #expect(await cache.count == 1)
  }

  @Test("A tribe that is added to a registry as an instance does not run without its dependencies")
  func readyMadeLacking() async throws {
    let actor = try TribeRegistry {
      let tribe = Isolated()
      tribe
    }
    let structure = try TribeRegistry {
      let tribe = Values()
      tribe
    }
    for (registry, count) in [(actor, 1), (structure, 4)] {
      let nomad = Nomad(registry, ledger: .inMemory).providing(Store())
      let error = await #expect(throws: NomadError.self) { try await nomad.migrate() }
      #expect(error?.code == .missingDependency)
      #expect(error?.message.components(separatedBy: " needs ").count == count + 1)
    }
  }

  @Test("A tribe nested in a type of another module belongs to the module of the extension")
  func foreignNest() throws {
    let entry = try #require(try TribeRegistry([Int.Nested.self]).entries.first)
    #expect((entry.module, entry.name) == ("NomadTests", "Int.Nested"))
  }

  @Test("A tribe fails if a migrator that it starts lacks a dependency")
  func nested() async throws {
    let inner = Nomad(generated(Trace()), ledger: .inMemory)
    let outer = Nomad(try TribeRegistry { Nomad.migration("1.0") { try await inner.migrate() } }, ledger: .inMemory)
    let error = await #expect(throws: NomadError.self) { try await outer.migrate() }
    #expect(error?.code == .tribeFailed)
    #expect((error?.underlying as? NomadError)?.code == .missingDependency)
  }

  @Test("A test can make a tribe with its dependencies, and gets an error if one is missing")
  func make() async throws {
    let store = Store()
    let tribe = try TribeDependencies().providing(store).make { Derived() }
    try await tribe.migrate()
    #expect(store.trace.all == ["derived"])
    let error = #expect(throws: NomadError.self) { try TribeDependencies().make { Derived() } }
    #expect(error?.code == .missingDependency)
  }

  private struct Alone: Tribe {
    static let target: TribeTarget = .once("alone")
    @TribeDependency private var store: Store
    func migrate() { store.trace.note("alone") }
  }

  @Test("A tribe that is made outside of a run stops the process, and names itself and the type of the value")
  func trap() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { Alone().migrate() }
    )
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    let words = "Alone has a @TribeDependency of type NomadTests.TribeDependencyTests.Store, for which"
    // Optimized code stops without the message.
    #expect(message.contains(words) || !_isDebugAssertConfiguration())
  }

  private struct Eager: Tribe {
    static let target: TribeTarget = .once("eager")
    @TribeDependency private var store: Store
    init() { store.trace.note("eager") }
    func migrate() {}
  }

  @Test("Without a generated registry, an initializer that reads a missing value stops the process in a run, too")
  func trapInInitializer() async throws {
    await #expect(processExitsWith: .failure) {
      try await Nomad(TribeRegistry([Eager.self]), ledger: .inMemory, currentVersion: .unlimited).migrate()
    }
  }
}

extension Int {
  fileprivate struct Nested: Tribe {
    static let target: TribeTarget = .once("nested")
    func migrate() async throws {}
  }
}
