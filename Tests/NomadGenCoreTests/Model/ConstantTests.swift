import Testing

@testable import NomadGenCore
@testable import NomadSyntax

/// The constants that give targets their texts.
@Suite struct ConstantTests {
  private static let tribe = "struct A: Tribe { static let target: TribeTarget = .literal(v) }\n"

  /// Returns the tribes with their targets and conditions.
  private func targets(_ texts: String...) -> [String] {
    let output = find(Dictionary(uniqueKeysWithValues: zip(["A.swift", "B.swift", "C.swift"], texts)))
    return zip(output.summary, output.tribes).map { summary, tribe in
      summary + (tribe.conditions.isEmpty ? "" : " #if " + tribe.conditions.map(\.text).joined(separator: " && "))
    }
  }

  private func text(of finding: Finding) -> String {
    "\(finding.location.line):\(finding.location.column) "
      + ([finding.message] + finding.notes.map(\.message)).joined(separator: "; ")
  }

  @Test(
    "A constant of the type String has a value",
    arguments: [
      "let v = \"1.0.0\"", "let v: String = \"1.0.0\"", "let v: Swift.String = \"1.0.0\"",
      "let v = \"1.0.0\" as String",
      "let (v) = \"1.0.0\"", "let (v): String = \"1.0.0\"", "typealias V = String\nlet v: V = \"1.0.0\"",
    ]
  )
  func strings(constant: String) {
    #expect(targets(Self.tribe + constant) == [#"A .literal("1.0.0")"#])
  }

  @Test(
    "A constant of any other type is unreadable, because an overload may be called with it in place of the case",
    arguments: [
      ("let v: StaticString = \"1.0.0\"", "StaticString"), ("let v = \"1.0.0\" as StaticString", "StaticString"),
      ("let v: Kit.Version = \"1.0.0\"", "Kit.Version"), ("typealias V = Substring\nlet v: V = \"1.0.0\"", "V"),
      ("let v: String! = \"1.0.0\"", nil), ("let v: (StaticString) = \"1.0.0\"", "StaticString"),
      ("let (v): StaticString = \"1.0.0\"", "StaticString"),
      ("typealias StringLiteralType = StaticString\nlet v = \"1.0.0\"", nil),
      ("struct String {}\nlet v: String = \"1.0.0\"", "String"), ("@Coded let v = \"1.0.0\"", nil),
    ]
  )
  func otherTypes(constant: String, type: String?) throws {
    let finding = try #require(find(Self.tribe + constant).findings.first)
    #expect(finding.code == .unreadableTarget)
    let reason = type.map { ", because 'v' is of the type \($0); give 'v' the type String, or" }
    #expect(
      text(of: finding).hasPrefix("1:61 the target of 'A' cannot be read" + (reason ?? " without")),
      "\(constant)"
    )
  }

  @Test("The alias that is the type of a constant, or of all literals, is found in another file")
  func otherFiles() {
    #expect(targets(Self.tribe, "let v: V = \"1.0.0\"", "typealias V = String") == [#"A .literal("1.0.0")"#])
    #expect(targets(Self.tribe, "let v: V = \"1.0.0\"", "typealias V = StaticString") == ["A unreadable"])
    #expect(targets(Self.tribe, "let v = \"1.0.0\"", "typealias StringLiteralType = StaticString") == ["A unreadable"])
  }

  @Test("A public overload of a case in another module makes the case unreadable, and an internal one does not")
  func overloads() {
    func summary(_ access: String) -> [String] {
      Pipeline.run(
        sources: [
          "A.swift": "import Kit\nimport Nomad\nstruct A: Tribe { static let target: TribeTarget = .once(\"a\") }"
        ],
        module: "App",
        imported: [
          "Kit": [
            "K.swift": "import Nomad\npublic typealias Aim = TribeTarget",
            "L.swift": "extension Aim { \(access) static func once(_ id: String) -> Aim { .always } }",
          ]
        ]
      ).summary
    }
    #expect(summary("public") == ["A unreadable"])
    #expect(summary("") == [#"A .once("a")"#])
  }

  @Test("An overload in an extension of an alias counts, even if branches of an #if give the alias two meanings")
  func overloadsOfAliases() {
    let tribe = "import Nomad\nstruct A: Tribe { static let target = TribeTarget.literal(\"1.0.0\") }"
    let overload = "extension Aim { static func literal(_ text: String) -> Aim { .once(text) } }"
    let branches = "#if X\ntypealias Aim = TribeTarget\n#else\ntypealias Aim = Nomad.TribeTarget\n#endif"
    #expect(targets(tribe, overload, "typealias Aim = TribeTarget") == ["A unreadable"])
    #expect(targets(tribe, overload, branches) == ["A unreadable"])
    #expect(targets(tribe, overload, "struct Aim {}\nextension TribeTarget {}") == [#"A .literal("1.0.0")"#])
  }

  @Test("A constant is read in each branch of an #if that declares it")
  func branches() {
    let constants = "#if X\nlet v = \"1.0.0\"\n#elseif Y\nlet v = \"1.1.0\"\n#else\nlet v = \"1.2.0\"\n#endif"
    #expect(
      targets(Self.tribe + constants) == [
        #"A .literal("1.0.0") #if X"#, #"A .literal("1.1.0") #if !X && Y"#, #"A .literal("1.2.0") #if !X && !Y"#,
      ]
    )
    // Where no branch declares it, the code does not compile.
    #expect(targets(Self.tribe + "#if X\nlet v = \"1.0.0\"\n#endif") == [#"A .literal("1.0.0")"#])
    // The branches of the tribe decide which constants count.
    #expect(targets("#if X\n\(Self.tribe)#endif\n\(constants)") == [#"A .literal("1.0.0") #if X"#])
    #expect(targets("#if !X\n\(Self.tribe)#endif\n\(constants)").count == 2)
    // One value is one target.
    #expect(
      targets(Self.tribe + "#if X\nlet v = \"1.0.0\"\n#else\nlet v = #\"1.0.0\"#\n#endif") == [#"A .literal("1.0.0")"#]
    )
  }

  @Test("In builds without the nearest constant, the next one counts")
  func nearest() {
    let inner = "#if X\nstatic let v = \"1.1.0\"\n#endif"
    let tribe = "struct A: Tribe {\n\(inner)\nstatic let target: TribeTarget = .literal(v)\n}\n"
    #expect(
      targets(tribe + "let v = \"1.0.0\"") == [
        #"A .literal("1.0.0") #if !((X))"#, #"A .literal("1.1.0") #if X"#,
      ]
    )
    // A type in one branch may hide another one, whose constant cannot be told apart.
    let nested = "enum O {\n#if X\nenum V { static let v = \"1.1.0\" }\n#endif\n"
    let user =
      "struct A: Tribe { static let target: TribeTarget = .literal(V.v) }\n}\nenum V { static let v = \"1.0.0\" }"
    #expect(targets(nested + user) == ["O.A unreadable"])
  }

  @Test("A constant that cannot be read in one branch is unreadable, and the message names the #if")
  func unreadableBranch() throws {
    let constants = "#if X\nlet v = \"1.0.0\"\n#else\nlet v = f()\n#endif"
    let finding = try #require(find(Self.tribe + constants).findings.first)
    #expect(
      text(of: finding)
        == "1:61 the target of 'A' cannot be read, because a branch of '#if' gives 'v' no value that can be read; "
        + "give 'v' a string literal in every branch, or write the '#if' around the target"
    )
  }

  @Test("The finding for an illegal constant stands at the constant, and its fix-it changes it")
  func illegal() throws {
    let file =
      "enum V {\n  static let v = \"1.0\"\n}\nstruct A: Tribe { static let target: TribeTarget = .literal(V.v) }"
    let findings = find(file).findings
    let finding = try #require(findings.first)
    #expect(findings.count == 1)
    #expect(text(of: finding).hasPrefix(#"2:18 "1.0" is not a legal text of .literal: "#))
    #expect(finding.notes.map { "\($0.location.line):\($0.location.column)" } == ["4:61", "2:18"])
    #expect(finding.notes.map(\.message) == ["'A' has it as its target here", #"write "1.0.0""#])
    #expect(finding.fixIts.map { "\($0.replacement) \($0.end.line):\($0.end.column)" } == [#""1.0.0" 2:23"#])
  }

  @Test("Each branch with an illegal constant has a finding of its own")
  func illegalBranches() {
    let constants = "#if X\nlet v = \"1.0\"\n#else\nlet v = \"next\"\n#endif"
    #expect(find(Self.tribe + constants).places == ["A.swift:3:9 illegal-target", "A.swift:5:9 illegal-target"])
  }

  @Test("The finding for an illegal constant of another module stands at the target")
  func illegalElsewhere() throws {
    let output = Pipeline.run(
      sources: ["A.swift": "import Kit\nimport Nomad\n\(Self.tribe)"],
      module: "App",
      imported: ["Kit": ["K.swift": "import Nomad\npublic let v = \"1.0\""]]
    )
    let finding = try #require(output.findings.first)
    #expect(text(of: finding).hasPrefix(#"3:61 the constant "1.0" is not a legal text of .literal: "#))
    #expect(finding.notes.first?.location.file == "K.swift")
    #expect(finding.fixIts.isEmpty)
  }
}
