import NomadAdoption
import Testing

@testable import Nomad

@Suite("A registry built in code")
struct TribeRegistryBuilderTests {
  private struct Built: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    var trace = Trace()
    func migrate() async throws { trace.note("Built") }
  }

  private final class Typed: Tribe {
    static let target: TribeTarget = .once("typed")
    func migrate() throws {}
  }

  @MainActor private final class OnMain: Tribe {
    nonisolated static let target: TribeTarget = .literal("4.0.0")
    nonisolated init() {}
    func migrate() async throws {}
  }

  private struct Illegal: Tribe {
    static let target: TribeTarget = .literal("2.0")
    func migrate() async throws {}
  }

  @Test("A registry combines closures, tribes, types and registries in one order and one ledger")
  func mixes() async throws {
    let (trace, ledger) = (Trace(), InMemoryLedger())
    let generated = try TribeRegistry([.literal("1.0.0"), .always], tracing: trace)
    let registry = try TribeRegistry {
      Nomad.migration("1.1-1") { trace.note("1.1-1") }
      Nomad.migration(.once("closure")) { trace.note("closure") }
      Typed.self
      Built(trace: trace)
      Nomad.migration("1.1") { trace.note("1.1") }
      Nomad.migration("2.1.0-beta.1") { trace.note("beta") }
      generated
    }
    try await Nomad(registry, ledger: ledger).migrate()
    #expect(trace.all == ["1.0.0", "1.1", "1.1-1", "Built", "beta", "closure", "always"])
    #expect(ledger.history().isDone("version:2.0.0"))
    // A completed tribe is known by its target, whichever way it is declared.
    let again = try TribeRegistry { Nomad.migration("2.0.0") { trace.note("again") } }
    try await Nomad(again, ledger: ledger, currentVersion: .exactly("2.1")).migrate()
    #expect(!trace.all.contains("again"))
  }

  @Test("A tribe is created only when its turn comes")
  func lazily() async throws {
    let trace = Trace()
    @Sendable func made() -> Trace {
      trace.note("made")
      return trace
    }
    let registry = try TribeRegistry {
      Nomad.migration("1.0") { trace.note("1.0") }
      Built(trace: made())
    }
    #expect(trace.all.isEmpty)
    try await Nomad(registry, ledger: .inMemory).migrate()
    #expect(trace.all == ["1.0", "made", "Built"])
  }

  @Test("Conditions, loops and availability checks decide which tribes are listed", arguments: [false, true])
  func control(flag: Bool) throws {
    let registry = try TribeRegistry {
      if flag { Nomad.migration("1.0") {} }
      if flag { Nomad.migration("1.1") {} } else { Nomad.migration("1.2") {} }
      switch flag {
      case true: Nomad.migration("1.3") {}
      case false: Nomad.migration("1.4") {}
      }
      for number in 1...2 { Nomad.migration("2.\(number)") {} }
      if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) { Nomad.migration("3.0") {} }
      OnMain.self
    }
    let expected = flag ? ["1.0", "1.1", "1.3"] : ["1.2", "1.4"]
    #expect(registry.entries.map(\.name).dropLast() == (expected + ["2.1", "2.2", "3.0"])[...])
    #expect(try TribeRegistry {}.isEmpty)
  }

  @Test("An illegal target anywhere in the registry is an error that names the tribe")
  func illegal() {
    for version in ["", "x", "1.0.0-", "1..2", "1.0-0x"] {
      let error = #expect(throws: NomadError.self) {
        try TribeRegistry {
          Nomad.migration("1.0") {}
          if true { Nomad.migration(version, named: "Closure") {} }
        }
      }
      #expect(error?.code == .illegalTarget)
      #expect(error?.message.contains("Closure") == true)
    }
    let error = #expect(throws: NomadError.self) { try TribeRegistry { Illegal() } }
    #expect(error?.message.contains("Illegal") == true)
  }

  @Test("A version that could be a pre-release or a sub-migration must be written as .dotted or .literal")
  func ambiguous() throws {
    let error = #expect(throws: NomadError.self) { try TribeRegistry { Nomad.migration("1.1.0-1") {} } }
    #expect(error?.code == .illegalTarget)
    #expect(error?.advice.contains(".dotted") == true)
    let registry = try TribeRegistry {
      Nomad.migration(.dotted("1.1.0-1")) {}
      Nomad.migration("1.1.0") {}
      Nomad.migration(.literal("1.1.0-1")) {}
    }
    #expect(registry.entries.map(\.target) == [.literal("1.1.0-1"), .literal("1.1.0"), .dotted("1.1.0-1")])
  }

  @Test("Two tribes at the same version are an error, however each is declared")
  func duplicates() async throws {
    let registry = try TribeRegistry {
      Nomad.migration("2.0") {}
      Built()
    }
    let error = await #expect(throws: NomadError.self) { try await Nomad(registry, ledger: .inMemory).migrate() }
    #expect(error?.code == .duplicateTarget)
  }

  @Test("A registry without tribes still contributes its module")
  func emptyRegistry() throws {
    let registry = try TribeRegistry {
      TribeRegistry(_module: "App") { _ in }
      if true { TribeRegistry(_module: "Kit") { $0.add("T", target: .first, position: .first) {} } }
    }
    #expect(registry.modules == ["App", "Kit"])
  }
}
