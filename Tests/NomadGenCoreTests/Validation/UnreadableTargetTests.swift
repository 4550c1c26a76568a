import Testing

@testable import NomadGenCore

/// The finding for an unreadable target gives the reason, if it is certain, and the fix.
@Suite struct UnreadableTargetTests {
  private static let target = "static let target: TribeTarget ="
  private static let general = "write a case of TribeTarget with a string literal"

  private func findings(_ text: String) -> [Finding] {
    find(text).findings.filter { $0.code == .unreadableTarget }
  }

  @Test(
    "The reason and the advice stand in the message, the edit where there is one right answer",
    arguments: [
      ("\"2.0.0\"", "1:52", ": a string is no TribeTarget; write .literal(\"2.0.0\")", "1:59 .literal(\"2.0.0\")"),
      ("\"1.1-1\"", "1:52", ": a string is no TribeTarget; write .dotted(\"1.1-1\")", "1:59 .dotted(\"1.1-1\")"),
      ("\"next\"", "1:52", ": a string is no TribeTarget; write .literal(\"2.0.0\")", nil),
      (".last", "1:52", ": TribeTarget has no case 'last'; \(general)", nil),
      (".frist", "1:52", ": TribeTarget has no case 'frist'; write .first", "1:58 .first"),
      (
        ".version(\"2.0.0\")", "1:52", ": TribeTarget has no case 'version'; write .literal(\"2.0.0\")",
        "1:69 .literal(\"2.0.0\")"
      ),
      (
        "Nomad.TribeTarget.doted(\"2.0\")", "1:52", ": TribeTarget has no case 'doted'; write .dotted(\"2.0\")",
        "1:82 .dotted(\"2.0\")"
      ),
      (".make(f((1)), 2)", "1:52", ": TribeTarget has no case 'make'; \(general)", nil),
      (".first()", "1:52", ": the case 'first' has no text; write .first", "1:60 .first"),
      (".always(\"x\")", "1:52", ": the case 'always' has no text; write .always", nil),
      (".once", "1:52", ": the case 'once' has no text behind it; write it in parentheses", nil),
      (
        ".literal(2.0)", "1:61", ": 2.0 is a number, and .literal takes a string literal; write .literal(\"2.0.0\")",
        "1:64 \"2.0.0\""
      ),
      (
        ".literal(2.0.1)", "1:61",
        ": 2.0.1 is a number, and .literal takes a string literal; write .literal(\"2.0.1\")", "1:66 \"2.0.1\""
      ),
      (
        ".literal(2, 0, 0)", "1:61", ": 2 is a number, and .literal takes a string literal; write .literal(\"2.0.0\")",
        nil
      ),
      (
        ".literal(version: \"3.0.0\")", "1:61", ": the text of .literal has no label 'version'; write it without",
        "1:77 \"3.0.0\""
      ),
      (".literal(version: v)", "1:61", ": the text of .literal has no label 'version'; write it without", nil),
      (".literal(missing)", "1:61", ": no constant 'missing' is in the sources of this module; \(general)", nil),
      (".literal(\"\\(2).0.0\")", "1:61", "; \(general)", nil),
      (".literal(\"2.0.0\").self", "1:52", "; \(general)", nil),
      ("f()", "1:52", "; \(general)", nil),
    ]
  )
  func reason(value: String, place: String, message: String, fixIt: String?) throws {
    let found = findings("struct A: Tribe { \(Self.target) \(value) }")
    let finding = try #require(found.first)
    #expect(found.count == 1)
    #expect("\(finding.location.line):\(finding.location.column)" == place, "\(value)")
    let start = "the target of 'A' cannot be read without running it"
    #expect(finding.message.hasPrefix(start + message), "\(value): \(finding.message)")
    #expect(finding.fixIts.first.map { "\($0.end.line):\($0.end.column) \($0.replacement)" } == fixIt, "\(value)")
    #expect(!finding.message.contains("nomad:ignore"))
  }

  @Test("A string in a member without a written type needs the type's name")
  func untyped() throws {
    let finding = try #require(findings("struct A: Tribe { static let target = \"2.0.0\" }").first)
    #expect(finding.fixIts.map(\.replacement) == ["TribeTarget.literal(\"2.0.0\")"])
  }

  @Test("A name that is a variable is said to be one, if it can be no other")
  func variable() throws {
    let tribe = "struct A: Tribe { \(Self.target) .literal(v) }"
    let finding = try #require(findings("\(tribe)\n var v = \"2.0.0\"").first)
    #expect(finding.message.contains(": 'v' is a 'var'; make it a 'let'"))
    for other in ["let v = f()", "enum E { static var v = \"\" }", "protocol P { static var v: String { get } }"] {
      let finding = try #require(findings("\(tribe)\n\(other)").first)
      #expect(finding.message.contains("running it; \(Self.general)"), "\(other): \(finding.message)")
    }
    let path = "struct A: Tribe { \(Self.target) .literal(E.v) }\nenum E { static var v = \"\" }\nlet v = \"2.0.0\""
    #expect(try #require(findings(path).first).message.contains(": 'E.v' is a 'var'"))
  }

  @Test("Where a type of the module is called TribeTarget, nothing is known about its cases")
  func shadowed() throws {
    let text = "struct A: Tribe { \(Self.target) TribeTarget.last }\nenum E { struct TribeTarget {} }"
    #expect(try #require(findings(text).first).message.contains("running it; \(Self.general)"))
  }

  @Test("What several tribes share is one finding, which names three of them and says how many more there are")
  func shared() throws {
    let base = "protocol P: Tribe {}\nextension P { static var target: TribeTarget { f() } }\n"
    func message(_ count: Int) throws -> String {
      let found = findings(base + (0..<count).map { "struct T\($0): P {}\n" }.joined())
      #expect(found.map { "\($0.location.line):\($0.location.column)" } == ["2:48"])
      return try #require(found.first).message
    }
    let rest = " cannot be read without running it; write a target into each of them"
    #expect(try message(2) == "the target of 'T0' and 'T1'" + rest)
    #expect(try message(3) == "the target of 'T0', 'T1' and 'T2'" + rest)
    #expect(try message(5) == "the target of 'T0', 'T1', 'T2' and 2 more" + rest)
    #expect(try message(1).contains("the target of 'T0' cannot be read without running it; \(Self.general)"))
  }

  @Test("Only what may be a base class is told how to leave one out")
  func baseClass() throws {
    let advice = "; a base class that is no tribe itself is left out with '// nomad:ignore' above it"
    for (kind, isAdvised) in [("class", true), ("struct", false), ("enum", false), ("final class", false)] {
      let finding = try #require(findings("\(kind) A: Tribe { \(Self.target) f() }").first)
      #expect(finding.message.hasSuffix(advice) == isAdvised, "\(kind)")
    }
  }
}
