import Testing

@testable import NomadGenCore
@testable import NomadSyntax

@Suite struct RulesTests {
  private static let target = "static let target: TribeTarget ="

  @Test(
    "A finding for an illegal target is at the string to change, with columns in UTF-8 bytes",
    arguments: [
      ("struct A: Tribe { \(target) .literal(\"1.0\") }", "1:61"),
      ("\n\n  struct A: Tribe { \(target) .literal(\"1.0\") }", "3:63"),
      ("\r\n\r\nstruct A: Tribe { \(target) .literal(\"1.0\") }", "3:61"),
      ("\r\rstruct A: Tribe { \(target) .literal(\"1.0\") }", "3:61"),
      ("\tstruct A: Tribe { \(target) .literal(\"1.0\") }", "1:62"),
      ("/* é */ struct A: Tribe { \(target) .literal(\"1.0\") }", "1:70"),
      ("/* 🐪 */ struct A: Tribe { \(target) .literal(\"1.0\") }", "1:72"),
      ("/*\n*/ struct A: Tribe { \(target) .literal(\"1.0\") }", "2:64"),
      ("\u{FEFF}struct A: Tribe { \(target) .literal(\"1.0\") }", "1:64"),
      ("struct A: Tribe {\n  \(target)\n    .literal(\n      \"1.0\"\n    )\n}", "4:7"),
      ("struct A: Tribe { \(target) .literal(#\"1.0\"#) }", "1:61"),
      ("struct A: Tribe { \(target) .literal(\"\"\"\n  1.0\n  \"\"\") }", "1:61"),
      ("let v = \"1.0\"\nstruct A: Tribe { \(target) .literal(v) }", "1:9"),
      ("enum V { static let v: String = ( \"1.0\" ) }\nstruct A: Tribe { \(target) .literal(V.v) }", "1:33"),
    ]
  )
  func illegal(text: String, place: String) {
    #expect(find(text).places == ["A.swift:\(place) illegal-target"], "\(text)")
  }

  @Test("A missing target or an unreachable tribe is found at the type's name, an unreadable target at its value")
  func places() {
    #expect(find("public struct\n  Ab: Tribe {}").places == ["A.swift:2:3 missing-target"])
    #expect(find("struct A {}\nextension A: Tribe {}").places == ["A.swift:1:8 missing-target"])
    #expect(find("extension Foreign: Tribe {}").places == ["A.swift:1:11 missing-target"])
    #expect(find("struct A: Tribe { \(Self.target) f() }").places == ["A.swift:1:52 unreadable-target"])
    #expect(find("struct A: Tribe { \(Self.target) .literal(f()) }").places == ["A.swift:1:61 unreadable-target"])
    #expect(
      find("struct A: Tribe { static var target: TribeTarget { f() } }").places == ["A.swift:1:52 unreadable-target"]
    )
    #expect(find("private struct A: Tribe { \(Self.target) .first }").places == ["A.swift:1:16 unreachable-tribe"])
    #expect(find("struct A<T>: Tribe { \(Self.target) .first }").places == ["A.swift:1:8 unreachable-tribe"])
  }

  @Test("The message for an unreachable tribe says that a declaration around it is generic or private")
  func reach() {
    func message(_ text: String) -> String? { find(text).findings.first?.message }
    for type in ["Array", "Dictionary", "Swift.Result"] {
      let text = "extension \(type) { struct A: Tribe { \(Self.target) .first } }"
      #expect(message(text)?.contains("is generic") == true, "\(type)")
    }
    #expect(find("extension String { struct A: Tribe { \(Self.target) .first } }").findings.isEmpty)
    #expect(
      message("enum E {}\nprivate extension E { struct A: Tribe { \(Self.target) .first } }")?
        .contains("because the extension of 'E' is private") == true
    )
    #expect(
      message("private enum E { struct A: Tribe { \(Self.target) .first } }")?.contains("because 'E' is private")
        == true
    )
  }

  @Test("The finding for an illegal target explains the mistake and has a fix-it if a correction is known")
  func suggestion() throws {
    let finding = try #require(find("struct A: Tribe { \(Self.target) .literal(\"2.0\") }").findings.first)
    #expect(finding.message == ".literal(\"2.0\") is not a legal target: a patch number is missing")
    #expect(finding.notes.map(\.message) == ["write .literal(\"2.0.0\")"])
    #expect(finding.fixIts.map(\.replacement) == ["\"2.0.0\""])
    #expect(finding.severity == .error)
    let once = try #require(find("struct A: Tribe { \(Self.target) .once(\"\") }").findings.first)
    #expect(once.notes.map(\.message) == ["write a legal target, such as .once(\"2026-11-rebuild-index\")"])
    #expect(once.fixIts.isEmpty)
  }

  @Test("An illegal target that several tribes share is one finding")
  func sharedIllegal() {
    let base = "protocol P: Tribe {}\nextension P { static var target: TribeTarget { .literal(\"2.0\") } }"
    #expect(find("\(base)\nstruct A: P {}\nstruct B: P {}").places == ["A.swift:2:57 illegal-target"])
  }

  @Test("Of two tribes with the same target, the later one is the finding and a note shows the other")
  func duplicates() throws {
    for (first, second) in [
      (".literal(\"1.0.0\")", ".literal(\"1.0.0\")"), (".literal(\"1.0.0\")", ".dotted(\"1.0\")"),
      (".once(\"a\")", ".once(\"a\")"),
      (".literal(\"1.0.0+a\")", ".literal(\"1.0.0+b\")"), (".dotted(\"1.1-1\")", ".dotted(\"1.1.0-1\")"),
    ] {
      let output = find("struct A: Tribe { \(Self.target) \(first) }", "struct B: Tribe { \(Self.target) \(second) }")
      let column = first.hasPrefix(".literal") ? 61 : first.hasPrefix(".once") ? 58 : 60
      let other = second.hasPrefix(".literal") ? 61 : second.hasPrefix(".once") ? 58 : 60
      #expect(output.places == ["B.swift:1:\(other) duplicate-target"], "\(first) \(second)")
      let note = try #require(output.findings.first?.notes.first)
      #expect(note.location.file == "A.swift" && note.location.column == column)
    }
  }

  @Test("A duplicate target that a type inherits is a finding at the type without its own target")
  func inheritedDuplicates() {
    func found(_ texts: String...) -> [String] {
      let names = ["A.swift", "B.swift"]
      return find(Dictionary(uniqueKeysWithValues: zip(names, texts))).findings.map { finding in
        let place = "\(finding.location.file):\(finding.location.line):\(finding.location.column)"
        let note = finding.notes.first.map { "\($0.location.file):\($0.location.line):\($0.location.column)" }
        return "\(place) \(finding.message) \(note ?? "")"
      }
    }
    let base = "class P: Tribe { \(Self.target) .literal(\"2.0.0\") }"
    let target = "has the same target .literal(\"2.0.0\")"
    let inherits = "\(target) as 'P', because it inherits from 'P'"
    #expect(
      found("\(base)\nclass Q: P {}\nclass R: Q {}") == [
        "A.swift:2:7 'Q' \(inherits) A.swift:1:60", "A.swift:3:7 'R' \(inherits) A.swift:1:60",
      ]
    )
    #expect(found("final class Q: P {}", base) == ["A.swift:1:13 'Q' \(inherits) B.swift:1:60"])
    #expect(
      found("// nomad:ignore\n\(base)\nclass Q: P {}\nclass R: P {}") == [
        "A.swift:4:7 'R' \(target) as 'Q', because it inherits from 'P' A.swift:2:60"
      ]
    )
    let step = "protocol P: Tribe {}\nextension P { static var target: TribeTarget { .once(\"a\") } }"
    #expect(
      found("\(step)\nstruct A: P {}\nstruct B: P {}") == [
        "A.swift:4:8 'B' has the same target .once(\"a\") as 'A', because both have it from 'P' A.swift:2:54"
      ]
    )
    #expect(
      find("\(base)\nclass Q: P {}").findings.first?.notes.last?.message
        == "write 'class var target' in 'P' and 'override class var target' in 'Q'"
    )
    // A target that is written twice is a different finding.
    #expect(
      found("struct A: Tribe { \(Self.target) .literal(\"2.0.0\") }\n\(base)").first?.hasPrefix(
        "A.swift:2:60 'P' has the same target .literal(\"2.0.0\") as 'A'"
      ) == true
    )
  }

  @Test("The message locates another type of the same name, and reports a target that one type has twice")
  func sameName() {
    let text = "struct B: Tribe { \(Self.target) .literal(\"3.0.0\") }"
    let output = find(["S/A.swift": "\n\(text)", "S/B.swift": "struct B: Tribe {}"])
    #expect(output.places == ["S/B.swift:1:8 duplicate-target"])
    #expect(output.findings.first?.message.hasSuffix("as another 'B', in A.swift:2") == true)
    let branch = "#if X\n\(Self.target) .literal(\"1.0.0\")\n#endif\n"
    let same = find("struct A: Tribe {\n\(branch)\(branch)}").findings.filter { $0.code == .duplicateTarget }
    #expect(same.map(\.location.line) == [6])
    #expect(same.first?.message == "'A' has the target .literal(\"1.0.0\") twice in one build")
  }

  @Test("An unreachable tribe has one finding, whatever else it lacks, and another for an illegal version")
  func onlyUnreachable() {
    let members = "let x: Int; func migrate() async throws {}"
    #expect(find("func f() { struct A: Tribe { \(members) } }").places == ["A.swift:1:19 unreachable-tribe"])
    #expect(find("private enum A: Tribe { case a }").places == ["A.swift:1:14 unreachable-tribe"])
    #expect(find("struct A<T>: Tribe { \(members) }").places == ["A.swift:1:8 unreachable-tribe"])
    let text = "private struct B: Tribe { \(members); \(Self.target) .literal(\"2\") }"
    #expect(find(text).places == ["A.swift:1:16 unreachable-tribe", "A.swift:1:113 illegal-target"])
  }

  @Test("Several tribes can share .first or .always, and ids are compared by their bytes")
  func shareable() {
    for target in [".first", ".always"] {
      #expect(
        find("struct A: Tribe { \(Self.target) \(target) }\nstruct B: Tribe { \(Self.target) \(target) }").findings
          .isEmpty
      )
    }
    let composed =
      "struct A: Tribe { \(Self.target) .once(\"\u{E9}\") }\nstruct B: Tribe { \(Self.target) .once(\"e\u{301}\") }"
    #expect(find(composed).findings.isEmpty)
  }

  @Test("Tribes with the same target are duplicates only if a build can contain both")
  func exclusive() {
    let a = "struct A: Tribe { \(Self.target) .literal(\"1.0.0\") }"
    let b = "struct B: Tribe { \(Self.target) .literal(\"1.0.0\") }"
    #expect(find("#if X\n\(a)\n#else\n\(b)\n#endif").findings.isEmpty)
    #expect(find("#if X\n\(a)\n#elseif Y\n\(b)\n#endif").findings.isEmpty)
    #expect(find("#if X\n\(a)\n#endif\n#if !X\n\(b)\n#endif").findings.isEmpty)
    #expect(find("#if X\n\(a)\n#endif", "#if !(X)\n\(b)\n#endif").findings.isEmpty)
    #expect(find("#if X\n\(a)\n#endif\n#if X\n\(b)\n#endif").places.count == 1)
    #expect(find("#if X\n\(a)\n#endif\n#if Y\n\(b)\n#endif").places.count == 1)
    #expect(find("#if X\n\(a)\n#endif\n\(b)").places.count == 1)
    #expect(find("#if false\n\(a)\n#endif\n\(b)").findings.isEmpty)
    #expect(find("#if X\n#if !X\n\(a)\n#endif\n#endif\n\(b)").findings.isEmpty)
    let catalyst = "targetEnvironment(macCatalyst)"
    for (one, other) in [
      ("os(macOS)", catalyst), ("targetEnvironment(simulator)", catalyst), ("_endian(little)", "_endian(big)"),
    ] {
      #expect(find("#if \(one)\n\(a)\n#endif\n#if \(other)\n\(b)\n#endif").findings.isEmpty, "\(one)")
    }
    #expect(find("#if os(iOS)\n\(a)\n#endif\n#if \(catalyst)\n\(b)\n#endif").places.count == 1)
  }

  @Test("A run reports all findings, ordered by file, line and column")
  func all() {
    let output = find(
      "struct B: Tribe {}\nstruct A: Tribe { \(Self.target) .literal(\"1\") }; struct C: Tribe { \(Self.target) f() }",
      "private struct D: Tribe { \(Self.target) .dotted(\"1\") }\nstruct E: Tribe { \(Self.target) .once(\"\") }"
    )
    #expect(
      output.places == [
        "A.swift:1:8 missing-target", "A.swift:2:61 illegal-target", "A.swift:2:120 unreadable-target",
        "B.swift:1:16 unreachable-tribe", "B.swift:1:68 illegal-target", "B.swift:2:58 illegal-target",
      ]
    )
    #expect(output.registry == nil)
  }
}

@Suite struct MigrationOrderTests {
  @Test("Tribes are sorted in migration order, then by name, with tribes without a legal target last")
  func order() {
    let targets = [
      ("F2", ".first"), ("F1", ".first"), ("V10", ".literal(\"10.0.0\")"), ("V9", ".literal(\"9.0.0\")"),
      ("V9b", ".literal(\"9.0.0-beta.2\")"), ("V9a", ".literal(\"9.0.0-beta.11\")"), ("S", ".dotted(\"9.0-1\")"),
      ("O2", ".once(\"b\")"), ("O1", ".once(\"a\")"), ("A2", ".always"), ("A1", ".always"), ("M", ""),
      ("I", ".literal(\"x\")"),
    ]
    let text = targets.map { name, target in
      "struct \(name): Tribe { \(target.isEmpty ? "" : "static let target: TribeTarget = \(target)") }"
    }
    #expect(
      find(text.joined(separator: "\n")).names == [
        "F1", "F2", "V9b", "V9a", "V9", "S", "V10", "O1", "O2", "A1", "A2", "I", "M",
      ]
    )
  }
}
