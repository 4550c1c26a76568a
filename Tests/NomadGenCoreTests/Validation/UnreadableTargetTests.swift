import Testing

@testable import NomadGenCore
@testable import NomadSyntax

/// The finding for an unreadable target gives the reason, if it is certain, and the fix.
@Suite struct UnreadableTargetTests {
  private static let target = "static let target: TribeTarget ="
  private static let general = "write a case of TribeTarget with a string literal"

  private func findings(_ text: String) -> [Finding] {
    find(text).findings.filter { $0.code == .unreadableTarget }
  }

  /// Returns the message and the remedy.
  private func text(of finding: Finding) -> String {
    ([finding.message] + finding.notes.map(\.message)).joined(separator: "; ")
  }

  @Test(
    "The finding gives the reason and the remedy, with a fix-it where the remedy is certain",
    arguments: [
      (
        "\"2.0.0\"", "1:52", ", because a string is not a TribeTarget; write .literal(\"2.0.0\")",
        "1:59 .literal(\"2.0.0\")"
      ),
      (
        "\"1.1-1\"", "1:52", ", because a string is not a TribeTarget; write .dotted(\"1.1-1\")",
        "1:59 .dotted(\"1.1-1\")"
      ),
      ("\"next\"", "1:52", ", because a string is not a TribeTarget; write .literal(\"2.0.0\")", nil),
      (".last", "1:52", ", because TribeTarget has no case 'last'; \(general)", nil),
      (".frist", "1:52", ", because TribeTarget has no case 'frist'; write .first", "1:58 .first"),
      (
        ".version(\"2.0.0\")", "1:52", ", because TribeTarget has no case 'version'; write .literal(\"2.0.0\")",
        "1:69 .literal(\"2.0.0\")"
      ),
      (
        "Nomad.TribeTarget.doted(\"2.0\")", "1:52", ", because TribeTarget has no case 'doted'; write .dotted(\"2.0\")",
        "1:82 .dotted(\"2.0\")"
      ),
      (".make(f((1)), 2)", "1:52", ", because TribeTarget has no case 'make'; \(general)", nil),
      (".first()", "1:52", ", because the case 'first' has no text; write .first", "1:60 .first"),
      (".always(\"x\")", "1:52", ", because the case 'always' has no text; write .always", nil),
      (".once", "1:52", ", because the case 'once' needs a text; write the text in parentheses", nil),
      (
        ".literal(2.0)", "1:61", ", because 2.0 is a number, and .literal takes a string; write .literal(\"2.0.0\")",
        "1:64 \"2.0.0\""
      ),
      (
        ".literal(2.0.1)", "1:61",
        ", because 2.0.1 is a number, and .literal takes a string; write .literal(\"2.0.1\")", "1:66 \"2.0.1\""
      ),
      (
        ".literal(2, 0, 0)", "1:61", ", because 2 is a number, and .literal takes a string; write .literal(\"2.0.0\")",
        nil
      ),
      (
        ".literal(version: \"3.0.0\")", "1:61",
        ", because the text of .literal has no label 'version'; write the text without",
        "1:77 \"3.0.0\""
      ),
      (
        ".literal(version: v)", "1:61", ", because the text of .literal has no label 'version'; write the text without",
        nil
      ),
      (".literal(missing)", "1:61", ", because the sources of this module have no constant 'missing'; \(general)", nil),
      (".literal(\"\\(2).0.0\")", "1:61", " without running code; \(general)", nil),
      (".literal(\"2.0.0\").self", "1:52", " without running code; \(general)", nil),
      ("f()", "1:52", " without running code; \(general)", nil),
    ]
  )
  func reason(value: String, place: String, message: String, fixIt: String?) throws {
    let found = findings("struct A: Tribe { \(Self.target) \(value) }")
    let finding = try #require(found.first)
    #expect(found.count == 1)
    #expect("\(finding.location.line):\(finding.location.column)" == place, "\(value)")
    let start = "the target of 'A' cannot be read"
    #expect(text(of: finding).hasPrefix(start + message), "\(value): \(text(of: finding))")
    #expect(finding.fixIts.first.map { "\($0.end.line):\($0.end.column) \($0.replacement)" } == fixIt, "\(value)")
    #expect(!text(of: finding).contains("nomad:ignore"))
  }

  @Test("The fix-it adds the type's name if the member has no type annotation")
  func untyped() throws {
    let finding = try #require(findings("struct A: Tribe { static let target = \"2.0.0\" }").first)
    #expect(finding.fixIts.map(\.replacement) == ["TribeTarget.literal(\"2.0.0\")"])
  }

  @Test("The message calls a name a variable only if it can mean nothing else")
  func variable() throws {
    let tribe = "struct A: Tribe { \(Self.target) .literal(v) }"
    let finding = try #require(findings("\(tribe)\n var v = \"2.0.0\"").first)
    #expect(text(of: finding).contains(", because 'v' is a 'var'; make 'v' a 'let'"))
    for other in ["let v = f()", "enum E { static var v = \"\" }", "protocol P { static var v: String { get } }"] {
      let finding = try #require(findings("\(tribe)\n\(other)").first)
      #expect(text(of: finding).contains("running code; \(Self.general)"), "\(other): \(text(of: finding))")
    }
    let path = "struct A: Tribe { \(Self.target) .literal(E.v) }\nenum E { static var v = \"\" }\nlet v = \"2.0.0\""
    #expect(try #require(findings(path).first).message.contains(", because 'E.v' is a 'var'"))
  }

  @Test("The message says nothing about cases if the module declares its own type TribeTarget")
  func shadowed() throws {
    let text = "struct A: Tribe { \(Self.target) TribeTarget.last }\nenum E { struct TribeTarget {} }"
    #expect(self.text(of: try #require(findings(text).first)).contains("running code; \(Self.general)"))
  }

  @Test("An unreadable target that tribes share is one finding, which names three tribes and counts the rest")
  func shared() throws {
    let base = "protocol P: Tribe {}\nextension P { static var target: TribeTarget { f() } }\n"
    func message(_ count: Int) throws -> String {
      let found = findings(base + (0..<count).map { "struct T\($0): P {}\n" }.joined())
      #expect(found.map { "\($0.location.line):\($0.location.column)" } == ["2:48"])
      return text(of: try #require(found.first))
    }
    let rest = " cannot be read without running code; write a target in each of them"
    #expect(try message(2) == "the target of 'T0' and 'T1'" + rest)
    #expect(try message(3) == "the target of 'T0', 'T1' and 'T2'" + rest)
    #expect(try message(5) == "the target of 'T0', 'T1', 'T2' and 2 more" + rest)
    #expect(try message(1).contains("the target of 'T0' cannot be read without running code; \(Self.general)"))
  }

  @Test("Only the finding for a class that can have subclasses suggests nomad:ignore")
  func baseClass() throws {
    let advice = "; above a base class that is not a tribe itself, write '// nomad:ignore'"
    for (kind, isAdvised) in [("class", true), ("struct", false), ("enum", false), ("final class", false)] {
      let finding = try #require(findings("\(kind) A: Tribe { \(Self.target) f() }").first)
      #expect(text(of: finding).hasSuffix(advice) == isAdvised, "\(kind)")
    }
  }
}
