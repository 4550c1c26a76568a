import Testing

@testable import NomadGenCore

@Suite struct PipelineTests {
  @Test("A tribe in a file is found")
  func found() {
    let output = Pipeline.run(
      sources: ["A.swift": #"struct A: Tribe { static let target: TribeTarget = .literal("1.0.0") }"#],
      module: "App"
    )
    #expect(output.tribes.map(\.name) == ["A"])
    #expect(output.findings.isEmpty)
  }
}
