import Testing

@testable import NomadCheck
@testable import NomadGenCore
@testable import NomadSyntax

@Suite struct SharedTargetTests {
  private static func tribe(_ name: String, _ target: String) -> String {
    "struct \(name): Tribe { static let target: TribeTarget = \(target) }\n"
  }

  /// Returns the findings of modules, each with one file that is named after it.
  private func findings(_ modules: [(name: String, text: String)]) -> [Finding] {
    let outputs = modules.map { Pipeline.run(sources: ["\($0.name).swift": $0.text], module: $0.name) }
    let findings = findShared(CheckedPackage(outputs).modules).flatMap(\.findings)
    expectForm(of: findings)
    return findings
  }

  @Test("A version used in two modules is one warning in the second module, however it is spelled")
  func version() throws {
    let found = findings([
      ("App", Self.tribe("A", #".literal("2.0.0")"#)), ("Core", Self.tribe("B", #".dotted("2.0")"#)),
    ])
    let finding = try #require(found.first)
    #expect(found.count == 1)
    #expect(finding.code == .sharedTarget)
    #expect(finding.severity == .warning)
    #expect(finding.location.file == "Core.swift")
    #expect(finding.notes.map(\.location.file) == ["App.swift", "Core.swift", "Core.swift"])
    #expect(finding.message == #"'Core.B' has the same target .dotted("2.0") as 'App.A'"#)
  }

  @Test("A module that shares many targets with other modules has one warning")
  func several() {
    let text = ["1.0.0", "2.0.0", "3.0.0"].map { version in
      Self.tribe("A\(version.prefix(1))", ".literal(\"\(version)\")")
    }.joined()
    let found = findings([("App", text), ("Core", text), ("Notes", text + Self.tribe("Z", #".once("z")"#))])
    #expect(found.map(\.location.file) == ["Core.swift", "Notes.swift"])
    #expect(
      found.allSatisfy { finding in
        let more = "2 more of \(finding.location.file.dropLast(6)) have the same target as a tribe of another module"
        return finding.message.hasSuffix(" as 'App.A1'") && finding.notes.contains { $0.message == more }
      }
    )
  }

  @Test("An id used in two modules is a finding, too")
  func id() {
    let text = Self.tribe("A", #".once("a")"#)
    #expect(findings([("App", text), ("Core", text)]).map(\.code) == [.sharedTarget])
  }

  @Test("Modules can share targets in exclusive builds, and can share .first and .always")
  func legal() {
    let version = Self.tribe("A", #".literal("2.0.0")"#)
    let linux = "#if os(Linux)\n\(version)#endif\n"
    let others = "#if !os(Linux)\n\(version)#endif\n"
    #expect(findings([("App", linux), ("Core", others)]) == [])
    let ends = Self.tribe("A", ".first") + Self.tribe("B", ".always")
    #expect(findings([("App", ends), ("Core", ends)]) == [])
    #expect(findings([("App", version), ("Core", Self.tribe("A", #".literal("2.0.1")"#))]) == [])
  }

  @Test("A tribe in two registries is a shared-tribe finding, not a shared-target finding")
  func sharedTribe() {
    let outputs = ["App", "Widget"].map { module in
      Pipeline.run(sources: ["A.swift": Self.tribe("A", #".literal("2.0.0")"#)], module: module)
    }
    #expect(
      findShared(CheckedPackage(outputs).modules).flatMap(\.findings).map(\.code) == [
        .sharedTribe
      ]
    )
  }
}
