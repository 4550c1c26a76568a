import Testing

@testable import NomadGenCore
@testable import NomadSyntax

/// What the generator reads and checks of tribes that replace others.
@Suite("Merged tribes in sources")
struct MergedTraitTests {
  private func output(_ tribes: String...) -> Pipeline.Output {
    Pipeline.run(
      sources: ["App.swift": "import Nomad\n" + tribes.joined(separator: "\n")],
      module: "App",
      imported: [:]
    )
  }

  private func tribe(_ name: String, _ target: String, _ member: String = "") -> String {
    """
    struct \(name): Tribe {
      static let target: TribeTarget = \(target)
      \(member)
      func migrate() async throws {}
    }
    """
  }

  @Test(
    "The registry contains what a tribe merges, in every spelling",
    arguments: [
      #"static let merges: [String] = ["1.0.0", "a"]"#, #"static let merges = ["1.0.0", "a",]"#,
      #"static var merges: [String] { ["1.0.0", "a"] }"#, #"static let merges = ["1.0.0", "a"] as [String]"#,
    ]
  )
  func spellings(member: String) throws {
    let output = output(tribe("A", ".once(\"b\")", member))
    #expect(output.findings.isEmpty)
    #expect(output.tribes.flatMap(\.traits).map(\.value) == [.merges(["1.0.0", "a"])])
    let registry = try #require(output.registry)
    #expect(registry.contains(#"_tribes.merges("1.0.0", at: .version(.init([1])))"#))
    #expect(registry.contains(#"_tribes.merges("a", at: .once("a"))"#))
  }

  @Test(
    "A list that cannot be read, or that is no static member, is an error",
    arguments: [
      "static let merges: [String] = old", "static let merges: [String] = [old]", "static let merges = old()",
      #"static let merges: [String] = ["1.\(minor).0"]"#, #"static let merges: Array<String> = ["1.0.0"]"#,
      #"static let merges: [StaticString] = ["1.0.0"]"#, #"static let merges: Old = ["1.0.0"]; struct Old {}"#,
      #"static let merges: [String] = ["1.0.0"] + old"#, #"let merges: [String] = ["1.0.0"]"#,
      #"static let Merges = ["1.0.0"]"#,
    ]
  )
  func unreadable(member: String) {
    let output = output(tribe("A", ".literal(\"1.2.0\")", member))
    #expect(output.findings.map(\.code) == [.unreadableMember])
    #expect(output.registry == nil)
  }

  @Test(
    "Unrelated members and an empty list add nothing",
    arguments: [
      "static let merges: [String] = []", "static let merges: Int = 3", "static let merges: [Int] = [3]",
      "let merges = 3", #"static let names: [String] = ["1.0.0"]"#, "static func merges() -> Int { 3 }",
    ]
  )
  func unrelated(member: String) throws {
    let output = output(tribe("A", ".literal(\"1.2.0\")", member))
    #expect(output.findings.isEmpty)
    #expect(!(try #require(output.registry).contains("merges(")))
  }

  private static func merging(_ items: String...) -> String {
    "static let merges: [String] = [\(items.map { "\"\($0)\"" }.joined(separator: ", "))]"
  }

  @Test("A tribe may merge its own target")
  func itself() {
    let output = output(tribe("A", ".literal(\"1.2.0\")", Self.merging("1.0.0", "1.1.0", "1.2.0")))
    #expect(output.findings.isEmpty)
  }

  @Test("A merge that cannot be right is one error")
  func mistakes() {
    let (a, b) = (".literal(\"1.2.0\")", ".literal(\"1.3.0\")")
    for (tribes, message) in [
      ([tribe("A", a, Self.merging("1.1.0-1"))], "which cannot be read"),
      ([tribe("A", a, Self.merging("1.0."))], "which cannot be read"),
      ([tribe("A", a, Self.merging("first:App.B"))], "which cannot be read"),
      ([tribe("A", a, Self.merging("1.0")), tribe("B", ".literal(\"1.0.0\")")], "which is the target of 'B'"),
      ([tribe("A", a, Self.merging("1.4.0"))], "which comes after it"),
      ([tribe("A", a, Self.merging("an-id"))], "which comes after it"),
      ([tribe("A", a, Self.merging("1.0", "1.0.0"))], "which 'A' merges as well"),
      ([tribe("A", a, Self.merging("1.0")), tribe("B", b, Self.merging("1.0"))], "which 'A' merges as well"),
      ([tribe("A", ".always", Self.merging("1.0"))], "does not run once only"),
      ([tribe("A", ".first", Self.merging("1.0"))], "does not run once only"),
    ] {
      let output = output(tribes.joined(separator: "\n"))
      #expect(output.findings.map(\.code) == [.mergedTribe], "\(message)")
      #expect(output.findings.first?.message.contains(message) == true, "\(output.findings)")
      #expect(output.registry == nil)
    }
  }

  @Test("Two tribes that no build has together may merge the same one")
  func branches() {
    let (a, b) = (tribe("A", ".once(\"b\")", Self.merging("1.0")), tribe("B", ".once(\"b\")", Self.merging("1.0")))
    #expect(output("#if os(Linux)\n\(a)\n#else\n\(b)\n#endif").findings.isEmpty)
  }
}
