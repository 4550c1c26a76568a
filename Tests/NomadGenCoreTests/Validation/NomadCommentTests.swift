import Testing

@testable import NomadGenCore
@testable import NomadSyntax

/// A misspelled or misplaced `nomad:` comment, which has no effect, is a warning at its word.
@Suite struct NomadCommentTests {
  private static let tribe = "struct A: Tribe { static let target: TribeTarget = .first }"

  private func found(_ text: String) -> [String] {
    find(text).findings.filter { $0.code == .ineffectiveDirective }
      .map { "\($0.location.line):\($0.location.column) \($0.message): \($0.notes.map(\.message).joined())" }
  }

  @Test(
    "A nomad: comment without effect is a warning at its word, with the reason",
    arguments: [
      ("// nomad:ignored\n\(tribe)", "1:4 'nomad:ignored' ", "no such comment exists: write 'nomad:ignore'"),
      ("//nomad:ignore-me not\n\(tribe)", "1:3 'nomad:ignore-me' ", "no such comment exists: write 'nomad:ignore'"),
      ("/// Nomad:ignore\n\(tribe)", "1:5 'Nomad:ignore' ", "no such comment exists: write 'nomad:ignore'"),
      ("// Nomad: ignore\n\(tribe)", "1:4 'Nomad: ignore' ", "no such comment exists: write 'nomad:ignore'"),
      ("// nomad:ingore\n\(tribe)", "1:4 'nomad:ingore' ", "no such comment exists: write 'nomad:ignore'"),
      (
        "/* é */ // nomad:acess public\n\(tribe)", "1:13 'nomad:acess' ", "no such comment exists: write 'nomad:access'"
      ),
      ("// nomad:skip\n\(tribe)", "1:4 'nomad:skip' ", "write 'nomad:ignore', 'nomad:access' or 'nomad:allow'"),
      ("// nomad:access open\n\(tribe)", "1:4 'nomad:access' ", "internal or public"),
      ("// nomad:access\n\(tribe)", "1:4 'nomad:access' ", "internal or public"),
      ("let a = 1 // nomad:access public\n\(tribe)", "1:14 'nomad:access' ", "it follows code"),
      ("struct B { // nomad:ignore\n}\n\(tribe)", "1:15 'nomad:ignore' ", "it follows code"),
      ("/*\n nomad:ignore\n*/\n\(tribe)", "2:2 'nomad:ignore' ", "starts on an earlier line: write '// ' in front"),
      ("/**\n * nomad:ignore\n */\n\(tribe)", "2:4 'nomad:ignore' ", "starts on an earlier line: write '// ' in front"),
      ("// nomad:ignore\n\n\(tribe)", "1:4 'nomad:ignore' ", "an empty line follows"),
      ("// nomad:ignore\n#if X\n\(tribe)\n#endif", "1:4 'nomad:ignore' ", "follows on the next line"),
      ("// nomad:ignore\nprotocol P: Tribe {}\n\(tribe)", "1:4 'nomad:ignore' ", "follows on the next line"),
      ("// nomad:ignore\ntypealias T = Tribe\n\(tribe)", "1:4 'nomad:ignore' ", "follows on the next line"),
      ("\(tribe)\n  // nomad:ignore", "2:6 'nomad:ignore' ", "follows on the next line"),
      ("struct // nomad:ignore\n A: Tribe { static let target: TribeTarget = .first }", "1:11 ", "it follows code"),
    ]
  )
  func ineffective(text: String, place: String, reason: String) {
    let found = found(text)
    #expect(found.count == 1, "\(text): \(found)")
    #expect(found.first?.hasPrefix(place) == true && found.first?.contains(reason) == true, "\(text): \(found)")
    #expect(find(text).names == ["A"], "\(text)")
    #expect(!find(text).hasErrors)
  }

  @Test(
    "An effective nomad: comment and ordinary prose have no finding",
    arguments: [
      "// nomad:ignore\n\(tribe)", "/// nomad:ignore\n@MainActor\n\(tribe)", "/* nomad:ignore */ \(tribe)",
      "@frozen\n// nomad:ignore: because\npublic \(tribe)", "//\tnomad:ignore\n\(tribe)",
      "// nomad:ignore\nextension A: Tribe { static let target: TribeTarget = .first }\nstruct A {}",
      "// nomad:ignore\n#make(Tribe.self)", "enum E {\n  // nomad:ignore\n  // A draft.\n  \(tribe)\n}",
      "// nomad:access public\n\n\(tribe)", "/* nomad:access internal */\n\(tribe)",
      "/// See nomad:ignore, and\n/// nomad:ignore again.\nfunc f() {}\n\(tribe)", "// `nomad:ignored`\n\(tribe)",
      "// nomad: a wanderer\n\(tribe)", "// Nomad: access to the registry\n\(tribe)",
      "// nomad://open\n\(tribe)", "// nomadic:ignore\n\(tribe)", "let s = \"// nomad:ignored\"\n\(tribe)",
      "let s = \"\"\"\n// nomad:ignored\n\"\"\"\n\(tribe)",
    ]
  )
  func effective(text: String) {
    #expect(found(text).isEmpty, "\(text): \(found(text))")
  }

  @Test("The fix-it replaces the whole misspelled word, and an unknown word has no fix-it")
  func fixIt() throws {
    let finding = try #require(find("// nomad:ignored, é\n\(Self.tribe)").findings.first)
    #expect(finding.fixIts.map(\.replacement) == ["nomad:ignore"])
    #expect(finding.fixIts.map { "\($0.end.line):\($0.end.column)" } == ["1:17"])
    #expect(find("// nomad:skip\n\(Self.tribe)").findings.flatMap(\.fixIts).isEmpty)
  }

  @Test("A nomad: comment in an imported module is not checked")
  func dependency() {
    let output = Pipeline.run(
      sources: ["A.swift": Self.tribe],
      module: "App",
      imported: ["Kit": ["K.swift": "// nomad:ignored\nprotocol K: Tribe {}"]]
    )
    #expect(output.findings.isEmpty)
  }
}
