import Foundation
import Testing

@testable import NomadGenCore

@Suite("Phases")
struct PhaseTests {
  private func output(_ source: String) -> Pipeline.Output {
    Pipeline.run(sources: ["App.swift": source], module: "App", dependencies: [:])
  }

  private func tribe(_ phase: String, before: String = "") -> String {
    """
    \(before)
    struct A: Tribe {
      static let target: TribeTarget = .literal("1.0.0")
      \(phase)
      func migrate() async throws {}
    }
    """
  }

  @Test(
    "A contract tribe is one in the registry, however its phase is written",
    arguments: [
      "static let phase: TribePhase = .contract", "static let phase = TribePhase.contract",
      "static var phase: TribePhase { .contract }", "static var phase: TribePhase { return .contract }",
      "static let phase: Nomad.TribePhase = Nomad.TribePhase.contract",
    ]
  )
  func contract(phase: String) throws {
    let output = output(tribe(phase))
    #expect(output.diagnostics.isEmpty)
    #expect(try #require(output.registry()).contains("_tribes.contract()"))
  }

  @Test("So is one that has its phase from an extension, a protocol or a superclass")
  func inherited() throws {
    let sources = [
      tribe("") + "\nextension A { static let phase: TribePhase = .contract }",
      tribe("").replacing("A: Tribe", with: "A: Last") + """

        protocol Last: Tribe {}
        extension Last { static var phase: TribePhase { .contract } }
        """,
    ]
    for source in sources {
      #expect(try #require(output(source).registry()).contains("_tribes.contract()"), "\(source)")
    }
  }

  @Test(
    "Others are not",
    arguments: [
      "", "static let phase: TribePhase = .expand", "static let phase = \"contract\"",
      "static let phase: Moon = .contract",
      "let phase: TribePhase = .contract",
    ]
  )
  func expand(phase: String) throws {
    let output = output(tribe(phase, before: "enum Moon { case contract }"))
    #expect(output.diagnostics.isEmpty)
    #expect(try !#require(output.registry()).contains("_tribes.contract()"))
  }

  @Test("A phase in an #if is in the #if of the registry")
  func conditional() throws {
    let output = output(
      tribe(
        """
        #if CLOUD
        static let phase: TribePhase = .contract
        #else
        static let phase: TribePhase = .expand
        #endif
        """
      )
    )
    let registry = try #require(output.registry())
    #expect(registry.contains("#if CLOUD"))
    #expect(registry.components(separatedBy: "_tribes.contract()").count == 2)
  }

  @Test("A phase that has to be run to be read is an error")
  func unreadable() {
    let output = output(tribe("static let phase: TribePhase = isReady ? .contract : .expand"))
    #expect(output.diagnostics.map(\.code) == [.unreadablePhase])
    #expect(output.diagnostics.map(\.location.line) == [4])
  }
}
