import Nomad
import Testing

private let ran = TaskLocal<Trace?>(wrappedValue: nil)

private enum Outer {
  struct Qualified: Nomad.Tribe {
    static let target: Nomad.TribeTarget = .literal("2.0.0")
    func migrate() async throws { ran.get()?.note("Qualified") }
  }
}

private final class Synchronous: Tribe {
  static let target: TribeTarget = .first
  func migrate() { ran.get()?.note("Synchronous") }
}

private actor Isolated: Tribe {
  static let target: TribeTarget = .once("isolated")
  func migrate() { ran.get()?.note("Isolated") }
}

private struct Illegal: Tribe {
  static let target: TribeTarget = .literal("2.0")
  func migrate() {}
}

@Suite("Tribes listed by hand")
struct ListedTribesTests {
  @Test("Structs, classes and actors run as tribes, in order")
  func run() async throws {
    let registry: Nomad.TribeRegistry = try TribeRegistry([
      Isolated.self, Outer.Qualified.self, Synchronous.self,
    ])
    let trace = Trace()
    try await ran.withValue(trace) {
      _ = try await Nomad(registry, ledger: .inMemory).migrate()
    }
    #expect(trace.all == ["Synchronous", "Qualified", "Isolated"])
  }

  @Test("A tribe's name includes its enclosing type but not its module")
  func names() throws {
    struct Local: Tribe {
      static let target: TribeTarget = .always
      func migrate() {}
    }
    let registry = try TribeRegistry([Outer.Qualified.self, Local.self])
    #expect(registry.entries.map(\.name) == ["Outer.Qualified", "ListedTribesTests.Local"])
    #expect(registry.entries.map(\.module) == ["NomadTests", "NomadTests"])
  }

  @Test("The error for an illegal target names the tribe and the reason")
  func illegal() {
    let error = #expect(throws: NomadError.self) { try TribeRegistry([Illegal.self]) }
    #expect(error?.code == .illegalTarget)
    #expect(error?.underlying is TargetError)
    #expect(error?.message.contains("Illegal") == true)
    #expect(error?.message.contains("a patch number is missing") == true)
  }
}
